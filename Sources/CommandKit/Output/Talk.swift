import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the program says to the person who runs it, on standard error: notes, warnings, errors, and a status line
/// that stays below them. May be used from several threads.
package final class Talk: Sendable {
    private enum Sink {
        case descriptor(Int32)
        case memory
    }

    private struct State {
        var status = ""
        var written = ""
    }

    private let sink: Sink
    private let state = Mutex(State())
    package let terminal: Terminal
    package let paint: Paint
    /// No notes and no status line.
    package let isQuiet: Bool
    package let isVerbose: Bool
    /// Errors are written as one JSON object a line.
    package let reportsJSON: Bool

    package init(
        descriptor: Int32 = 2, color: ColorMode = .auto, isQuiet: Bool = false, isVerbose: Bool = false,
        reportsJSON: Bool = false, environment: Environment = .process
    ) {
        sink = .descriptor(descriptor)
        terminal = Terminal(descriptor: descriptor, environment: environment)
        paint = Paint(color, terminal: terminal, environment: environment)
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
        self.reportsJSON = reportsJSON
    }

    /// Keeps everything in memory, for tests: read it from `text`.
    package init(
        memory terminal: Terminal, color: ColorMode = .never, isQuiet: Bool = false, isVerbose: Bool = false,
        reportsJSON: Bool = false
    ) {
        sink = .memory
        self.terminal = terminal
        paint = Paint(color, terminal: terminal, environment: Environment([:]))
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
        self.reportsJSON = reportsJSON
    }

    /// All that was said, of a talk in memory.
    package var text: String { state.withLock { $0.written } }

    // MARK: Saying

    /// Something worth knowing. Dropped with `-q`.
    package func note(_ message: String) {
        guard !isQuiet else { return }
        say("note:", [.bold, .cyan], message)
    }

    /// Something for a person who wants to see each step. Said with `-v` only.
    package func detail(_ message: String) {
        guard isVerbose, !isQuiet else { return }
        print(message.escapedControls)
    }

    /// The outcome of what was asked for, without a prefix: "Imported 300 people". Dropped with `-q`.
    package func report(_ message: String) {
        guard !isQuiet else { return }
        print(message.escapedLines)
    }

    package func warning(_ message: String) {
        say("warning:", [.bold, .yellow], message)
    }

    package func error(_ error: CommandError) {
        if reportsJSON {
            print(error.json)
            return
        }
        say("error:", [.bold, .red], error.description)
        if let hint = error.hint { say("hint:", .bold, hint) }
    }

    private func say(_ prefix: String, _ style: Style, _ message: String) {
        print("\(paint(prefix, style)) \(message.escapedLines)")
    }

    /// Writes a line as it is, above the status line if there is one.
    package func print(_ line: String) {
        state.withLock { state in
            if state.status.isEmpty {
                write(line + "\n", &state)
            } else {
                write("\r\u{1B}[K\(line)\n\(state.status)", &state)
            }
        }
    }

    // MARK: Status and prompts

    /// Whether a status line is shown: on a terminal that can clear a line, and not with `-q`.
    package var showsStatus: Bool { terminal.isTerminal && !isQuiet }

    /// Replaces the line at the bottom; an empty one clears it. It must not be wider than the terminal.
    package func setStatus(_ line: String) {
        guard showsStatus else { return }
        state.withLock { state in
            guard state.status != line else { return }
            state.status = line
            write("\r\u{1B}[K\(line)", &state)
        }
    }

    /// Writes a question without ending the line.
    func ask(_ question: String) {
        state.withLock { write(question, &$0) }
    }

    private func write(_ text: String, _ state: inout State) {
        switch sink {
        case .memory: state.written += text
        case .descriptor(let descriptor):
            var text = text
            // Where even standard error cannot be written, there is nobody left to tell.
            text.withUTF8 { _ = writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
        }
    }
}

extension String {
    /// Escaped controls, except for line ends: for messages of several lines, such as a predicate with a caret below.
    fileprivate var escapedLines: String {
        guard utf8.contains(UInt8(ascii: "\n")) else { return escapedControls }
        return split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapedControls }
            .joined(separator: "\n")
    }
}
