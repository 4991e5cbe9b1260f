import Foundation

/// A file that appears under its name only when it is complete: it is written beside, brought to the disk, and renamed.
///
/// A file that is not finished is removed when the object goes away. A target that is no plain file, such as
/// `/dev/stdout` or a named pipe, is written to directly.
public final class AtomicOutputFile: ByteSink {
    /// The target's path as given.
    public let path: String
    private let target: String
    private let overwrites: Bool
    private var temporary: String?
    private var sink: DescriptorSink
    private var descriptor: Int32

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: The target.
    ///   - overwrites: Whether an existing file is replaced, with its permissions kept.
    /// - Throws: ``ContactFormatError`` with `targetExists` or `cannotCreate`.
    public init(path: String, overwrites: Bool = false) throws {
        self.path = path
        self.overwrites = overwrites
        // Behind a symbolic link the file itself is replaced, not the link.
        if let resolved = realpath(path, nil) {
            target = String(cString: resolved)
            free(resolved)
        } else {
            target = path
        }
        var status = stat()
        let exists = stat(target, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR {
            throw ContactFormatError(.cannotCreate, "is a directory", file: path)
        }
        let isSpecial = exists && status.st_mode & S_IFMT != S_IFREG
        if exists, !isSpecial, !overwrites { throw Self.exists(path) }
        if isSpecial {
            descriptor = open(target, O_WRONLY | O_CLOEXEC)
        } else {
            (descriptor, temporary) = Self.createBeside(target)
        }
        sink = DescriptorSink(descriptor: descriptor, name: path)
        guard descriptor >= 0 else {
            temporary = nil
            throw ContactFormatError(.cannotCreate, "cannot be created: \(FileByteSource.reason(errno))", file: path)
        }
        if temporary != nil {
            // mkstemp makes it private; a new file gets what the user's mask allows.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let mask = umask(0)
            umask(mask)
            fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~mask)
        }
    }

    private static func createBeside(_ target: String) -> (Int32, String?) {
        let slash = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
        // A long name must not grow beyond what the file system allows.
        var template = Array("\(target[..<slash]).\(target[slash...].prefix(40)).XXXXXX".utf8CString)
        let descriptor = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (descriptor, descriptor < 0 ? nil : name)
    }

    private static func exists(_ path: String) -> ContactFormatError {
        ContactFormatError(
            .targetExists, "exists already: choose another name, or overwrite it with --force", file: path)
    }

    deinit {
        cancel()
    }

    /// Writes bytes to the temporary file.
    ///
    /// - Throws: ``ContactFormatError`` with `writeFailed`.
    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        try sink.write(bytes)
    }

    /// Brings the file to the disk and gives it its name.
    ///
    /// - Throws: ``ContactFormatError`` with `writeFailed`, or `targetExists` when somebody made the target meanwhile.
    public func finish() throws {
        guard descriptor >= 0 else { return }
        guard let temporary else {
            cancel()
            return
        }
        guard fsync(descriptor) == 0 else { throw failed() }
        if overwrites {
            guard rename(temporary, target) == 0 else { throw failed() }
        } else if link(temporary, target) == 0 {
            unlink(temporary)
        } else {
            if errno == EEXIST { throw Self.exists(path) }
            // A file system without hard links.
            guard access(target, F_OK) != 0 else { throw Self.exists(path) }
            guard rename(temporary, target) == 0 else { throw failed() }
        }
        self.temporary = nil
        cancel()
        syncDirectory()
    }

    private func failed() -> ContactFormatError {
        ContactFormatError(.writeFailed, "cannot be written: \(FileByteSource.reason(errno))", file: path)
    }

    /// The new name itself is safe only when its directory is on the disk.
    private func syncDirectory() {
        let directory = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
        let handle = open(directory, O_RDONLY | O_CLOEXEC)
        guard handle >= 0 else { return }
        fsync(handle)
        close(handle)
    }

    /// Removes what was written, if the file is not finished.
    public func cancel() {
        if let temporary { unlink(temporary) }
        temporary = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
