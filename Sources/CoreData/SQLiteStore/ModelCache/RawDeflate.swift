import CZlib

/// Raw DEFLATE (RFC 1951), without the header and checksum of zlib or gzip: the form of a store's own model.
enum RawDeflate {
    /// Minus the largest window: no header.
    private static let windowBits: Int32 = -15

    /// - Parameter limit: The largest result in bytes.
    /// - Returns: nil for data that are damaged or unfold to more than `limit`.
    static func inflated(_ bytes: UnsafeRawBufferPointer, limit: Int) -> Data? {
        var stream = z_stream()
        guard czlib_inflate_init2(&stream, windowBits) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        return run(bytes, &stream, limit: limit) { inflate(&$0, Z_NO_FLUSH) }
    }

    /// - Returns: nil without memory.
    static func deflated(_ data: Data) -> Data? {
        var stream = z_stream()
        guard czlib_deflate_init2(&stream, Z_DEFAULT_COMPRESSION, windowBits) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        return data.withUnsafeBytes { bytes in run(bytes, &stream, limit: .max) { deflate(&$0, Z_FINISH) } }
    }

    /// Goes on until the stream has ended.
    private static func run(
        _ bytes: UnsafeRawBufferPointer, _ stream: inout z_stream, limit: Int, _ step: (inout z_stream) -> Int32
    ) -> Data? {
        guard bytes.count <= Int(UInt32.max) else { return nil }
        // zlib only reads through this pointer; its type is not const for historical reasons.
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(bytes.count)
        var result = Data()
        return withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { output in
            while true {
                stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.avail_out = UInt32(output.count)
                let status = step(&stream)
                let count = output.count - Int(stream.avail_out)
                guard result.count + count <= limit else { return nil }
                result.append(contentsOf: output[..<count])
                if status == Z_STREAM_END { return result }
                // Without progress there is nothing left to read: the data are cut off.
                guard status == Z_OK, count > 0 || stream.avail_in > 0 else { return nil }
            }
        }
    }
}
