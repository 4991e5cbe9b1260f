import CZlib

/// Decompresses another source's gzip data, of one member or several one after the other.
final class GzipByteSource: ByteSource {
    private let compressed: any ByteSource
    private let input: UnsafeMutableRawBufferPointer
    private var stream = z_stream()
    private var isBetweenMembers = false
    private var isAtEnd = false

    static let magic: [UInt8] = [0x1F, 0x8B]

    init(_ compressed: any ByteSource) throws {
        self.compressed = compressed
        input = .allocate(byteCount: 64 * 1024, alignment: 16)
        // 15 is the largest window; 16 more asks for the gzip wrapper.
        guard czlib_inflate_init2(&stream, 15 + 16) == Z_OK else {
            throw ContactFormatError(.unreadable, "cannot be decompressed: not enough memory", file: compressed.name)
        }
    }

    deinit {
        inflateEnd(&stream)
        input.deallocate()
    }

    var name: String { compressed.name }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isAtEnd else { return 0 }
        let space = min(buffer.count, Int(UInt32.max))
        stream.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(space)
        while stream.avail_out == space {
            if stream.avail_in == 0, try !refill() {
                guard isBetweenMembers else {
                    throw ContactFormatError(.corruptCompression, "the gzip data is cut off", file: name)
                }
                isAtEnd = true
                return 0
            }
            if isBetweenMembers, !startMember() {
                isAtEnd = true
                return 0
            }
            switch inflate(&stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isBetweenMembers = true
            default: throw ContactFormatError(.corruptCompression, "the gzip data is damaged", file: name)
            }
        }
        return space - Int(stream.avail_out)
    }

    private func refill() throws -> Bool {
        let count = try compressed.read(into: input)
        stream.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_in = UInt32(count)
        return count > 0
    }

    /// Whether another member follows. Anything else after a member is padding, which gzip itself ignores too.
    private func startMember() -> Bool {
        guard stream.next_in?.pointee == Self.magic[0] else { return false }
        isBetweenMembers = false
        return inflateReset(&stream) == Z_OK
    }
}
