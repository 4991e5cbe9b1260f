#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Asks the person at the terminal. The question goes to standard error, so that standard output stays data.
package struct Prompt: Sendable {
    private let descriptor: Int32
    private let talk: Talk
    /// Whether there is somebody to ask: both ends are a terminal, and asking is not switched off.
    package let isInteractive: Bool

    package init(talk: Talk, descriptor: Int32 = 0, isAllowed: Bool = true) {
        self.init(
            talk: talk, descriptor: descriptor,
            isInteractive: isAllowed && CommandKit.isTerminal(descriptor) && talk.terminal.isTerminal)
    }

    /// For tests: answers come from any descriptor.
    package init(talk: Talk, descriptor: Int32, isInteractive: Bool) {
        self.talk = talk
        self.descriptor = descriptor
        self.isInteractive = isInteractive
    }

    /// Asks a question such as `Delete 3 people?`. Anything but yes, also the end of input, is no.
    ///
    /// - Throws: `CommandError` (4) when nobody can be asked; (130) on Ctrl-C.
    package func confirm(_ question: String) throws -> Bool {
        guard isInteractive else {
            throw CommandError(
                .refused, "'\(question.escapedControls)' cannot be asked without a terminal",
                hint: "Pass -y to go ahead without asking")
        }
        talk.ask("\(question.escapedControls) [y/N] ")
        return ["y", "yes"].contains((try readLine() ?? "").lowercased())
    }

    /// Shows numbered candidates and asks for one. The index of the one picked, or nil for none.
    ///
    /// - Throws: `CommandError` (2) when nobody can be asked; (130) on Ctrl-C.
    package func choose(_ question: String, among candidates: [String]) throws -> Int? {
        guard isInteractive else {
            throw CommandError(.usage, "'\(question.escapedControls)' cannot be asked without a terminal")
        }
        let digits = String(candidates.count).count
        for (index, candidate) in candidates.enumerated() {
            let number = String(index + 1).padded(to: digits, alignment: .right)
            let line = "\(number)  \(candidate.escapedControls)"
            talk.print(line.truncated(to: talk.terminal.width))
        }
        while true {
            talk.ask("\(question.escapedControls) [1-\(candidates.count), empty for none] ")
            guard let answer = try readLine(), !answer.isEmpty else { return nil }
            if let number = Int(answer), (1...max(1, candidates.count)).contains(number) { return number - 1 }
            talk.print("That is not one of the numbers.")
        }
    }

    /// A line without its end and without blanks around it; nil at the end of input. Reads byte by byte, so that
    /// nothing is taken from whoever reads after it.
    private func readLine() throws -> String? {
        var bytes: [UInt8] = []
        while true {
            // In steps, since the signal may have been delivered to another thread.
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&ready, 1, 200) <= 0 {
                if Interruption.isRequested {
                    talk.print("")
                    try Interruption.check()
                }
                continue
            }
            var byte: UInt8 = 0
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                // End the question's line, which no Return key has ended.
                talk.print("")
                return nil
            }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") }
        let line = bytes.drop(while: isBlank)
        return String(
            decoding: line.prefix((line.lastIndex { !isBlank($0) } ?? -1) - line.startIndex + 1), as: UTF8.self)
    }
}
