import Foundation

/// Values as they come out of collections and argument lists.
package enum AnyValue {
    /// The value without the optionals around it; nil for `NSNull` too.
    package static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        if value is NSNull { return nil }
        if let optional = value as? any OptionalValue { return unwrapped(optional.wrappedValue) }
        return value
    }
}

/// Tells an optional inside `Any` from other values.
private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self }
}
