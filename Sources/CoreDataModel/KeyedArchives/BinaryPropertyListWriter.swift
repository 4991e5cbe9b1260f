import Foundation

/// Collects the objects of a binary property list and writes them out once their number is known.
package struct BinaryPropertyListWriter {
    package enum Object {
        case bool(Bool)
        case integer(Int64)
        case unsigned(UInt64)
        case real(Double)
        /// Seconds since 2001.
        case date(Double)
        case data(Data)
        case string(String)
        case uid(Int)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    private var objects: [Object] = []
    private var strings: [String: Int] = [:]
    private var uids: [Int: Int] = [:]

    /// The number of the added object. Equal strings and equal UIDs are stored once.
    package mutating func add(_ object: Object) -> Int {
        switch object {
        case .string(let string):
            if let known = strings[string] { return known }
            strings[string] = objects.count
        case .uid(let uid):
            if let known = uids[uid] { return known }
            uids[uid] = objects.count
        default: break
        }
        objects.append(object)
        return objects.count - 1
    }

    package mutating func add(_ entries: KeyValuePairs<StaticString, Int>) -> Int {
        let keys = entries.map { add(.string($0.key.description)) }
        return add(.dictionary(keys: keys, values: entries.map(\.value)))
    }

    package init() {}

    /// The whole file. `top` is the number of its top object.
    package func data(top: Int) -> Data {
        let referenceSize = Self.size(of: objects.count)
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        for object in objects {
            offsets.append(bytes.count)
            Self.append(object, referenceSize: referenceSize, to: &bytes)
        }
        let table = bytes.count
        let offsetSize = Self.size(of: table)
        for offset in offsets { Self.append(UInt64(offset), size: offsetSize, to: &bytes) }
        bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
        for number in [objects.count, top, table] { Self.append(UInt64(number), size: 8, to: &bytes) }
        return Data(bytes)
    }

    private static func append(_ object: Object, referenceSize: Int, to bytes: inout [UInt8]) {
        switch object {
        case .bool(let flag): bytes.append(flag ? 0x09 : 0x08)
        case .integer(let number): appendInteger(number, to: &bytes)
        case .unsigned(let number):
            bytes.append(0x14)
            append(0, size: 8, to: &bytes)
            append(number, size: 8, to: &bytes)
        case .real(let number):
            bytes.append(0x23)
            append(number.bitPattern, size: 8, to: &bytes)
        case .date(let seconds):
            bytes.append(0x33)
            append(seconds.bitPattern, size: 8, to: &bytes)
        case .data(let data):
            appendMarker(0x40, count: data.count, to: &bytes)
            bytes.append(contentsOf: data)
        case .string(let string):
            if string.utf8.allSatisfy({ $0 < 0x80 }) {
                appendMarker(0x50, count: string.utf8.count, to: &bytes)
                bytes.append(contentsOf: string.utf8)
            } else {
                appendMarker(0x60, count: string.utf16.count, to: &bytes)
                for unit in string.utf16 { append(UInt64(unit), size: 2, to: &bytes) }
            }
        case .uid(let uid):
            let size = size(of: uid)
            bytes.append(0x80 | UInt8(size - 1))
            append(UInt64(uid), size: size, to: &bytes)
        case .array(let references):
            appendMarker(0xA0, count: references.count, to: &bytes)
            for reference in references { append(UInt64(reference), size: referenceSize, to: &bytes) }
        case .dictionary(let keys, let values):
            appendMarker(0xD0, count: keys.count, to: &bytes)
            for reference in keys + values { append(UInt64(reference), size: referenceSize, to: &bytes) }
        }
    }

    private static func appendMarker(_ marker: UInt8, count: Int, to bytes: inout [UInt8]) {
        if count < 15 {
            bytes.append(marker | UInt8(count))
        } else {
            bytes.append(marker | 0x0F)
            appendInteger(Int64(count), to: &bytes)
        }
    }

    private static func appendInteger(_ number: Int64, to bytes: inout [UInt8]) {
        // Only eight bytes carry a sign.
        let size = number < 0 ? 8 : size(of: Int(number))
        bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
        append(UInt64(bitPattern: number), size: size, to: &bytes)
    }

    private static func append(_ number: UInt64, size: Int, to bytes: inout [UInt8]) {
        for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    /// 1, 2, 4 or 8: the bytes that hold the number.
    private static func size(of number: Int) -> Int {
        number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
    }
}
