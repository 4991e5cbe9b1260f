import CZlib

/// DEFLATE (RFC 1951) without a wrapper, as the model cache has it.
enum RawDeflate {
    /// The largest window, without header and checksum.
    private static let windowBits: Int32 = -15

    /// The data, compressed; nil only when memory is short.
    static func compressed(_ data: Data) -> Data? {
        var stream = z_stream()
        guard data.count < Int32.max, czlib_deflate_init2(&stream, Z_DEFAULT_COMPRESSION, windowBits) == Z_OK else {
            return nil
        }
        defer { deflateEnd(&stream) }
        var output = Data(count: Int(deflateBound(&stream, UInt(data.count))))
        let status = run(&stream, from: data, into: &output) { deflate(&$0, Z_FINISH) }
        guard status == Z_STREAM_END else { return nil }
        return output.prefix(output.count - Int(stream.avail_out))
    }

    /// The data that was compressed; nil where it is damaged, cut off, or longer than `limit` bytes.
    static func decompressed(_ data: Data, limit: Int) -> Data? {
        var stream = z_stream()
        guard data.count < Int32.max, czlib_inflate_init2(&stream, windowBits) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        // A small archive unfolds to ten times its size; the room grows only as far as there is something to fill it.
        var size = min(limit, max(4096, data.count * 10))
        while true {
            var output = Data(count: size)
            guard inflateReset(&stream) == Z_OK else { return nil }
            let status = run(&stream, from: data, into: &output) { inflate(&$0, Z_FINISH) }
            switch status {
            case Z_STREAM_END: return output.prefix(output.count - Int(stream.avail_out))
            case Z_BUF_ERROR where stream.avail_out == 0 && size < limit: size = min(limit, size * 4)
            default: return nil
            }
        }
    }

    private static func run(
        _ stream: inout z_stream, from input: Data, into output: inout Data, _ step: (inout z_stream) -> Int32
    ) -> Int32 {
        // zlib only reads through its input pointer; the type is not const for historical reasons.
        input.withUnsafeBytes { source in
            output.withUnsafeMutableBytes { target in
                stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(target.count)
                return step(&stream)
            }
        }
    }
}
