import Foundation

/// The stretch of a source that is in memory: what a parser has not consumed yet, in one piece.
///
/// It grows only when one record is larger than the window, so memory does not grow with the file.
final class ByteWindow {
    let source: any ByteSource
    private(set) var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The first byte that is not consumed.
    var start = 0
    /// One past the last byte that was read.
    private(set) var end = 0
    /// Whether the source has no more.
    private(set) var isAtEnd = false

    /// Parsers load whole vectors, which may reach this far past `end`.
    static let padding = 64

    init(_ source: any ByteSource, capacity: Int = 256 * 1024) {
        self.source = source
        self.capacity = max(capacity, 16)
        base = .allocate(capacity: self.capacity + Self.padding)
        (base + self.capacity).initialize(repeating: 0, count: Self.padding)
    }

    deinit {
        base.deallocate()
    }

    var count: Int { end - start }

    /// The bytes that are not consumed.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base + start, count: end - start) }

    /// Reads more behind what is there. Offsets into the window change; `start` says where the rest went.
    ///
    /// Reads at least half of what is there already, so that looking again at an incomplete record from its start
    /// costs no more than a constant factor.
    ///
    /// - Returns: Whether anything came.
    func readMore() throws -> Bool {
        guard !isAtEnd else { return false }
        let wanted = max(1, count / 2)
        if capacity - end < wanted { makeRoom(for: wanted) }
        let before = end
        while end - before < wanted {
            let space = UnsafeMutableRawBufferPointer(start: base + end, count: capacity - end)
            let read = try source.read(into: space)
            if read == 0 {
                isAtEnd = true
                break
            }
            end += read
        }
        return end > before
    }

    private func makeRoom(for wanted: Int) {
        let kept = count
        var target = base
        if capacity - kept < max(wanted, capacity / 8) {
            capacity = max(capacity * 2, kept + wanted)
            target = .allocate(capacity: capacity + Self.padding)
            (target + capacity).initialize(repeating: 0, count: Self.padding)
        }
        memmove(target, base + start, kept)
        if target != base {
            base.deallocate()
            base = target
        }
        start = 0
        end = kept
    }

    /// Takes the end-of-file marks of old systems (Ctrl-Z) off the end, once the end is known.
    func dropTrailingCtrlZ() {
        guard isAtEnd else { return }
        while end > start, base[end - 1] == 0x1A { end -= 1 }
    }

    /// How many lines end in a stretch: at each LF, CR LF, CR CR LF, and CR on its own.
    static func lineEnds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let end = bytes.count
        var lines = 0
        var position = 0
        while position < end, let found = memchr(base + position, 0x0A, end - position) {
            lines += 1
            position = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
        }
        position = 0
        while position < end, let found = memchr(base + position, 0x0D, end - position) {
            position = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
            let feedFollows = position < end && base[position] == 0x0A
            let returnAndFeedFollow = position + 1 < end && base[position] == 0x0D && base[position + 1] == 0x0A
            if !feedFollows, !returnAndFeedFollow { lines += 1 }
        }
        return lines
    }
}
