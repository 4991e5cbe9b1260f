import Foundation

/// A hash of 128 bits that is the same on every machine and in every version, by which a second import knows a record
/// that has no identity of its own.
///
/// It guards against chance, not against somebody who builds a file to collide with a record: such a file could as well
/// name the record's identity.
struct Fingerprint: Hashable {
    let high: UInt64
    let low: UInt64

    /// The hash of some bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        var first: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        var second: UInt64 = 0xD6E8_FEB8_6659_FD93
        var position = 0
        while position < bytes.count {
            var word: UInt64 = 0
            if position + 8 <= bytes.count {
                word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            } else {
                for offset in position..<bytes.count {
                    word |= UInt64(bytes[offset]) << UInt64((offset - position) * 8)
                }
            }
            first = Self.mix(first ^ word, 0xA076_1D64_78BD_642F)
            second = Self.mix(second ^ word, 0xE703_7ED1_A0B4_28DB)
            position += 8
        }
        high = Self.mix(first, 0x8EBC_6AF0_9C88_C6E3)
        low = Self.mix(second, 0x5899_65CC_7537_4CC3)
    }

    /// The hash of a text in a namespace of its own, for tables of keys.
    static func key(_ kind: UInt8, _ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { Fingerprint(UnsafeRawBufferPointer($0)).low ^ (UInt64(kind) &* 0x9E37_79B9_7F4A_7C15) }
    }

    private static func mix(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        let (high, low) = (value ^ 0x2D35_8DCC_AA6C_78A5).multipliedFullWidth(by: factor)
        return high ^ low ^ (value >> 29)
    }

    /// 32 hexadecimal digits.
    var text: String {
        func digits(_ value: UInt64) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return digits(high) + digits(low)
    }

    /// The hash in the form of a UUID, as a name-based one of version 8 (RFC 9562), the variant for hashes of one's own.
    var uuidString: String {
        let high = (self.high & ~0xF000) | 0x8000
        let low = (self.low & ~(3 << 62)) | (2 << 62)
        let bytes = [high, low].flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString }
    }
}
