/// An option that takes a value. Declare it once, list it in a `Command`, and read it from the `ParsedArguments` by
/// the same value:
///
/// ```swift
/// let limit = Option("--limit", "-n", as: .integer(0...), help: "Print at most N people.")       // Int?
/// let sort = Option("--sort", as: .choice(SortKey.self), default: .family, help: "Order.")       // SortKey
/// let tags = Option("--tag", "-t", asMany: .text.named("TAG"), help: "Only people with TAG.")    // [String]
/// let json = Option("--json", asOptional: .list.named("FIELDS"), help: "Print JSON.")            // OptionalValue
///
/// let count = arguments[limit] ?? 50
/// ```
///
/// The first name is the option's identity: two options of one command must not share it. An environment variable,
/// where one is named, stands in for an option that is not given; an empty variable counts as unset.
package struct Option<Result: Sendable>: DeclaredOption {
    package let declaration: OptionDeclaration
    /// From the values in the order given to what the program reads.
    let collect: @Sendable ([any Sendable]) -> Result

    /// An option that may be left out.
    package init<Value>(
        _ names: String..., as type: ArgumentType<Value>, help: String, environment: String? = nil,
        lastWins: Bool = false, isHidden: Bool = false
    ) where Result == Value? {
        declaration = .init(
            names: names, type: type, help: help, environment: environment,
            repetition: lastWins ? .lastWins : .refused, isHidden: isHidden)
        collect = { $0.last as? Value }
    }

    /// An option with a value for when it is left out. `defaultText` is how help names that value; nil says nothing.
    package init(
        _ names: String..., as type: ArgumentType<Result>, default defaultValue: Result, defaultText: String? = nil,
        help: String, environment: String? = nil, lastWins: Bool = false, isHidden: Bool = false
    ) {
        declaration = .init(
            names: names, type: type, help: help, environment: environment,
            repetition: lastWins ? .lastWins : .refused, isHidden: isHidden, defaultText: defaultText)
        collect = { $0.last as? Result ?? defaultValue }
    }

    /// An option that may be given any number of times.
    package init<Value>(
        _ names: String..., asMany type: ArgumentType<Value>, help: String, environment: String? = nil,
        isHidden: Bool = false
    ) where Result == [Value] {
        declaration = .init(
            names: names, type: type, help: help, environment: environment, repetition: .collected, isHidden: isHidden)
        collect = { $0.compactMap { $0 as? Value } }
    }

    /// An option whose value may be left out. The next word is its value unless it looks like an option or, before
    /// the command's name, is that name; `--json=a,b` is never in doubt.
    package init<Value>(
        _ names: String..., asOptional type: ArgumentType<Value>, help: String, environment: String? = nil,
        isHidden: Bool = false
    ) where Result == OptionalValue<Value> {
        declaration = .init(
            names: names, type: type, help: help, environment: environment, value: .optional, repetition: .refused,
            isHidden: isHidden)
        collect = { values in
            guard let last = values.last else { return .absent }
            return (last as? Value).map { .value($0) } ?? .bare
        }
    }
}

/// What was given of an option whose value may be left out.
package enum OptionalValue<Value: Sendable>: Sendable {
    case absent
    /// The option alone.
    case bare
    case value(Value)
}

extension OptionalValue: Equatable where Value: Equatable {}

/// Stands in the place of a value for an option given without one.
struct BareOption: Sendable {}

extension OptionDeclaration {
    fileprivate init<Value>(
        names: [String], type: ArgumentType<Value>, help: String, environment: String?, value: ValuePolicy = .required,
        repetition: Repetition, isHidden: Bool, defaultText: String? = nil
    ) {
        let read = type.read
        self.init(
            names: names, valueName: type.valueName, help: help, environment: environment, value: value,
            repetition: repetition, choices: type.choices, completion: type.completion, isHidden: isHidden,
            defaultText: defaultText, read: { try read($0) })
    }
}
