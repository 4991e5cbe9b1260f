/// A type whose values can be read by key, so that predicates, sort descriptors and expressions work on it.
///
/// Managed objects and dictionaries conform. Without Objective-C, other types name their keys themselves:
///
/// ```swift
/// struct City: KeyValueReadable {
///     var name: String
///     var population: Int
///
///     func value(forKey key: String) -> Any? {
///         switch key {
///         case "name": name
///         case "population": population
///         default: nil
///         }
///     }
/// }
///
/// let large = NSPredicate(format: "population > 1000000")
/// large.evaluate(with: City(name: "Chongqing", population: 32_000_000))  // true
/// ```
public protocol KeyValueReadable {
    /// The value of a key; nil when it has none.
    func value(forKey key: String) -> Any?

    /// Whether the type has the key at all. A predicate over a key that is missing fails with an error instead of
    /// comparing with nil. True for every key unless you implement it.
    func hasValue(forKey key: String) -> Bool
}

extension KeyValueReadable {
    /// True: every key is thought to exist.
    public func hasValue(forKey key: String) -> Bool { true }
}
