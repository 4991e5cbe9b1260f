import SQLite
import Testing

@testable import CoreData

/// Rows that another program changes are found at once, and taken into the index when the store is next written or
/// opened.
@Suite struct SearchIndexChangesTests {
    private let stack: TestStack

    init() throws {
        stack = try TestStack(model: SearchIndexTests.model())
        for text in ["first note", "second note", "third 王小明", "fourth"] {
            stack.insert("Note", ["indexed": text, "plain": text])
        }
        try stack.context.save()
    }

    static let changes = [
        "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZINDEXED, ZPLAIN) VALUES (90, 1, 1, 'new note', 'new note')",
        "UPDATE ZNOTE SET ZINDEXED = 'changed Note', ZPLAIN = 'changed Note', Z_OPT = 2 WHERE Z_PK = 2",
        "UPDATE ZNOTE SET ZINDEXED = NULL, ZPLAIN = NULL WHERE ZINDEXED LIKE '%note'",
        "UPDATE ZNOTE SET ZINDEXED = ZINDEXED || ' more', ZPLAIN = ZPLAIN || ' more'",
        "DELETE FROM ZNOTE WHERE Z_PK = 1", "DELETE FROM ZNOTE",
        "UPDATE ZNOTE SET Z_PK = Z_PK + 100",
        "INSERT OR REPLACE INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZINDEXED, ZPLAIN) VALUES (1, 1, 1, 'replaced', 'replaced')",
        """
        DELETE FROM ZNOTE WHERE Z_PK = 3;
        INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZINDEXED, ZPLAIN) VALUES (3, 1, 1, 'third again', 'third again');
        UPDATE OR FAIL ZNOTE SET ZINDEXED = 'third 小明', ZPLAIN = 'third 小明' WHERE Z_PK = 3
        """,
    ]

    @Test(arguments: changes) func areFound(_ sql: String) throws {
        try stack.execute(sql)
        try check(stack)
        let readOnly = try stack.another(
            model: SearchIndexTests.model(), options: [NSReadOnlyPersistentStoreOption: true])
        #expect(try pending() > 0)
        try check(readOnly)
        let again = try stack.another(model: SearchIndexTests.model())
        #expect(try pending() == 0)
        try check(again)
        try check(stack)
        try checkIntegrity()
    }

    /// A save takes in what others have changed before it.
    @Test(arguments: changes) func areTakenInByASave(_ sql: String) throws {
        try stack.execute(sql)
        stack.insert("Note", ["indexed": "saved note", "plain": "saved note"])
        try stack.context.save()
        #expect(try pending() == 0)
        try check(stack)
        try checkIntegrity()
    }

    /// Inside a bulk load, too, into a large store and into a small one.
    @Test(arguments: [1, 20]) func areTakenInByALoad(_ count: Int) throws {
        try stack.execute("UPDATE ZNOTE SET ZINDEXED = 'changed note', ZPLAIN = 'changed note' WHERE Z_PK = 2")
        try stack.store.performBulkLoad {
            for index in 0..<count {
                stack.insert("Note", ["indexed": "loaded note \(index)", "plain": "loaded note \(index)"])
            }
            let old = try #require(try stack.fetch("Note", "plain == 'fourth'").first)
            old.setValue("fourth note", forKey: "indexed")
            old.setValue("fourth note", forKey: "plain")
            try stack.context.save()
        }
        #expect(try pending() == 0)
        try check(stack)
        try checkIntegrity()
        // Rows of others are noted again.
        try stack.execute("INSERT INTO ZNOTE (Z_PK, Z_ENT, ZINDEXED, ZPLAIN) VALUES (900, 1, 'note', 'note')")
        #expect(try pending() == 1)
        try check(stack)
    }

    /// Nothing happened, nothing is done: opening asks two questions.
    @Test func openingWritesNothing() throws {
        let before = try TestStack.rows("PRAGMA data_version", at: stack.url)
        let pages = try stack.rows(
            "SELECT COUNT(*), SUM(id), SUM(LENGTH(block)) FROM CDSEARCH_ZNOTE_ZINDEXED_WORDS_data")
        _ = try stack.another(model: SearchIndexTests.model())
        #expect(try TestStack.rows("PRAGMA data_version", at: stack.url) == before)
        #expect(
            try stack.rows("SELECT COUNT(*), SUM(id), SUM(LENGTH(block)) FROM CDSEARCH_ZNOTE_ZINDEXED_WORDS_data")
                == pages)
    }

    /// Without its triggers an index cannot be trusted: it is made anew.
    @Test func isMadeAnewWithoutATrigger() throws {
        let trigger = try #require(stack.store.searchIndexes.first?.insertTrigger)
        try stack.execute("DROP TRIGGER \(trigger)")
        try stack.execute(Self.changes[0])
        let readOnly = try stack.another(
            model: SearchIndexTests.model(), options: [NSReadOnlyPersistentStoreOption: true])
        #expect(readOnly.store.searchIndexes.isEmpty)
        try check(readOnly)
        let again = try stack.another(model: SearchIndexTests.model())
        try check(again)
        try checkIntegrity()
        #expect(try again.store.read { try again.store.searchIndexes[0].isCurrent($0) })
    }

    /// The index of an earlier version had neither triggers nor a table of changes.
    @Test func isMadeAnewForAnEarlierVersion() throws {
        let index = try #require(stack.store.searchIndexes.first)
        try stack.store.write { connection in
            for trigger in index.triggers { try connection.execute("DROP TRIGGER \"\(trigger.name)\"") }
            for table in index.tables { try connection.execute("DROP TABLE \"\(table.name)\"") }
            try connection.execute(
                """
                CREATE VIRTUAL TABLE "\(index.wordsTable)" USING fts5(text, content='', prefix='1 2 3');
                CREATE VIRTUAL TABLE "\(index.trigramsTable)" USING fts5(text, content='', tokenize='trigram');
                """)
        }
        let again = try stack.another(model: SearchIndexTests.model())
        try check(again)
        try checkIntegrity()
        #expect(try again.store.read { try index.isCurrent($0) })
    }

    // MARK: - Checks

    private func pending() throws -> Int64 {
        guard
            case .integer(let count)? = try stack.rows("SELECT COUNT(*) FROM CDSEARCH_ZNOTE_ZINDEXED_CHANGES").first?[0]
        else { return -1 }
        return count
    }

    private func check(_ stack: TestStack, location: SourceLocation = #_sourceLocation) throws {
        for pattern in [
            "note", " note", "小明", "first", "more", "chan", "replaced", "third", "again", "saved", "loaded",
        ] {
            func found(_ key: String) throws -> [Int64] {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
                request.predicate = NSPredicate(format: "%K CONTAINS[cd] %@", key, pattern)
                return try stack.makeContext().fetch(request).map(\.primaryKey).sorted()
            }
            #expect(try found("indexed") == found("plain"), "\(pattern)", sourceLocation: location)
        }
    }

    private func checkIntegrity() throws {
        try stack.store.write { connection in
            for table in ["WORDS", "TRIGRAMS"] {
                let name = "CDSEARCH_ZNOTE_ZINDEXED_\(table)"
                try connection.execute("INSERT INTO \(name) (\(name)) VALUES ('integrity-check')")
            }
        }
        #expect(try stack.rows("PRAGMA integrity_check") == [[.text("ok")]])
    }
}
