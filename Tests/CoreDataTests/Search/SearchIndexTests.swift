import GeneratedCases
import SQLite
import Testing

@testable import CoreData

/// The search index never changes an answer: with it a fetch finds what the same fetch finds without it.
@Suite struct SearchIndexTests {
    /// A text in two attributes, one of which has an index.
    static func model() -> NSManagedObjectModel {
        let note = CompanyModel.entity("Note")
        let indexed = CompanyModel.attribute("indexed", .stringAttributeType)
        indexed.userInfo = ["searchIndex": "YES"]
        note.properties = [indexed, CompanyModel.attribute("plain", .stringAttributeType)]
        let model = NSManagedObjectModel()
        model.entities = [note]
        return model
    }

    private static func insert(_ text: String?, _ stack: TestStack) -> NSManagedObject {
        stack.insert("Note", ["indexed": text, "plain": text])
    }

    private func check(
        _ stack: TestStack, _ condition: String, _ pattern: String, location: SourceLocation = #_sourceLocation
    ) throws {
        func found(_ key: String) throws -> [Int64] {
            let predicate = NSPredicate(format: "%K " + condition + " %@", key, pattern)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.predicate = predicate
            return try stack.makeContext().fetch(request).map(\.primaryKey).sorted()
        }
        let (with, without) = (try found("indexed"), try found("plain"))
        #expect(with == without, "\(condition) \(pattern.debugDescription)", sourceLocation: location)
    }

    static let operators = [
        "CONTAINS[cd]", "CONTAINS", "CONTAINS[c]", "CONTAINS[d]", "BEGINSWITH[cd]", "BEGINSWITH", "ENDSWITH[cd]",
        "==[cd]",
        "==[c]", "ENDSWITH", "LIKE[cd]", "LIKE",
    ]

    // MARK: - Tables of cases

    @Test(arguments: [
        ("CONTAINS[cd]", "小明", "王小明"), ("CONTAINS[cd]", "明", "王小明"), ("CONTAINS[cd]", "王小", "abc王小明def"),
        ("CONTAINS[cd]", "小明", "abc王小明def"), ("CONTAINS[cd]", "cd", "abcde"), ("CONTAINS[cd]", "bcd", "ABCDE"),
        ("CONTAINS[cd]", "muller", "Jürgen Müller"), ("CONTAINS[cd]", "ｗａｎ", "ＷＡＮＧ Xiao"),
        ("BEGINSWITH[cd]", "jurg", "Jürgen Müller"), ("CONTAINS[cd]", "n m", "Jürgen Müller"),
        ("CONTAINS[cd]", "世界和平", String(repeating: "天", count: 40) + "世界和平" + String(repeating: "地", count: 40)),
        ("CONTAINS[cd]", "สวัส", "ขอสวัสดีครับ"), ("CONTAINS[cd]", "길동", "홍길동"), ("CONTAINS[cd]", "さくら", "山田さくら子"),
        ("CONTAINS[cd]", "@example", "ada@example.com"), ("CONTAINS[cd]", "\"quoted\"", "a \"quoted\" word"),
        ("CONTAINS", "bc", "a\u{0}bcd"), ("CONTAINS[cd]", "bcd", "a\u{0}bcd"), ("ENDSWITH[cd]", "LER", "Müller"),
        ("==[cd]", "müller", "Muller"), ("LIKE[cd]", "*uller", "Jürgen Müller"),
        ("LIKE[cd]", "jur*m?ller", "Jürgen Müller"),
        ("LIKE[cd]", "*\\*abc*", "x*abcd"), ("CONTAINS[cd]", "ß", "straße"), ("CONTAINS[cd]", "🧑‍🚀x", "a🧑‍🚀xb"),
    ])
    func finds(_ condition: String, _ pattern: String, _ text: String) throws {
        let stack = try TestStack(model: Self.model())
        _ = Self.insert(text, stack)
        _ = Self.insert("something else", stack)
        try stack.context.save()
        let request = TestStack.request("Note")
        request.predicate = NSPredicate(format: "indexed " + condition + " %@", pattern)
        #expect(try stack.context.fetch(request).count == 1)
        try check(stack, condition, pattern)
    }

    // MARK: - Generated

    static let fragments = [
        "a", "ab", "abc", "Wang", "wang", "Xiao", "é", "e\u{301}", "ö", "Ö", "ß", "ss", "王", "小", "明", "小明", "山田",
        "さくら",
        "か\u{3099}", "が", "ก", "สวัส", "한", "하", "\u{1112}\u{1161}\u{11AB}", "길동", " ", " ", " ", "-", "'", "\"", "*",
        "(", ")",
        ":", "^", "\0", "\n", "🧑‍🚀", "🇨🇳", "ｗ", "Ａ", "1", "42", "½", "ı", "İ", "Σ", "ς", "σ", "ﬁ", "क", "क\u{93C}",
        "\u{958}", "ꟃ", "\u{A7C2}",
        "\u{30000}", "𠮷", "\u{301}", "\u{200D}", "ж", "ё", "AND", "OR", "NOT", "NEAR",
    ]

