/// Collects, for each term, the rows that have it.
///
/// FTS5's own hash table is made for small batches: in a million rows it spends most of its time walking chains.
/// Not Sendable, and not meant to be kept: what is collected is written as a segment and forgotten.
final class PostingLists {
    /// The rows of one term, as FTS5 keeps them: the differences of ascending keys, each a varint.
    ///
    /// 64 bytes, so that adding a row mostly touches one line of the processor's cache.
    private struct List {
        /// The first eight bytes of the term as a number, so that numbers sort as terms do.
        let head: UInt64
        /// The last key.
        var last: Int64
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt32 = 0
        var capacity: UInt32 = 0
        let termStart: UInt32
        let termLength: UInt16
        /// How many bytes of `recent` are in use.
        var recentCount: UInt16 = 0
        /// The end of the list, before it is moved to `bytes`.
        var recent: (UInt64, UInt64, UInt64) = (0, 0, 0)
    }

    private static let recentCapacity = 24
    private static let recentOffset = MemoryLayout<List>.offset(of: \.recent) ?? 0

    private var lists: UnsafeMutablePointer<List>
    private var listCapacity = 1 << 12
    private(set) var listCount = 0
    /// The bytes of all terms, one behind the other.
    private var terms: UnsafeMutablePointer<UInt8>
    private var termCapacity = 1 << 16
    private var termCount = 0
    /// Open addressing: a list's place plus one, 0 where nothing is.
    private var slots: UnsafeMutablePointer<UInt32>
    private var slotCount = 1 << 14
    private var postingBytes = 0

    init() {
        lists = Self.allocateLists(listCapacity)
        terms = .allocate(capacity: termCapacity)
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: 0, count: slotCount)
    }

    deinit {
        removePostings()
        lists.deallocate()
        terms.deallocate()
        slots.deallocate()
    }

    /// Memory in use, in bytes.
    var size: Int {
        listCount * MemoryLayout<List>.stride + termCount + slotCount * MemoryLayout<UInt32>.stride + postingBytes
    }

    /// Forgets everything.
    func removeAll() {
        removePostings()
        listCount = 0
        termCount = 0
        postingBytes = 0
        slots.update(repeating: 0, count: slotCount)
    }

    private func removePostings() {
        for index in 0..<listCount { free(lists[index].bytes) }
    }

    // MARK: - Adding

    /// Adds a row to a term's list.
    ///
    /// - Parameters:
    ///   - kind: The term's first byte.
    ///   - term: The bytes behind it.
    ///   - key: The row's key, not smaller than those before.
    /// - Returns: False when the row was there already.
    @discardableResult
    func add(_ kind: UInt8, _ term: UnsafeBufferPointer<UInt8>, key: Int64) -> Bool {
        let head = Self.head(of: kind, term)
        var slot = Self.hash(head, term) & (slotCount - 1)
        while true {
            let place = slots[slot]
            if place == 0 { break }
            let list = lists + Int(place - 1)
            if list.pointee.head == head, isTerm(of: list, term) {
                if list.pointee.last == key { return false }
                append(key, to: list)
                return true
            }
            slot = (slot + 1) & (slotCount - 1)
        }
        addList(kind, term, head, key: key, slot: slot)
        return true
    }

    @inline(__always)
    private func isTerm(of list: UnsafeMutablePointer<List>, _ term: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(list.pointee.termLength) == term.count + 1 else { return false }
        guard term.count > 7, let base = term.baseAddress else { return true }
        return memcmp(terms + Int(list.pointee.termStart) + 8, base + 7, term.count - 7) == 0
    }

    private func addList(
        _ kind: UInt8, _ term: UnsafeBufferPointer<UInt8>, _ head: UInt64, key: Int64, slot: Int
    ) {
        if listCount == listCapacity {
            listCapacity *= 2
            let grown = Self.allocateLists(listCapacity)
            grown.moveInitialize(from: lists, count: listCount)
            lists.deallocate()
            lists = grown
        }
        while termCount + term.count + 1 > termCapacity {
            terms = Self.grown(terms, count: termCount, &termCapacity)
        }
        terms[termCount] = kind
        if let base = term.baseAddress { (terms + termCount + 1).update(from: base, count: term.count) }
        let list = lists + listCount
        list.initialize(
            to: List(
                head: head, last: key, bytes: nil, termStart: UInt32(termCount), termLength: UInt16(term.count + 1)))
        Self.write(key, to: list)
        termCount += term.count + 1
        listCount += 1
        slots[slot] = UInt32(listCount)
        if listCount * 2 > slotCount { growSlots() }
    }

    private func growSlots() {
        slots.deallocate()
        slotCount *= 4
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: 0, count: slotCount)
        for index in 0..<listCount {
            let rest = UnsafeBufferPointer(rebasing: term(lists[index])[1...])
            var slot = Self.hash(lists[index].head, rest) & (slotCount - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = UInt32(index + 1)
        }
    }

    @inline(__always)
    private func append(_ key: Int64, to list: UnsafeMutablePointer<List>) {
        if Int(list.pointee.recentCount) + 9 > Self.recentCapacity { flush(list) }
        Self.write(key &- list.pointee.last, to: list)
        list.pointee.last = key
    }

    /// Moves the end of a list to where the rest is.
    private func flush(_ list: UnsafeMutablePointer<List>) {
        let count = UInt32(list.pointee.recentCount)
        if list.pointee.count + count > list.pointee.capacity {
            let capacity = max(48, list.pointee.capacity + list.pointee.capacity / 2)
            postingBytes += Int(capacity - list.pointee.capacity)
            guard let bytes = realloc(list.pointee.bytes, Int(capacity)) else {
                fatalError("There is no memory for the search index: load fewer rows at once")
            }
            list.pointee.capacity = capacity
            list.pointee.bytes = bytes.assumingMemoryBound(to: UInt8.self)
        }
        if let bytes = list.pointee.bytes {
            (bytes + Int(list.pointee.count)).update(from: Self.recent(list), count: Int(count))
        }
        list.pointee.count += count
        list.pointee.recentCount = 0
    }

    @inline(__always)
    private static func recent(_ list: UnsafeMutablePointer<List>) -> UnsafeMutablePointer<UInt8> {
        (UnsafeMutableRawPointer(list) + recentOffset).assumingMemoryBound(to: UInt8.self)
    }

    @inline(__always)
    private static func write(_ value: Int64, to list: UnsafeMutablePointer<List>) {
        let end = recent(list) + Int(list.pointee.recentCount)
        list.pointee.recentCount += UInt16(Varint.write(UInt64(bitPattern: value), to: end))
    }

    private static func allocateLists(_ capacity: Int) -> UnsafeMutablePointer<List> {
        UnsafeMutableRawPointer.allocate(byteCount: capacity * MemoryLayout<List>.stride, alignment: 64)
            .bindMemory(to: List.self, capacity: capacity)
    }

    private static func grown<Element>(
        _ old: UnsafeMutablePointer<Element>, count: Int, _ capacity: inout Int
    ) -> UnsafeMutablePointer<Element> {
        capacity *= 2
        let new = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        new.moveInitialize(from: old, count: count)
        old.deallocate()
        return new
    }

    @inline(__always)
    private static func head(of kind: UInt8, _ term: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var head = UInt64(kind) << 56
        for index in 0..<min(term.count, 7) { head |= UInt64(term[index]) << UInt64(48 - 8 * index) }
        return head
    }

    @inline(__always)
    private static func hash(_ head: UInt64, _ term: UnsafeBufferPointer<UInt8>) -> Int {
        var hash = (head ^ UInt64(term.count)) &* 0x9E37_79B9_7F4A_7C15
        var position = 7
        while position < term.count {
            hash = (hash ^ (hash >> 29) ^ UInt64(term[position])) &* 0xBF58_476D_1CE4_E5B9
            position += 1
        }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) >> 1)
    }

    // MARK: - Reading

    private func term(_ list: List) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: terms + Int(list.termStart), count: Int(list.termLength))
    }

    /// Hands out every term with its list, in the order of the terms' bytes.
    func forEachSorted(
        _ body: (_ term: UnsafeBufferPointer<UInt8>, _ list: UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        struct Place {
            let head: UInt64
            let index: Int
        }
        var order = (0..<listCount).map { Place(head: lists[$0].head, index: $0) }
        order.sort { a, b in
            if a.head != b.head { return a.head < b.head }
            let (first, second) = (term(lists[a.index]), term(lists[b.index]))
            guard let left = first.baseAddress, let right = second.baseAddress else { return false }
            let result = memcmp(left, right, min(first.count, second.count))
            return result != 0 ? result < 0 : first.count < second.count
        }
        for place in order {
            let list = lists + place.index
            if list.pointee.bytes != nil { flush(list) }
            let bytes = list.pointee.bytes ?? Self.recent(list)
            let count = list.pointee.bytes == nil ? Int(list.pointee.recentCount) : Int(list.pointee.count)
            try body(term(list.pointee), UnsafeBufferPointer(start: bytes, count: count))
        }
    }
}

