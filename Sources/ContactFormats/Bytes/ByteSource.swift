/// Where bytes come from: a file, a pipe, memory, another source that is being decompressed or decoded.
public protocol ByteSource: AnyObject {
    /// The name that errors and warnings show.
    var name: String { get }

    /// Reads the next bytes.
    ///
    /// - Parameter buffer: Where they go; never empty.
    /// - Returns: How many were read; 0 only at the end.
    /// - Throws: ``ContactFormatError`` when reading fails.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension ByteSource {
    /// Reads until the buffer is full or the source ends.
    func readFully(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var count = 0
        while count < buffer.count {
            let read = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            if read == 0 { break }
            count += read
        }
        return count
    }

    /// Reads up to `count` bytes, fewer only at the end.
    func readPrefix(_ count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = try readFully(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}

/// Bytes in memory as a source.
public final class MemoryByteSource: ByteSource {
    /// The name that errors and warnings show.
    public let name: String
    private let bytes: [UInt8]
    private var position = 0

    /// Makes a source of the given bytes.
    public init(_ bytes: some Sequence<UInt8>, name: String = "input") {
        self.bytes = Array(bytes)
        self.name = name
    }

    /// Copies the next bytes.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count]))
        }
        position += count
        return count
    }
}

/// A source of which the first bytes have been looked at already.
final class PrefixedByteSource: ByteSource {
    private let prefix: MemoryByteSource
    private let rest: any ByteSource
    private var prefixIsDone = false

    init(prefix: [UInt8], rest: any ByteSource) {
        self.prefix = MemoryByteSource(prefix, name: rest.name)
        self.rest = rest
    }

    var name: String { rest.name }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if !prefixIsDone {
            let count = prefix.read(into: buffer)
            if count > 0 { return count }
            prefixIsDone = true
        }
        return try rest.read(into: buffer)
    }
}
