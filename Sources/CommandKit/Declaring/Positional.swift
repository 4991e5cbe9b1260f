/// An argument known by its place: `NAME`, `REF…`.
///
/// ```swift
/// let name = Positional("NAME", as: .text, help: "The person's full name.")          // String
/// let query = Positional("QUERY", asOptional: .text, help: "What to look for.")      // String?
/// let refs = Positional("REF", asMany: .text, help: "Which people.")                 // [String], one or more
/// ```
package struct Positional<Result: Sendable>: DeclaredPositional {
    package let declaration: PositionalDeclaration
    let collect: @Sendable ([any Sendable]) -> Result?

    /// One that must be given.
    package init(_ name: String, as type: ArgumentType<Result>, help: String) {
        declaration = .init(name: name, type: type, help: help, counts: 1...1)
        collect = { $0.last as? Result }
    }

    /// One that may be left out.
    package init<Value>(_ name: String, asOptional type: ArgumentType<Value>, help: String) where Result == Value? {
        declaration = .init(name: name, type: type, help: help, counts: 0...1)
        collect = { .some($0.last as? Value) }
    }

    /// Any number of them. At most one positional of a command may be of this kind.
    package init<Value>(
        _ name: String, asMany type: ArgumentType<Value>, atLeast minimum: Int = 1, help: String
    ) where Result == [Value] {
        declaration = .init(name: name, type: type, help: help, counts: minimum...Int.max)
        collect = { $0.compactMap { $0 as? Value } }
    }
}

/// What the parser, the help page and the completion scripts know of a positional, without its type.
package struct PositionalDeclaration: Sendable {
    let name: String
    let help: String
    let counts: ClosedRange<Int>
    let choices: [String]
    let completion: CompletionKind
    let read: @Sendable (String) throws -> any Sendable

    fileprivate init<Value>(name: String, type: ArgumentType<Value>, help: String, counts: ClosedRange<Int>) {
        let read = type.read
        self.name = name
        self.help = help
        self.counts = counts
        choices = type.choices
        completion = type.completion
        self.read = { try read($0) }
    }

    /// `NAME`, `[QUERY]`, `REF…`, `[FILE…]`.
    var usage: String {
        let word = counts.upperBound > 1 ? name + "…" : name
        return counts.lowerBound == 0 ? "[\(word)]" : word
    }
}

/// Anything that a command lists among its positionals.
package protocol DeclaredPositional: Sendable {
    var declaration: PositionalDeclaration { get }
}
