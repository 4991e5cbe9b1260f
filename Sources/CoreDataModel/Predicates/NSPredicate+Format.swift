import Foundation

extension NSPredicate {
    /// Makes a predicate from a format string in the program's source.
    ///
    /// ```swift
    /// let adults = NSPredicate(format: "age >= %d AND name BEGINSWITH[cd] %@", 18, "wang")
    /// ```
    ///
    /// The language is Apple's predicate format (Predicate Programming Guide, "Predicate Format String Syntax"). `%@` takes
    /// any value, nil and collections too; `%K` takes a key path; `%d`, `%ld`, `%f` … take numbers. A placeholder in quotes
    /// is text.
    ///
    /// `evaluate(with:)` cannot throw, so it keeps to this rule: what the programmer did wrong (a variable without a value, a
    /// function that does not exist) ends the program with a sentence; what the data does wrong (a key that the object does
    /// not have, a text where a number is needed, a pattern from a key that is no regular expression) is false, for the
    /// whole predicate, whatever NOT stands before it.
    ///
    /// A format that cannot be read is a programmer's error too and ends the program with a sentence that gives the column. For
    /// text from a user, use `init(parsing:arguments:)`.
    public convenience init(format predicateFormat: String, _ arguments: Any?...) {
        self.init(source: predicateFormat, arguments)
    }

    /// Makes a predicate from a format string in the program's source, with its arguments in an array.
    ///
    /// A format that cannot be read ends the program, as with `init(format:_:)`.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self.init(source: predicateFormat, arguments ?? [])
    }

    private convenience init(source format: String, _ arguments: [Any?]) {
        self.init(making: { unsafeDowncast(Self.parse(source: format, arguments), to: Self.self) })
    }

    private static func parse(source format: String, _ arguments: [Any?]) -> NSPredicate {
        do {
            return PredicateTree(try PredicateParser.predicate(format, arguments), isFromSource: true).predicate
        } catch {
            preconditionFailure("\(error.caretDisplay)\nFor text from a user, use NSPredicate(parsing:).")
        }
    }

    /// Makes a predicate from text that a user wrote.
    ///
    /// ```swift
    /// do {
    ///     request.predicate = try NSPredicate(parsing: line)
    /// } catch let error as PredicateParseError {
    ///     print(error.caretDisplay)
    /// }
    /// ```
    ///
    /// A predicate made this way never ends the program: what it cannot evaluate for an object is false.
    ///
    /// - Parameters:
    ///   - text: A predicate in the language of `init(format:_:)`. A placeholder without an argument is an error.
    ///   - arguments: Values for placeholders, for a program that adds its own.
    /// - Throws: `PredicateParseError` with the column and what was expected there.
    public convenience init(parsing text: String, arguments: [Any?] = []) throws {
        let node = try PredicateParser.predicate(text, arguments)
        self.init(making: { unsafeDowncast(PredicateTree(node, isFromSource: false).predicate, to: Self.self) })
    }

    /// The text of the predicate, which reads back as the same predicate.
    ///
    /// Apple's name for it is `predicateFormat`; Foundation on Linux has marked that one deprecated, and it gives no useful
    /// text for compound predicates, so this one is the one to use. A block predicate gives `BLOCKPREDICATE`; a constant
    /// that has no text form, such as a managed object, gives `%@`.
    public var formatText: String { predicateNode(of: self).formatText }

    /// A predicate with values in place of its variables (`$NAME`). `NSNull` stands for nil.
    ///
    /// A variable without a value ends the program with a sentence that names it, as Apple's framework raises an exception;
    /// `substituting(_:)` throws instead.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
        do {
            return try substituting(variables)
        } catch {
            preconditionFailure("\(error) The predicate is \(formatText)")
        }
    }

    /// A predicate with values in place of its variables (`$NAME`). `NSNull` and nil stand for nil.
    ///
    /// - Throws: `PredicateEvaluationError` with the code `unboundVariable`, which names the variable without a value.
    public func substituting(_ variables: [String: Any?]) throws(PredicateEvaluationError) -> NSPredicate {
        let node = try VariableSubstitution(values: variables).apply(to: predicateNode(of: self))
        let isFromSource = ownTree?.isFromSource ?? true
        return PredicateTree(node, isFromSource: isFromSource).predicate
    }
}

extension NSPredicate {
    /// A predicate from a tree. Its mistakes are the data's, never the programmer's.
    package static func predicate(_ node: PredicateNode) -> NSPredicate {
        PredicateTree(node, isFromSource: false).predicate
    }

    /// Whether the predicate is true for an object.
    ///
    /// - Parameter nulls: Whether nil compares as in memory or as in a store.
    /// - Throws: `PredicateEvaluationError` when the object's values do not fit the predicate.
    package func evaluate(
        _ object: Any?, variables: [String: Any?] = [:], nulls: NullSemantics = .memory
    ) throws(PredicateEvaluationError) -> Bool {
        if let tree = ownTree {
            return try tree.compiled(nulls).evaluate(with: object, variables: variables)
        }
        return try CompiledPredicate(predicateNode(of: self), nulls: nulls)
            .evaluate(with: object, variables: variables)
    }
}

/// The tree of any predicate: one of ours, a constant, a compound of others; anything else is foreign.
package func predicateNode(of predicate: NSPredicate) -> PredicateNode {
    if let tree = predicate.ownTree { return tree.node }
    if let compound = predicate as? NSCompoundPredicate {
        let nodes = compound.subpredicates.map(predicateNode(of:))
        switch compound.compoundPredicateType {
        case .and: return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .constant(true) : .and(nodes)
        case .or: return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .constant(false) : .or(nodes)
        case .not: return nodes.first.map { .not($0) } ?? .foreign(predicate)
        }
    }
    // A subclass may do anything; only Foundation's own constant predicates equal these.
    if type(of: predicate) == NSPredicate.self {
        if predicate.isEqual(NSPredicate(value: true)) { return .constant(true) }
        if predicate.isEqual(NSPredicate(value: false)) { return .constant(false) }
    }
    return .foreign(predicate)
}
