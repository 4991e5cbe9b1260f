/// Writes posting lists as one segment of an FTS5 table: what FTS5 itself would write, in a fraction of the time.
///
/// The format is described in SQLite's `ext/fts5/fts5_index.c` ("ON DISK STRUCTURE"), for `detail=none`. FTS5's own
/// `integrity-check` accepts the result, and FTS5 merges, changes and reads it like its own segments.
struct FullTextSegmentWriter {
    /// What a segment consists of: pages for the table's `_data`, entries for its `_idx`.
    struct Output {
        let page: (_ id: Int64, _ bytes: [UInt8]) throws -> Void
        let entry: (_ term: [UInt8], _ value: Int64) throws -> Void
    }

    private static let pageSize = 4050
    /// A list that runs over fewer pages is walked page by page.
    private static let fewestPagesWithDirectory = 4

    private let segment: Int64
    private let output: Output
    private var page: [UInt8] = [0, 0, 0, 0]
    /// Where the page's terms are: the distances between them.
    private var places: [UInt8] = []
    private var lastPlace = 0
    private var lastTerm: [UInt8] = []
    private var pageNumber: Int64 = 1
    private var pageHasTerm = false
    private var pageHasKey = false
    /// The page of the entry that is to be written next, and its term; 0 for none.
    private var entryPage: Int64 = 1
    private var entryTerm: [UInt8] = []
    /// The doclist index of the current list: which key each further page begins with.
    private var directory: [UInt8] = []
    private var directoryPage: Int64 = 0
    private var directoryLast: Int64 = 0
    private var directoryIsWhole = true
    private var pagesWithoutTerm = 0

    /// - Parameter segment: From 1.
    init(segment: Int64, output: Output) {
        self.segment = segment
        self.output = output
    }

    /// Writes a segment.
    ///
    /// - Returns: The number of its last page.
    static func write(_ lists: PostingLists, segment: Int64, output: Output) throws -> Int64 {
        var writer = FullTextSegmentWriter(segment: segment, output: output)
        try lists.forEachSorted { term, list in
            try writer.begin(term)
            try writer.append(list)
        }
        return try writer.finish()
    }

    // MARK: - Terms

    private mutating func begin(_ term: UnsafeBufferPointer<UInt8>) throws {
        if page.count + places.count + term.count + 2 >= Self.pageSize, page.count > 4 { try flushPage() }
        Varint.append(UInt64(page.count - lastPlace), to: &places)
        lastPlace = page.count
        let common = zip(lastTerm, term).prefix { $0 == $1 }.count
        if pageHasTerm {
            Varint.append(UInt64(common), to: &page)
            Varint.append(UInt64(term.count - common), to: &page)
            page.append(contentsOf: term[common...])
        } else {
            if pageNumber != 1 {
                // As much of the term as tells it from the one before.
                try flushEntry()
                entryPage = pageNumber
                entryTerm = Array(term.prefix(common + 1))
            }
            Varint.append(UInt64(term.count), to: &page)
            page.append(contentsOf: term)
        }
        lastTerm.replaceSubrange(0..., with: term)
        pageHasTerm = true
        // The page's header tells only of keys in front of the first term.
        pageHasKey = true
        directoryPage = pageNumber
    }

    // MARK: - Keys

    private mutating func append(_ list: UnsafeBufferPointer<UInt8>) throws {
        guard let base = list.baseAddress else { return }
        if page.count + places.count + list.count + 1 <= Self.pageSize {
            page.append(contentsOf: list)
            return
        }
        var position = 0
        var key: Int64 = 0
        while position < list.count {
            let (delta, length) = Varint.read(base + position)
            key &+= Int64(bitPattern: delta)
            if pageHasKey {
                page.append(contentsOf: UnsafeBufferPointer(start: base + position, count: length))
            } else {
                page[0] = UInt8(truncatingIfNeeded: page.count >> 8)
                page[1] = UInt8(truncatingIfNeeded: page.count)
                Varint.append(UInt64(bitPattern: key), to: &page)
                pageHasKey = true
                noteInDirectory(key)
            }
            position += length
            if page.count + places.count >= Self.pageSize { try flushPage() }
        }
    }

    private mutating func noteInDirectory(_ key: Int64) {
        if directory.isEmpty {
            directory.append(0)
            Varint.append(UInt64(pageNumber), to: &directory)
            Varint.append(UInt64(bitPattern: key), to: &directory)
        } else {
            Varint.append(UInt64(bitPattern: key &- directoryLast), to: &directory)
        }
        directoryLast = key
        // One page describes lists of megabytes; one that is longer yet does without.
        if directory.count >= Self.pageSize { directoryIsWhole = false }
    }

    // MARK: - Pages

    private mutating func flushPage() throws {
        page[2] = UInt8(truncatingIfNeeded: page.count >> 8)
        page[3] = UInt8(truncatingIfNeeded: page.count)
        if pageHasTerm {
            page.append(contentsOf: places)
        } else {
            if !pageHasKey, !directory.isEmpty { directory.append(0) }
            pagesWithoutTerm += 1
        }
        try output.page((segment << 37) + pageNumber, page)
        page.replaceSubrange(0..., with: [0, 0, 0, 0])
        places.removeAll(keepingCapacity: true)
        lastPlace = 0
        pageNumber += 1
        pageHasTerm = false
        pageHasKey = false
    }

    private mutating func flushEntry() throws {
        guard entryPage > 0 else { return }
        let hasDirectory =
            !directory.isEmpty && directoryIsWhole && pagesWithoutTerm >= Self.fewestPagesWithDirectory
        if hasDirectory { try output.page((segment << 37) + (1 << 36) + directoryPage, directory) }
        directory.removeAll(keepingCapacity: true)
        directoryIsWhole = true
        pagesWithoutTerm = 0
        try output.entry(entryTerm, (entryPage << 1) + (hasDirectory ? 1 : 0))
        entryPage = 0
    }

    private mutating func finish() throws -> Int64 {
        if page.count > 4 { try flushPage() }
        try flushEntry()
        return pageNumber - 1
    }
}
