/// An option without a value: `-y`, `--yes`. Short flags combine: `-ry`.
///
/// A negatable flag is also understood as `--no-…`, and the last one given wins.
package struct Flag: DeclaredOption {
    package let declaration: OptionDeclaration
    let defaultValue: Bool

    /// - Parameter environment: a variable that turns the flag on; `0`, `false`, `no` and an empty one leave it off.
    package init(
        _ names: String..., help: String, environment: String? = nil, negatable: Bool = false,
        default defaultValue: Bool = false, isHidden: Bool = false
    ) {
        self.defaultValue = defaultValue
        declaration = OptionDeclaration(
            names: names, valueName: "", help: help, environment: environment, value: .none(negatable: negatable),
            repetition: .lastWins, choices: [], completion: .nothing, isHidden: isHidden, defaultText: nil,
            read: { text in !["", "0", "false", "no"].contains(text) })
    }

    /// Understood by every command.
    package static let help = Flag("--help", "-h", help: "Show this help.")
    /// Understood by a root command that has a version.
    package static let version = Flag("--version", help: "Print the version.")
}
