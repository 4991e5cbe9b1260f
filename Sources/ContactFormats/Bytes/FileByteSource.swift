import Foundation

/// A file or standard input as a source of bytes.
public final class FileByteSource: ByteSource {
    /// The path as given; `-` for standard input.
    public let name: String
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens a file for reading.
    ///
    /// - Parameter path: The file's path, or `-` for standard input.
    /// - Throws: ``ContactFormatError`` with `fileNotFound`, or `unreadable` for a directory or a missing permission.
    public init(path: String) throws {
        name = path
        isOwned = path != "-"
        descriptor = isOwned ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
        guard descriptor >= 0 else {
            let code: ContactFormatError.Code = errno == ENOENT || errno == ENOTDIR ? .fileNotFound : .unreadable
            throw ContactFormatError(code, "cannot be opened: \(Self.reason(errno))", file: path)
        }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            if isOwned { close(descriptor) }
            throw ContactFormatError(.unreadable, "is a directory, not a file", file: path)
        }
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// The size in bytes, when it is a plain file; for progress bars.
    public var size: Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Reads the next bytes.
    ///
    /// - Throws: ``ContactFormatError`` with `unreadable`.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            if errno != EINTR {
                throw ContactFormatError(.unreadable, "cannot be read: \(Self.reason(errno))", file: name)
            }
        }
    }

    static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
