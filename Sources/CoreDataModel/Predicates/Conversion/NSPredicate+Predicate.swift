import Foundation

extension NSPredicate {
    /// Makes a predicate of one that `#Predicate` has made, to fetch with it.
    ///
    /// ```swift
    /// let adults = #Predicate<Person> { $0.age >= 18 && $0.name?.starts(with: "A") ?? false }
    /// request.predicate = NSPredicate(adults)
    /// ```
    ///
    /// Key paths become the names of their properties, `$0.boss?.name` the key path `boss.name`. Values that the predicate
    /// has captured become constants. What is optional in Swift keeps Swift's rules about nil: `$0.name != "Ada"` is true
    /// where the name is nil, in a store too.
    ///
    /// - Parameter predicate: A predicate of comparisons, `&&`, `||`, `!`, arithmetic, optional chaining, `??`, `?:`, nil,
    ///   ranges, texts (`contains`, `starts(with:)`, `localizedStandardContains`, `caseInsensitiveCompare`,
    ///   `localizedCompare`, regular expressions, `isEmpty`), collections (`contains`, `contains(where:)`, `allSatisfy`,
    ///   `filter`, `count`, `isEmpty`, `min`, `max`).
    /// - Returns: nil, as with Apple's framework, for a predicate with anything else in it: a computed property that has no
    ///   name, the `count` of a text (which counts characters, where key-value coding counts UTF-16 units), `is`, a
    ///   subscript, a slice, an expression that is evaluated.
    public convenience init?<Input>(_ predicate: Predicate<Input>) where Input: NSObject {
        guard let node = PredicateConversion.node(of: predicate) else { return nil }
        self.init(making: { unsafeDowncast(PredicateTree(node, isFromSource: false).predicate, to: Self.self) })
    }
}

extension NSExpression {
    /// Makes an expression of one that `#Expression` has made.
    ///
    /// - Returns: nil for an expression with something in it that `NSPredicate.init(_:)` could not convert either.
    public convenience init?<Input, Output>(_ expression: Expression<Input, Output>) where Input: NSObject {
        guard let node = PredicateConversion.node(of: expression) else { return nil }
        self.init(node: node)
    }
}
