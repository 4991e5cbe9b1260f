import Foundation

/// One row of a store, copied once and never changed: what a clean object shows.
///
/// Layout, all in one piece of a slab:
///
///     primary key  Int64
///     version      Int64     Z_OPT
///     word count   UInt32    words of the bitmap
///     entry count  UInt32
///     bitmap       UInt64 × words      bit i: slot i has a value
///     entries      UInt64 × entries    one for each bit set, in slot order
///     bytes                            texts and blobs
///
/// An entry is an integer, the bits of a double, a reference (`Reference`), or the place of a text or blob in the
/// bytes (low half offset, high half length).
package struct PackedRow {
    static let headerSize = 24

    let base: UnsafeRawPointer

    var primaryKey: Int64 { base.load(as: Int64.self) }
    var version: Int64 { base.load(fromByteOffset: 8, as: Int64.self) }
    private var wordCount: Int { Int(base.load(fromByteOffset: 16, as: UInt32.self)) }
    private var entryCount: Int { Int(base.load(fromByteOffset: 20, as: UInt32.self)) }

    /// The entry of a slot, nil for NULL.
    @inline(__always)
    func entry(_ slot: Int) -> UInt64? {
        let words = wordCount
        let word = slot >> 6
        guard word < words else { return nil }
        let bitmap = base + Self.headerSize
        let bits = bitmap.load(fromByteOffset: word * 8, as: UInt64.self)
        let mask: UInt64 = 1 << UInt64(slot & 63)
        guard bits & mask != 0 else { return nil }
        var rank = (bits & (mask &- 1)).nonzeroBitCount
        var before = 0
        while before < word {
            rank += bitmap.load(fromByteOffset: before * 8, as: UInt64.self).nonzeroBitCount
            before += 1
        }
        return bitmap.load(fromByteOffset: (words + rank) * 8, as: UInt64.self)
    }

    /// The text or blob that an entry points at. Valid as long as the row's slab.
    @inline(__always)
    func bytes(_ entry: UInt64) -> UnsafeRawBufferPointer {
        let start = base + Self.headerSize + (wordCount + entryCount) * 8
        return UnsafeRawBufferPointer(start: start + Int(entry & 0xFFFF_FFFF), count: Int(entry >> 32))
    }

    @inline(__always)
    func string(_ entry: UInt64) -> String { String(decoding: bytes(entry), as: UTF8.self) }

    func data(_ entry: UInt64) -> Data {
        let bytes = bytes(entry)
        guard let start = bytes.baseAddress else { return Data() }
        return Data(bytes: start, count: bytes.count)
    }
}

/// A to-one reference in a row: the target's primary key, and its entity number where the column beside says so.
struct PackedReference {
    /// 48 bits hold any key that a store can hand out in practice; a larger one (a damaged file) reads as dangling.
    static let keyBits: UInt64 = 48
    static let largestKey: Int64 = (1 << 48) - 1

    let key: Int64
    /// 0: the destination entity itself.
    let entityNumber: Int

    init(key: Int64, entityNumber: Int) {
        self.key = key
        self.entityNumber = entityNumber
    }

    init(entry: UInt64) {
        key = Int64(entry & (1 << Self.keyBits - 1))
        entityNumber = Int(entry >> Self.keyBits)
    }

    var entry: UInt64 { UInt64(key) | UInt64(entityNumber) << Self.keyBits }
}
