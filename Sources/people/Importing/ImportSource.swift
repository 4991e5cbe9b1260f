import CommandKit
import ContactFormats
import Synchronization

/// A file to import: opened and begun, so that its faults are known before the store is touched.
final class ImportSource {
    let path: String
    let reader: ContactReader
    private let bytes: CountingByteSource
    private let format: ContactFormat?
    private let options: ContactReadOptions
    /// How many records there are, once the file has been inspected.
    private var recordCount: Int?

    /// Up to this size a file is always inspected before it is imported.
    private static let cheapSize = 16 << 20

    /// - Throws: `ContactFormatError`.
    init(path: String, format: ContactFormat?, options: ContactReadOptions) throws {
        self.path = path
        self.format = format
        self.options = options
        bytes = CountingByteSource(try FileByteSource(path: path))
        reader = try ContactReader(source: bytes, format: format, options: options)
    }

    /// Whether reading the file once more costs next to nothing.
    var isCheap: Bool { (bytes.size ?? .max) <= Self.cheapSize }

    /// Reads the file to its end, so that one which breaks off changes nothing in the store. What comes from a pipe
    /// cannot be read twice.
    ///
    /// - Throws: `ContactFormatError`, `CommandError` (130).
    func inspect(_ call: Invocation) throws {
        guard recordCount == nil, bytes.size != nil, path != "-" else { return }
        let progress = Progress("Reading", talk: call.talk)
        defer { progress.finish() }
        let reader = try ContactReader(path: path, format: format, options: options)
        var count = 0
        while try reader.next() != nil {
            count += 1
            if count % 256 == 0 {
                try Interruption.check()
                progress.update(done: count)
                _ = reader.takeWarnings()
            }
        }
        recordCount = count
    }

    /// How many records there will be, by those read so far when nobody has counted; nil when that cannot be told.
    func total(after records: Int) -> Int? {
        if let recordCount { return recordCount }
        guard let size = bytes.size, bytes.count > 0 else { return nil }
        return max(records, Int(Double(records) * Double(size) / Double(bytes.count)))
    }
}

/// Counts what is read of a file, also by another thread.
private final class CountingByteSource: ByteSource {
    private let file: FileByteSource
    private let counter = Atomic<Int>(0)
    let size: Int?

    var count: Int { counter.load(ordering: .relaxed) }

    init(_ file: FileByteSource) {
        self.file = file
        size = file.size
    }

    var name: String { file.name }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let read = try file.read(into: buffer)
        counter.add(read, ordering: .relaxed)
        return read
    }
}
