import Foundation

/// A decimal number as `NSDecimalNumber` archives it: sixteen-bit words, least significant first, and a power of ten.
///
/// Linux's `Decimal` keeps its words to itself, so they are made by arithmetic, which is exact: 128 bits fit.
extension Decimal {
    init(archived fields: KeyedArchiveReader.Fields) throws {
        try self.init(
            archivedLength: Int(fields.integer("NS.length")), exponent: Int(fields.integer("NS.exponent")),
            isNegative: fields.bool("NS.negative"), mantissa: fields.data("NS.mantissa"),
            // Byte order 1 is little-endian, 2 big-endian (`CFByteOrder`).
            isBigEndian: fields.integer("NS.mantissa.bo") == 2)
    }

    init(archivedLength length: Int, exponent: Int, isNegative: Bool, mantissa: Data, isBigEndian: Bool) throws {
        let bytes = [UInt8](mantissa)
        guard (0...8).contains(length), (-128...127).contains(exponent), bytes.count == 16 else {
            throw KeyedArchiveError.corrupt("a decimal number is out of range")
        }
        if length == 0 {
            self = isNegative ? .nan : 0
            return
        }
        var significand = Decimal(0)
        for place in stride(from: 2 * (length - 1), through: 0, by: -2) {
            let (high, low) = isBigEndian ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
            significand = significand * 65536 + Decimal(Int(high) << 8 | Int(low))
        }
        self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }

    /// The mantissa's words, least significant first; none for zero and for not-a-number.
    var archivedWords: [UInt16] {
        guard !isNaN, !isZero else { return [] }
        var words: [UInt16] = []
        for digit in significand.description.utf8 {
            guard let value = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) ? UInt32(digit & 0x0F) : nil
            else { continue }
            var carry = value
            for place in words.indices {
                let product = UInt32(words[place]) * 10 + carry
                words[place] = UInt16(truncatingIfNeeded: product)
                carry = product >> 16
            }
            if carry > 0 { words.append(UInt16(carry)) }
        }
        return words
    }
}
