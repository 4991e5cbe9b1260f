import CBaseline
import CoreData
import FictionalPeople
import Foundation

extension Scene {
    /// Texts to look for, each list a file with one a line.
    enum Probes: String {
        /// personIDs in random order.
        case keys
        /// The first letters of names.
        case prefixes
        /// Full-text queries that find a few or a few hundred people.
        case queries
    }

    private var mark: String { "\(count) people of seed \(seed), layout 7" }
    private var markPath: String { directory + "/prepared" }

    /// The data in the directory is what this run needs.
    var isPrepared: Bool {
        (try? String(contentsOfFile: markPath, encoding: .utf8)) == mark
    }

    /// Makes the CSV file, the store and the lists of what is looked for.
    func prepare() throws {
        try? FileManager.default.removeItem(atPath: markPath)
        let rows = try PersonRows(schema: schema)
        let file = try PeopleFile(path: csvPath, writer: CSVWriter(profile: .plain))
        var random = SeededGenerator(seed: seed &+ 1)
        var keys: [String] = []
        var prefixes: [String] = []
        var queries: [String] = []
        let stride = max(count / 100_000, 1)
        var index = 0
        try eachPerson { person in
            try file.append(person)
            try rows.append(person)
            if index % stride == 0 { keys.append(person.personID) }
            if index % max(count / 1_000, 1) == 0, let name = person.name {
                prefixes.append(Self.beginning(of: name))
                queries.append(Self.query(for: name, random: &random))
            }
            index += 1
        }
        try file.close()
        for place in keys.indices.reversed() { keys.swapAt(place, random.number(below: place + 1)) }
        try write(keys, to: .keys)
        try write(prefixes, to: .prefixes)
        try write(queries, to: .queries)

        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: storePath + ending)
            try? FileManager.default.removeItem(atPath: bookPath + ending)
        }
        try makeStore(rows)
        try mark.write(toFile: markPath, atomically: true, encoding: .utf8)
    }

    /// A store of ours, with its schema and books, filled by C.
    private func makeStore(_ rows: PersonRows) throws {
        try openStore()
        let emptied = """
            DROP INDEX Z_Person_UNIQUE_personID; DROP INDEX Z_Person_byName;
            DROP TRIGGER CDSEARCH_ZPERSON_ZSEARCHTEXT_2_INSERT;
            """
        let books = "UPDATE Z_PRIMARYKEY SET Z_MAX = \(count);"
        _ = try measured(
            baseline_insert(storePath, loading, emptied, schema.insert, schema.indexes + books, rows.rows))
        // Our store makes the search index, since one of its triggers is missing.
        try openStore()
    }

    private func openStore() throws {
        let coordinator = try PersonModel.coordinator(path: storePath, cacheKiB: loading.cache_kib)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// Three letters of a name, or one where a letter is a word.
    private static func beginning(of name: String) -> String {
        let firstHan: Unicode.Scalar = "\u{2E80}"
        return String(name.prefix(name.unicodeScalars.contains { $0 >= firstHan } ? 1 : 3))
    }

    /// One or two words as somebody types them: the first letters of a name's first word, and often all of its last.
    private static func query(for name: String, random: inout SeededGenerator) -> String {
        // An index without positions has no phrases: what is not a letter ends a word.
        let words = name.split { !$0.isLetter }
        guard let first = words.first, let last = words.last else { return "\"a\"*" }
        if words.count == 1 { return "\"\(first)\"*" }
        let start = first.prefix(random.number(in: 3...5))
        return random.chance(60) ? "\"\(start)\"* \"\(last)\"" : "\"\(start)\"*"
    }

    func probes(_ probes: Probes) throws -> [String] {
        try String(contentsOfFile: directory + "/" + probes.rawValue + ".txt", encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    private func write(_ list: [String], to probes: Probes) throws {
        try list.joined(separator: "\n")
            .write(toFile: directory + "/" + probes.rawValue + ".txt", atomically: true, encoding: .utf8)
    }
}
