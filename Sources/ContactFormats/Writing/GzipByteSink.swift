import CZlib

/// Compresses what is written and hands it on.
final class GzipByteSink: ByteSink {
    private let target: any ByteSink
    private let output: UnsafeMutableRawBufferPointer
    private var stream = z_stream()

    init(_ target: any ByteSink) throws {
        self.target = target
        output = .allocate(byteCount: 64 * 1024, alignment: 16)
        guard czlib_deflate_init2(&stream, Z_DEFAULT_COMPRESSION, 15 + 16) == Z_OK else {
            throw ContactFormatError(.writeFailed, "cannot be compressed: not enough memory")
        }
    }

    deinit {
        deflateEnd(&stream)
        output.deallocate()
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = min(rest.count, 1 << 30)
            try compress(UnsafeRawBufferPointer(rebasing: rest[..<count]), flush: Z_NO_FLUSH)
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    func finish() throws {
        try compress(UnsafeRawBufferPointer(start: nil, count: 0), flush: Z_FINISH)
        try target.finish()
    }

    private func compress(_ bytes: UnsafeRawBufferPointer, flush: Int32) throws {
        // zlib only reads through this pointer; its type is not const for historical reasons.
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(bytes.count)
        repeat {
            stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.avail_out = UInt32(output.count)
            deflate(&stream, flush)
            let count = output.count - Int(stream.avail_out)
            if count > 0 { try target.write(UnsafeRawBufferPointer(rebasing: output[..<count])) }
        } while stream.avail_out == 0
    }
}
