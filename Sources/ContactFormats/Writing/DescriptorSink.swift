import Foundation

/// Writes to an open file descriptor, such as standard output.
///
/// A pipe that nobody reads any more is reported as `brokenPipe`, if the process ignores SIGPIPE; otherwise the
/// signal ends it.
public final class DescriptorSink: ByteSink {
    private let descriptor: Int32
    private let name: String

    /// Makes a sink for a descriptor, which stays open.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - name: The name that errors show.
    public init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Standard output.
    public static func standardOutput() -> DescriptorSink {
        DescriptorSink(descriptor: STDOUT_FILENO, name: "-")
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``ContactFormatError`` with `brokenPipe` or `writeFailed`.
    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            #if canImport(Darwin)
                let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
            #else
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            #endif
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                // Somebody made the terminal or pipe non-blocking.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, -1)
            } else if errno != EINTR {
                let code: ContactFormatError.Code = errno == EPIPE ? .brokenPipe : .writeFailed
                throw ContactFormatError(code, "cannot be written: \(FileByteSource.reason(errno))", file: name)
            }
        }
    }

    /// Does nothing: bytes are not held back.
    public func finish() {}
}
