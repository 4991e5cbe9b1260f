import Foundation

/// Values as they come out of collections and argument lists.
package enum AnyValue {
    /// The value without the optionals around it; nil for `NSNull` too.
    package static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        if isPlain(type(of: value)) { return value }
        if value is NSNull { return nil }
        if let optional = value as? any OptionalValue { return unwrapped(optional.wrappedValue) }
        return value
    }

    /// Whether a type is one of those that attributes have. Comparing types costs a hundredth of a failing cast.
    private static func isPlain(_ type: Any.Type) -> Bool {
        type == String.self || type == Int.self || type == Double.self || type == Bool.self || type == Date.self
            || type == Int64.self || type == Int32.self || type == Int16.self || type == UUID.self || type == Data.self
    }
}

/// Tells an optional inside `Any` from other values.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self }
}
