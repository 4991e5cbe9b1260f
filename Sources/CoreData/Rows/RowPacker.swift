import Foundation

/// Builds packed rows, reusing its own memory from row to row.
///
/// Slots are given in ascending order: begin, then one `add` for each slot that has a value, then finish.
struct RowPacker: ~Copyable {
    private var bitmap: UnsafeMutablePointer<UInt64>
    private var entries: UnsafeMutablePointer<UInt64>
    private var parts: UnsafeMutablePointer<UnsafeRawBufferPointer>
    private var wordCapacity: Int
    private var slotCapacity: Int
    private var words = 0
    private var entryCount = 0
    private var partCount = 0
    private var byteCount = 0
    /// Bytes that do not stay in place by themselves, in order.
    private var copies: UnsafeMutableRawPointer
    private var copyCapacity = 4096

    init() {
        wordCapacity = 2
        slotCapacity = 128
        bitmap = .allocate(capacity: wordCapacity)
        entries = .allocate(capacity: slotCapacity)
        parts = .allocate(capacity: slotCapacity)
        copies = .allocate(byteCount: copyCapacity, alignment: 8)
    }

    deinit {
        copies.deallocate()
        bitmap.deallocate()
        entries.deallocate()
        parts.deallocate()
    }

    /// Begins a row of `slotCount` slots.
    mutating func begin(slotCount: Int) {
        if slotCount > slotCapacity {
            bitmap.deallocate()
            entries.deallocate()
            parts.deallocate()
            slotCapacity = (slotCount + 63) & ~63
            wordCapacity = slotCapacity / 64
            bitmap = .allocate(capacity: wordCapacity)
            entries = .allocate(capacity: slotCapacity)
            parts = .allocate(capacity: slotCapacity)
        }
        words = (slotCount + 63) >> 6
        for word in 0..<words { bitmap[word] = 0 }
        entryCount = 0
        partCount = 0
        byteCount = 0
    }

    /// An integer, the bits of a double or a reference.
    @inline(__always)
    mutating func add(_ entry: UInt64, at slot: Int) {
        bitmap[slot >> 6] |= 1 << UInt64(slot & 63)
        entries[entryCount] = entry
        entryCount += 1
    }

    /// A text or blob, which must stay in place until `finish`.
    @inline(__always)
    mutating func add(bytes: UnsafeRawBufferPointer, at slot: Int) {
        add(UInt64(byteCount) | UInt64(bytes.count) << 32, at: slot)
        parts[partCount] = bytes
        partCount += 1
        byteCount += bytes.count
    }

    /// A text or blob that need not stay in place. A row is built with these or with `add(bytes:)`, not with both.
    mutating func addCopy(of bytes: UnsafeRawBufferPointer, at slot: Int) {
        add(UInt64(byteCount) | UInt64(bytes.count) << 32, at: slot)
        guard let start = bytes.baseAddress, bytes.count > 0 else { return }
        if byteCount + bytes.count > copyCapacity {
            let larger = max(copyCapacity * 2, byteCount + bytes.count)
            let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
            moved.copyMemory(from: copies, byteCount: byteCount)
            copies.deallocate()
            copies = moved
            copyCapacity = larger
        }
        (copies + byteCount).copyMemory(from: start, byteCount: bytes.count)
        byteCount += bytes.count
    }

    /// Bytes that need not stay in place.
    mutating func addCopy(of bytes: [UInt8], at slot: Int) {
        bytes.withUnsafeBytes { addCopy(of: $0, at: slot) }
    }

    /// Copies the row into the arena.
    mutating func finish(primaryKey: Int64, version: Int64, in arena: inout RowArena) -> PackedRow {
        let size = PackedRow.headerSize + (words + entryCount) * 8 + byteCount
        let base = arena.allocate(size)
        base.storeBytes(of: primaryKey, as: Int64.self)
        base.storeBytes(of: version, toByteOffset: 8, as: Int64.self)
        base.storeBytes(of: UInt32(words), toByteOffset: 16, as: UInt32.self)
        base.storeBytes(of: UInt32(entryCount), toByteOffset: 20, as: UInt32.self)
        var cursor = base + PackedRow.headerSize
        cursor.copyMemory(from: bitmap, byteCount: words * 8)
        cursor += words * 8
        cursor.copyMemory(from: entries, byteCount: entryCount * 8)
        cursor += entryCount * 8
        if partCount == 0, byteCount > 0 { cursor.copyMemory(from: copies, byteCount: byteCount) }
        for part in 0..<partCount {
            guard let start = parts[part].baseAddress else { continue }
            cursor.copyMemory(from: start, byteCount: parts[part].count)
            cursor += parts[part].count
        }
        return PackedRow(base: UnsafeRawPointer(base))
    }
}
