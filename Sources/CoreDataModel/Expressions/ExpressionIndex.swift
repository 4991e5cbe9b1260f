import Foundation

/// `collection[index]`, `collection[FIRST]`, `dictionary["key"]`.
enum ExpressionIndex {
    /// The element at a position, or the value of a dictionary's key; nil outside the collection.
    static func element(of collection: Any?, at index: Any?) throws(PredicateEvaluationError) -> Any? {
        guard let collection = AnyValue.unwrapped(collection) else { return nil }
        switch Operand(index) {
        case .null: return nil
        case .string(let key) where !CollectionElements.isToMany(collection):
            return try KeyValueCoding.value(of: collection, key: key)
        case .integer(let position):
            let elements = try elements(of: collection)
            guard position >= 0, position < elements.count else { return nil }
            return AnyValue.unwrapped(elements[Int(position)])
        default:
            throw PredicateEvaluationError(
                .typeMismatch, "An index must be a number or a key, not \(Operand(index).kind)")
        }
    }

    static func elements(of collection: Any) throws(PredicateEvaluationError) -> [Any?] {
        guard let elements = CollectionElements.elements(of: collection) else {
            throw PredicateEvaluationError(
                .typeMismatch, "An index needs a collection, not \(Operand(collection).kind)")
        }
        return elements
    }
}
