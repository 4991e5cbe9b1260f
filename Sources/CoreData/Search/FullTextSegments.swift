import SQLite

/// The segments that are written into one new FTS5 table.
struct FullTextSegments {
    /// Memory for posting lists, in bytes; more rows become more segments.
    private static let largestSize = 96 << 20
    /// Where the segments are put: as if they had been merged from smaller ones, so that FTS5 does not merge them with
    /// every little one that comes.
    private static let level = 2

    private let table: String
    /// The number of the last page of each.
    private var lastPages: [Int64] = []

    init(table: String) { self.table = table }

    /// Writes the lists as a segment, and empties them, when they have become large.
    mutating func addIfLarge(_ lists: PostingLists, _ connection: Connection) throws {
        if lists.size > Self.largestSize { try add(lists, connection) }
    }

    /// Writes what is left, and the records by which FTS5 knows its segments.
    mutating func finish(_ lists: PostingLists, rows: Int64, terms: Int64, _ connection: Connection) throws {
        if lists.listCount > 0 { try add(lists, connection) }
        // The table's first version of its configuration.
        var structure: [UInt8] = [0, 0, 0, 0]
        func append(_ values: Int...) { for value in values { Varint.append(UInt64(value), to: &structure) } }
        append(Self.level + 1, lastPages.count, Int(lastPages.reduce(0, +)))
        for _ in 0..<Self.level { append(0, 0) }
        append(0, lastPages.count)
        for (index, last) in lastPages.enumerated() { append(index + 1, 1, Int(last)) }
        var averages: [UInt8] = []
        for total in [rows, terms] { Varint.append(UInt64(total), to: &averages) }
        try connection.withoutDefense {
            let record = try page(connection)
            for (id, bytes) in [(Self.structureID, structure), (Self.averagesID, averages)] {
                record.bind(id, at: 1)
                record.bind(bytes, at: 2)
                try record.run()
            }
        }
    }

    private static let averagesID: Int64 = 1
    private static let structureID: Int64 = 10

    private func page(_ connection: Connection) throws -> Statement {
        try connection.prepare("REPLACE INTO \(Connection.quote(table + "_data")) (id, block) VALUES (?, ?)")
    }

    /// Writes the lists as a segment, and empties them.
    mutating func add(_ lists: PostingLists, _ connection: Connection) throws {
        let segment = Int64(lastPages.count + 1)
        let last = try connection.withoutDefense {
            let page = try page(connection)
            let entry = try connection.prepare(
                "INSERT INTO \(Connection.quote(table + "_idx")) (segid, term, pgno) VALUES (?, ?, ?)")
            entry.bind(segment, at: 1)
            return try FullTextSegmentWriter.write(
                lists, segment: segment,
                output: FullTextSegmentWriter.Output(
                    page: { id, bytes in
                        page.bind(id, at: 1)
                        page.bind(bytes, at: 2)
                        try page.run()
                    },
                    entry: { term, value in
                        entry.bind(term, at: 2)
                        entry.bind(value, at: 3)
                        try entry.run()
                    }))
        }
        lastPages.append(last)
        lists.removeAll()
    }
}
