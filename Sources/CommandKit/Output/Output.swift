#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes data to a file descriptor, usually standard output, through one buffer.
///
/// Used from one thread. What is written last reaches the descriptor with `flush()`, which the runner calls at the
/// end.
package final class Output {
    private enum Sink {
        case descriptor(Int32)
        case memory
    }

    private let sink: Sink
    /// What the descriptor is called in a message.
    private let name: String
    private var buffer: [UInt8] = []
    private let capacity = 1 << 16
    package let terminal: Terminal

    package init(descriptor: Int32 = 1, name: String = "standard output", environment: Environment = .process) {
        sink = .descriptor(descriptor)
        self.name = name
        terminal = Terminal(descriptor: descriptor, environment: environment)
        buffer.reserveCapacity(capacity)
    }

    private init(memory terminal: Terminal) {
        sink = .memory
        name = "memory"
        self.terminal = terminal
    }

    /// Keeps everything in memory, for tests: read it from `text`.
    package static func memory(terminal: Terminal = Terminal(isTerminal: false)) -> Output {
        Output(memory: terminal)
    }

    /// What is in the buffer; for a memory output, all that was written.
    package var text: String { String(decoding: buffer, as: UTF8.self) }

    /// - Throws: `BrokenPipe` when nobody reads any more, which the runner ends quietly; `CommandError` (74) when the
    ///   descriptor cannot be written, such as on a full disk. A flush that fails drops the buffer.
    package func write(_ text: String) throws {
        if buffer.count + text.utf8.count > capacity { try makeRoom() }
        buffer.append(contentsOf: text.utf8)
        if buffer.count > capacity { try makeRoom() }
    }

    /// The text and a line end.
    package func writeLine(_ text: String = "") throws {
        try write(text)
        buffer.append(UInt8(ascii: "\n"))
    }

    package func write(bytes: some Collection<UInt8>) throws {
        if buffer.count + bytes.count > capacity { try makeRoom() }
        buffer.append(contentsOf: bytes)
        if buffer.count > capacity { try makeRoom() }
    }

    /// Hands everything to the descriptor.
    package func flush() throws {
        guard case .descriptor(let descriptor) = sink, !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        let failure = buffer.withUnsafeBytes { writeAll($0, to: descriptor) }
        switch failure {
        case nil: return
        case EPIPE?: throw BrokenPipe()
        case let code?: throw CommandError(.io, "Cannot write to \(name): \(String(cString: strerror(code)))")
        }
    }

    /// A memory output grows instead.
    private func makeRoom() throws {
        if case .descriptor = sink { try flush() }
    }
}

/// Nobody reads the output any more: `people list | head`. Not an error; the program ends quietly with 0.
package struct BrokenPipe: Error {
    package init() {}
}

/// Writes until all bytes are out. The error number when that fails.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
        let count = write(descriptor, start, rest.count)
        if count > 0 {
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN:
            // A descriptor that its owner has made non-blocking: wait until it takes more.
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&ready, 1, -1)
        case let code: return code
        }
    }
    return nil
}
