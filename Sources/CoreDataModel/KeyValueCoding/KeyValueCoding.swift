import Foundation

/// Reads values by key and key path, as Apple's key-value coding does.
package enum KeyValueCoding {
    /// The value at the end of a key path. A step through a collection gives the values of all elements; a component that
    /// begins with `@` is a collection operator on what came before.
    ///
    /// - Throws: `PredicateEvaluationError` for a key that does not exist.
    package static func value(
        of object: Any?, keys: ArraySlice<String>
    ) throws(PredicateEvaluationError) -> Any? {
        var current = object
        var rest = keys
        while let key = rest.popFirst() {
            guard let value = current else {
                // The empty collection that nil stands for still has a count and a sum.
                if let collectionOperator = CollectionOperator(rawValue: key) {
                    return try collectionOperator.apply(to: [], keys: rest)
                }
                return nil
            }
            if key.hasPrefix("@") {
                guard let collectionOperator = CollectionOperator(rawValue: key) else {
                    throw PredicateEvaluationError(.unknownFunction, "There is no collection operator \(key)")
                }
                guard let elements = CollectionElements.elements(of: value) else {
                    throw PredicateEvaluationError(
                        .typeMismatch, "\(key) needs a collection, not \(Operand(value).kind)")
                }
                return try collectionOperator.apply(to: elements, keys: rest)
            }
            current = try self.value(of: value, key: key)
        }
        return current
    }

    /// The value of one key.
    package static func value(of object: Any, key: String) throws(PredicateEvaluationError) -> Any? {
        if let readable = object as? any KeyValueReadable {
            guard readable.hasValue(forKey: key) else { throw unknownKey(key, of: object) }
            return AnyValue.unwrapped(readable.value(forKey: key))
        }
        if let dictionary = object as? [String: Any] { return AnyValue.unwrapped(dictionary[key]) }
        if let dictionary = object as? NSDictionary { return AnyValue.unwrapped(dictionary.object(forKey: key)) }
        if let dictionary = object as? [AnyHashable: Any] { return AnyValue.unwrapped(dictionary[key]) }
        if let elements = CollectionElements.elements(of: object) {
            var values: [Any?] = []
            for element in elements {
                guard let element = AnyValue.unwrapped(element) else {
                    values.append(nil)
                    continue
                }
                values.append(try value(of: element, key: key))
            }
            return values
        }
        if let value = FoundationKeys.value(of: object, key: key) { return value }
        throw unknownKey(key, of: object)
    }

    private static func unknownKey(_ key: String, of object: Any) -> PredicateEvaluationError {
        PredicateEvaluationError(.unknownKey, "\(type(of: object)) has no value for the key '\(key)'")
    }
}