    static func text(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: range, using: &random)).map { _ in fragments.randomElement(using: &random)! }.joined()
    }

    @Test(arguments: 0..<6) func generated(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let stack = try TestStack(model: Self.model())
        let notes = (0..<150).map { _ in Self.insert(Self.text(0...8, &random), stack) }
        try stack.context.save()
        for round in 0..<150 {
            let pattern: String
            if round % 2 == 0 {
                // A part of a text that is there.
                let scalars = Array(notes.randomElement(using: &random)!.string("indexed").unicodeScalars)
                let start = Int.random(in: 0...scalars.count, using: &random)
                let end = Int.random(in: start...min(scalars.count, start + 6), using: &random)
                var part = String.UnicodeScalarView()
                part.append(contentsOf: scalars[start..<end])
                pattern = String(part)
            } else {
                pattern = Self.text(1...3, &random)
            }
            try check(stack, Self.operators.randomElement(using: &random)!, pattern)
        }
    }

    /// The index follows insertions, changes, deletions, saves that fail and loads, and stays whole.
    @Test(arguments: 0..<4) func followsChanges(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(50 + seed))
        let stack = try TestStack(model: Self.model())
        var notes: [NSManagedObject] = []
        func change(_ random: inout SeededGenerator) {
            for _ in 0..<Int.random(in: 1..<6, using: &random) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where !notes.isEmpty:
                    let note = notes.remove(at: Int.random(in: 0..<notes.count, using: &random))
                    stack.context.delete(note)
                case 1 where !notes.isEmpty:
                    let text: String? = Bool.random(using: &random) ? Self.text(0...5, &random) : nil
                    let note = notes.randomElement(using: &random)!
                    note.setValue(text, forKey: "indexed")
                    note.setValue(text, forKey: "plain")
                default: notes.append(Self.insert(Self.text(0...5, &random), stack))
                }
            }
        }
        for round in 0..<40 {
            switch round % 5 {
            case 3:
                let before = notes
                change(&random)
                stack.context.rollback()
                notes = before
            case 4:
                try stack.store.performBulkLoad {
                    for _ in 0..<3 {
                        change(&random)
                        try stack.context.save()
                    }
                }
            default:
                change(&random)
                try stack.context.save()
            }
            for _ in 0..<6 {
                try check(stack, Self.operators.randomElement(using: &random)!, Self.text(1...2, &random))
            }
        }
        try checkIntegrity(stack)
    }

    private func checkIntegrity(_ stack: TestStack) throws {
        try stack.store.write { connection in
            for table in ["WORDS", "TRIGRAMS"] {
                let name = "CDSEARCH_ZNOTE_ZINDEXED_\(table)"
                try connection.execute("INSERT INTO \(name) (\(name)) VALUES ('integrity-check')")
            }
        }
        #expect(try stack.rows("PRAGMA integrity_check") == [[.text("ok")]])
    }

    // MARK: - Upkeep

    /// A store without the index gets it when it is opened; a read-only one answers without.
    @Test func madeForAnExistingStore() throws {
        let plain = Self.model()
        plain.entitiesByName["Note"]?.attributesByName["indexed"]?.userInfo = nil
        let stack = try TestStack(model: plain)
        _ = Self.insert("Hello 王小明", stack)
        try stack.context.save()
        let readOnly = try stack.another(model: Self.model(), options: [NSReadOnlyPersistentStoreOption: true])
        #expect(try readOnly.fetch("Note", "indexed CONTAINS[cd] '小明'").count == 1)
        let indexed = try stack.another(model: Self.model())
        #expect(try indexed.fetch("Note", "indexed CONTAINS[cd] '小明'").count == 1)
        #expect(
            try stack.rows("SELECT COUNT(*) FROM sqlite_master WHERE name LIKE 'CDSEARCH%WORDS'") == [[.integer(1)]])
    }

    @Test func onlyStringsCanHaveOne() throws {
        let model = CompanyModel.make()
        model.entitiesByName["Employee"]?.attributesByName["height"]?.userInfo = ["searchIndex": "YES"]
        let error = try #require(caught { _ = try TestStack(model: model) })
        #expect(error.localizedDescription.contains("Employee.height"))
    }

    /// The index is asked where it helps.
    @Test(arguments: [
        ("indexed CONTAINS[cd] 'abc'", true), ("indexed BEGINSWITH[cd] 'a'", true), ("indexed CONTAINS[cd] '小明'", true),
        ("indexed CONTAINS[cd] 'ab'", false), ("indexed LIKE[cd] '*abc?'", true), ("indexed LIKE[cd] 'a*'", true),
        ("indexed LIKE[cd] '*a*'", false), ("plain CONTAINS[cd] 'abc'", false),
        ("NOT indexed CONTAINS[cd] 'abc'", false),
        ("indexed CONTAINS[cd] 'abc' AND plain == 'x'", true), ("indexed CONTAINS[cd] 'abc' OR plain == 'x'", false),
        ("indexed CONTAINS[cd] 'abc' OR indexed CONTAINS[cd] 'def'", true), ("indexed == 'abc'", false),
    ])
    func use(_ format: String, _ isUsed: Bool) throws {
        let stack = try TestStack(model: Self.model())
        var query = RowQuery(layout: try #require(stack.coordinator.modelLayout["Note"]))
        query.predicate = predicateNode(of: NSPredicate(format: format))
        let sql = try SelectStatement(query: query, store: stack.store, selection: "t0.Z_PK")
        #expect(sql.text.contains("MATCH") == isUsed)
    }
}
