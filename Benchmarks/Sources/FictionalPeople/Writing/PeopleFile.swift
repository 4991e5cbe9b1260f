import Foundation

/// A file that people are written to through a buffer. It is written beside its place and moved there when it is whole.
package final class PeopleFile {
    private let path: String
    private let handle: FileHandle
    private let writer: any PeopleWriter
    private var buffer = ByteBuffer(capacity: PeopleFile.bufferSize + 65_536)
    private var isEmpty = true

    private static let bufferSize = 1 << 20

    /// - Throws: When the file cannot be made.
    package init(path: String, writer: any PeopleWriter) throws {
        self.path = path
        self.writer = writer
        guard FileManager.default.createFile(atPath: path + ".part", contents: nil) else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path + ".part"])
        }
        handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path + ".part"))
        writer.begin(&buffer)
    }

    /// - Throws: When the file cannot be written.
    package func append(_ person: FictionalPerson) throws {
        writer.append(person, isFirst: isEmpty, to: &buffer)
        isEmpty = false
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes what is left and moves the file to its place.
    ///
    /// - Throws: When the file cannot be written or moved.
    package func close() throws {
        writer.end(&buffer)
        try flush()
        try handle.close()
        if rename(path + ".part", path) != 0 {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }

    private func flush() throws {
        try buffer.withBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count > 0 else { return }
            // The bytes outlive the call, and nothing keeps the Data.
            let data = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
            try handle.write(contentsOf: data)
        }
        buffer.removeAll()
    }
}
