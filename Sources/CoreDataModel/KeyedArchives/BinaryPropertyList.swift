import Foundation

/// A binary property list, read object by object straight from its bytes.
///
/// Foundation's own reader hides the UIDs that keyed archives are made of, so ours is needed. It trusts nothing:
/// every offset, count and reference is checked before use, and an unsound file is a thrown error.
package struct BinaryPropertyList: Sendable {
    package enum Object: Sendable {
        case null
        case bool(Bool)
        case integer(Int64)
        /// An integer above `Int64.max`.
        case unsigned(UInt64)
        case real(Double)
        /// Seconds since 2001-01-01 UTC.
        case date(Double)
        /// The place of the bytes in `bytes`.
        case data(Range<Int>)
        case string(String)
        case uid(Int)
        case array(References)
        case set(References)
        case dictionary(keys: References, values: References)
    }

    /// A run of references to objects, not yet read.
    package struct References: Sendable {
        let start: Int
        package let count: Int
    }

    package let bytes: [UInt8]
    package let objectCount: Int
    package let topIndex: Int
    private let offsetTable: Int
    private let offsetSize: Int
    private let referenceSize: Int

    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    package init(_ data: Data) throws {
        bytes = [UInt8](data)
        // 8 bytes of magic and version, at least one object of one byte and its offset, 32 bytes of trailer.
        guard bytes.count >= 42, bytes.starts(with: "bplist0".utf8) else {
            throw KeyedArchiveError.corrupt("not a binary property list")
        }
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.bigEndian(bytes, at: trailer + 8, size: 8),
            let top = Self.bigEndian(bytes, at: trailer + 16, size: 8),
            let table = Self.bigEndian(bytes, at: trailer + 24, size: 8),
            table >= 9, table < trailer, count > 0, top < count, count <= (trailer - table) / offsetSize
        else { throw KeyedArchiveError.corrupt("the property list's trailer does not fit its bytes") }
        objectCount = count
        topIndex = top
        offsetTable = table
    }

    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    package func object(at index: Int) throws -> Object {
        let start = try offset(of: index)
        let marker = bytes[start]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0:
            switch low {
            case 0: return .null
            case 8: return .bool(false)
            case 9: return .bool(true)
            default: throw unknown(marker)
            }
        case 0x1: return try integer(at: start + 1, sizeExponent: low)
        case 0x2:
            switch low {
            case 2: return .real(Double(Float(bitPattern: UInt32(try bits(at: start + 1, size: 4)))))
            case 3: return .real(Double(bitPattern: try bits(at: start + 1, size: 8)))
            default: throw unknown(marker)
            }
        case 0x3 where low == 3: return .date(Double(bitPattern: try bits(at: start + 1, size: 8)))
        case 0x4:
            let (count, body) = try count(low, at: start)
            return .data(try range(body, count: count, width: 1))
        case 0x5, 0x6, 0x7: return .string(try text(at: start))
        case 0x8:
            guard let uid = Int(exactly: try bits(at: start + 1, size: low + 1)) else { throw unknown(marker) }
            return .uid(uid)
        case 0xA: return .array(try references(low, at: start))
        case 0xB, 0xC: return .set(try references(low, at: start))
        case 0xD:
            let (count, body) = try count(low, at: start)
            _ = try range(body, count: count, width: 2 * referenceSize)
            return .dictionary(
                keys: References(start: body, count: count),
                values: References(start: body + count * referenceSize, count: count))
        default: throw unknown(marker)
        }
    }

    /// The object number that a reference holds. `position` is in `0..<references.count`.
    package func index(_ position: Int, of references: References) throws -> Int {
        let place = references.start + position * referenceSize
        guard position >= 0, position < references.count,
            let index = Self.bigEndian(bytes, at: place, size: referenceSize), index < objectCount
        else { throw KeyedArchiveError.corrupt("a reference points at no object") }
        return index
    }

    /// The object number of the value under an ASCII key, nil without one.
    package func index(forKey key: StaticString, keys: References, values: References) throws -> Int? {
        for position in 0..<keys.count where try isString(at: index(position, of: keys), key) {
            return try index(position, of: values)
        }
        return nil
    }

    /// Whether the object is this ASCII string; tells it without making a `String`.
    private func isString(at index: Int, _ text: StaticString) throws -> Bool {
        let start = try offset(of: index)
        guard bytes[start] >> 4 == 0x5 else { return false }
        let (count, body) = try count(Int(bytes[start] & 0x0F), at: start)
        guard count == text.utf8CodeUnitCount else { return false }
        let range = try range(body, count: count, width: 1)
        return text.withUTF8Buffer { bytes[range].elementsEqual($0) }
    }

    // MARK: Parts

    private func offset(of index: Int) throws -> Int {
        guard index >= 0, index < objectCount,
            let offset = Self.bigEndian(bytes, at: offsetTable + index * offsetSize, size: offsetSize),
            offset >= 8, offset < offsetTable
        else { throw KeyedArchiveError.corrupt("an object lies outside the property list") }
        return offset
    }

    private func integer(at start: Int, sizeExponent: Int) throws -> Object {
        switch sizeExponent {
        // One, two and four bytes are unsigned, eight are signed.
        case 0, 1, 2: return .integer(Int64(try bits(at: start, size: 1 << sizeExponent)))
        case 3: return .integer(Int64(bitPattern: try bits(at: start, size: 8)))
        case 4:
            let high = try bits(at: start, size: 8)
            let low = try bits(at: start + 8, size: 8)
            if high == 0 { return low > UInt64(Int64.max) ? .unsigned(low) : .integer(Int64(low)) }
            guard high == .max, low > UInt64(Int64.max) else {
                throw KeyedArchiveError.corrupt("an integer has more than 64 bits")
            }
            return .integer(Int64(bitPattern: low))
        default: throw KeyedArchiveError.corrupt("an integer has an unknown size")
        }
    }

    private func text(at start: Int) throws -> String {
        let (count, body) = try count(Int(bytes[start] & 0x0F), at: start)
        switch bytes[start] >> 4 {
        case 0x5:
            let range = try range(body, count: count, width: 1)
            guard let text = String(validating: bytes[range], as: UTF8.self) else {
                throw KeyedArchiveError.corrupt("a string is not ASCII")
            }
            return text
        case 0x6:
            let range = try range(body, count: count, width: 2)
            let units = (0..<count).lazy.map { unit in
                let place = range.lowerBound + 2 * unit
                return UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
            }
            // A lone surrogate is legal in an Apple string; it becomes the replacement character here.
            return String(decoding: units, as: UTF16.self)
        default:
            let range = try range(body, count: count, width: 1)
            guard let text = String(validating: bytes[range], as: UTF8.self) else {
                throw KeyedArchiveError.corrupt("a string is not UTF-8")
            }
            return text
        }
    }

    /// The count of a sized object, and where its content starts.
    private func count(_ low: Int, at start: Int) throws -> (count: Int, body: Int) {
        guard low == 0xF else { return (low, start + 1) }
        guard start + 1 < offsetTable, bytes[start + 1] >> 4 == 0x1, bytes[start + 1] & 0x0F <= 3 else {
            throw KeyedArchiveError.corrupt("an object has no size")
        }
        let size = 1 << Int(bytes[start + 1] & 0x0F)
        guard let count = Int(exactly: try bits(at: start + 2, size: size)) else {
            throw KeyedArchiveError.corrupt("an object is larger than the property list")
        }
        return (count, start + 2 + size)
    }

    private func references(_ low: Int, at start: Int) throws -> References {
        let (count, body) = try count(low, at: start)
        _ = try range(body, count: count, width: referenceSize)
        return References(start: body, count: count)
    }

    /// The content of a sized object, refused where it would leave the objects' part of the file.
    private func range(_ start: Int, count: Int, width: Int) throws -> Range<Int> {
        guard start <= offsetTable, count <= (offsetTable - start) / width else {
            throw KeyedArchiveError.corrupt("an object is larger than the property list")
        }
        return start..<(start + count * width)
    }

    private func bits(at start: Int, size: Int) throws -> UInt64 {
        guard start + size <= offsetTable else {
            throw KeyedArchiveError.corrupt("an object lies outside the property list")
        }
        var result: UInt64 = 0
        for byte in bytes[start..<start + size] { result = result << 8 | UInt64(byte) }
        return result
    }

    private func unknown(_ marker: UInt8) -> KeyedArchiveError {
        .corrupt("unknown object kind 0x\(String(marker, radix: 16))")
    }

    private static func bigEndian(_ bytes: [UInt8], at start: Int, size: Int) -> Int? {
        guard start >= 0, start <= bytes.count - size else { return nil }
        var result: UInt64 = 0
        for byte in bytes[start..<start + size] { result = result << 8 | UInt64(byte) }
        return Int(exactly: result)
    }
}
