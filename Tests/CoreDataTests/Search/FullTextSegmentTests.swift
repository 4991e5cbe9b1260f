import GeneratedCases
import SQLite
import Testing

@testable import CoreData

/// Segments that are written directly are what FTS5 would have written.
@Suite struct FullTextSegmentTests {
    /// Every term with its rows, as FTS5 reads them.
    private func terms(_ table: String, _ connection: Connection) throws -> [[SQLValue]] {
        try connection.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, '\(table)', 'instance')")
        defer { try? connection.execute("DROP TABLE temp.terms") }
        let rows = try connection.prepare("SELECT term, doc FROM temp.terms")
        var found: [[SQLValue]] = []
        while try rows.step() { found.append([rows.value(0), rows.value(1)]) }
        rows.reset()
        return found
    }

    private func count(_ table: String, _ match: String, _ connection: Connection) throws -> Int64 {
        let rows = try connection.prepare("SELECT COUNT(*) FROM \(table) WHERE \(table) MATCH ?")
        rows.bind(match, at: 1)
        return try rows.step() ? rows.int64(0) : -1
    }

    @Test(arguments: 0..<4) func haveTheTermsOfFTS5(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(900 + seed))
        let stack = try TestStack(model: SearchIndexTests.model())
        for index in 0..<400 {
            // Every second text is of characters that need no doubt.
            let odd = SearchIndexTests.text(0...8, &random)
            let plain = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                ["ab", "wang ", "xiao", " ", "王小明", "さくら", "한", "ж", "42", "-", "…", "abcdefgh"].randomElement(
                    using: &random)!
            }
            stack.insert("Note", ["indexed": index % 2 == 0 ? odd : plain.joined()])
        }
        try stack.context.save()
        let index = try #require(stack.store.searchIndexes.first)
        let prefixes = ["a", "ab", "wan", "wang", "abcde", "王", "小明", "xiaowang", "ж", "4"]
        try stack.store.write { connection in
            func everything() throws -> [[[SQLValue]]] {
                [
                    try terms(index.wordsTable, connection), try terms(index.trigramsTable, connection),
                    try prefixes.map { [.integer(try count(index.wordsTable, "\"\($0)\"*", connection))] },
                ]
            }
            let byFTS5 = try everything()
            try connection.transaction { try index.rebuild(connection) }
            #expect(try everything() == byFTS5)
            for table in [index.wordsTable, index.trigramsTable] {
                try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('integrity-check')")
                try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('optimize')")
            }
            #expect(try everything() == byFTS5)
        }
    }

    /// Lists over many pages, in several segments, and changed by FTS5 afterwards.
    @Test func takeLongLists() throws {
        let connection = try Connection(path: "", mode: .memory)
        try connection.execute("CREATE VIRTUAL TABLE t USING fts5(text, content='', columnsize=0, detail=none)")
        var terms = FullTextTerms()
        var segments = FullTextSegments(table: "t")
        func text(_ key: Int64) -> String { "all w\(key % 7) v\(key % 1000) u\(key)" }
        for key in Int64(1)...40_000 {
            #expect(Array(text(key).utf8).withUnsafeBufferPointer { terms.add($0, key: key * 3) })
            if key == 30_000 { try segments.add(terms.words, connection) }
        }
        try segments.finish(terms.words, rows: terms.rowTotal, terms: terms.wordTotal, connection)
        func check() throws {
            try connection.execute("INSERT INTO t (t) VALUES ('integrity-check')")
            #expect(try count("t", "all", connection) == 40_000)
            #expect(try count("t", "all AND w3", connection) == 5714)
            #expect(try count("t", "w3 AND v500", connection) == 6)
            #expect(try count("t", "all AND u39999", connection) == 1)
            #expect(try count("t", "all AND u40001", connection) == 0)
        }
        try check()
        try connection.execute(
            """
            INSERT INTO t (rowid, text) VALUES (3000000, 'new');
            INSERT INTO t (t, rowid, text) VALUES ('delete', 3000000, 'new');
            INSERT INTO t (t) VALUES ('optimize');
            """)
        try check()
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 1 << 35, (1 << 56) - 1, 1 << 56, .max] as [UInt64])
    func numbers(_ value: UInt64) {
        var bytes: [UInt8] = []
        Varint.append(value, to: &bytes)
        let read = bytes.withUnsafeBufferPointer { Varint.read($0.baseAddress!) }
        #expect(read.value == value && read.count == bytes.count)
    }
}