/// SQLite's integers of variable length, most significant bits first.
enum Varint {
    /// - Returns: How many bytes were written, 9 at most.
    @inline(__always)
    static func write(_ value: UInt64, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
        if value < 0x80 {
            bytes[0] = UInt8(truncatingIfNeeded: value)
            return 1
        }
        if value < 0x4000 {
            bytes[0] = UInt8(truncatingIfNeeded: value >> 7) | 0x80
            bytes[1] = UInt8(truncatingIfNeeded: value) & 0x7F
            return 2
        }
        return writeLong(value, to: bytes)
    }

    private static func writeLong(_ value: UInt64, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
        if value >> 56 != 0 {
            // The ninth byte has all its bits.
            bytes[8] = UInt8(truncatingIfNeeded: value)
            for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: value >> UInt64(57 - 7 * index)) | 0x80 }
            return 9
        }
        let count = (70 - value.leadingZeroBitCount) / 7
        for index in 0..<count {
            bytes[index] = UInt8(truncatingIfNeeded: value >> UInt64(7 * (count - 1 - index))) | 0x80
        }
        bytes[count - 1] &= 0x7F
        return count
    }

    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 9) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = write(value, to: base)
            bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        }
    }

    /// - Returns: The value at the front, and how many bytes it takes.
    @inline(__always)
    static func read(_ bytes: UnsafePointer<UInt8>) -> (value: UInt64, count: Int) {
        var value: UInt64 = 0
        for index in 0..<8 {
            value = value << 7 | UInt64(bytes[index] & 0x7F)
            if bytes[index] < 0x80 { return (value, index + 1) }
        }
        return (value << 8 | UInt64(bytes[8]), 9)
    }
}
