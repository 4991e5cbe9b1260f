/// What the program tells the shell when it ends. Values from 64 up have the meaning that `sysexits.h` gives them or
/// stand beside it.
package struct ExitCode: RawRepresentable, Sendable, Hashable {
    package var rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let ok = ExitCode(rawValue: 0)
    /// A search or a listing without a result.
    package static let nothingFound = ExitCode(rawValue: 1)
    /// A command line that cannot be understood, or a reference to several records where one is wanted.
    package static let usage = ExitCode(rawValue: 2)
    /// Some records were done and some rejected.
    package static let partial = ExitCode(rawValue: 3)
    /// Refused by the user, or not confirmed.
    package static let refused = ExitCode(rawValue: 4)
    /// A duplicate, or a record changed by someone else meanwhile.
    package static let conflict = ExitCode(rawValue: 5)
    package static let badInput = ExitCode(rawValue: 65)
    package static let missingInput = ExitCode(rawValue: 66)
    package static let cannotCreate = ExitCode(rawValue: 73)
    package static let io = ExitCode(rawValue: 74)
    /// The store is in use: try again.
    package static let busy = ExitCode(rawValue: 75)
    /// The store was made by a newer version of the program.
    package static let newerStore = ExitCode(rawValue: 76)
    package static let interrupted = ExitCode(rawValue: 130)
}
