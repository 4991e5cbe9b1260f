#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What is at the other end of a file descriptor: a terminal of some width, or a pipe or file.
package struct Terminal: Sendable, Equatable {
    package let isTerminal: Bool
    /// In columns. 80 where nobody knows.
    package let width: Int

    /// A stand-in for tests.
    package init(isTerminal: Bool, width: Int = 80) {
        self.isTerminal = isTerminal
        self.width = width
    }

    /// Looks at a descriptor. `COLUMNS`, when it holds a number, overrides the terminal's own width.
    package init(descriptor: Int32, environment: Environment = .process) {
        isTerminal = CommandKit.isTerminal(descriptor)
        let override = environment["COLUMNS"].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
        width = override ?? (isTerminal ? Self.width(of: descriptor) : nil) ?? 80
    }

    private static func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

/// Whether a file descriptor is a terminal.
package func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
}
