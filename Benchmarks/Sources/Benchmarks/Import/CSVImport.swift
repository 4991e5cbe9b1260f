import CBaseline
import Foundation
import PersonKit

extension Benchmark {
    /// A CSV file to a store with its indexes, against a C reader of CSV that feeds the same INSERT.
    static let csvImport = Benchmark(
        name: "import", needs: .newDatabase,
        checks: [
            Check("CSV import, against C's reader and insert", .seconds, .times(1.3)),
            Check("CSV import, peak memory", .peak, .none),
        ],
        baseline: { scene in
            let columns = csvColumns(of: scene.schema)
            return try withCStrings(columns.flatMap { [$0.header, $0.parameter] }) { texts, _ in
                let list = columns.enumerated().map { index, column in
                    baseline_csv_column(
                        header: texts[2 * index], parameter: texts[2 * index + 1], kind: column.kind)
                }
                return try measured(
                    baseline_import_csv(
                        scene.workPath, scene.loading, scene.schema.create, scene.schema.insert,
                        scene.schema.indexes + scene.schema.fullTextIndexOfImport, scene.csvPath, list,
                        Int32(list.count)))
            }
        },
        ours: importInOurs)

    /// The design's stricter line: the whole import against C's insert of rows that lie ready in memory.
    static let csvImportAgainstInsert = Benchmark(
        name: "import-insert", needs: .newDatabase,
        checks: [Check("CSV import, against C's insert alone", .seconds, .times(1.3))],
        baseline: insertInC, ours: importInOurs)

    /// No slower than `sqlite3 .import` of the same file into a table of texts, and its indexes.
    static let csvImportAgainstShell = Benchmark(
        name: "import-shell", needs: .newDatabase,
        checks: [Check("CSV import, against `sqlite3 .import` and index", .seconds, .times(1))],
        baseline: importInShell, ours: importInOurs)

    /// The contact book's own import: records checked and matched, names romanised for search, all indexes at the end.
    private static let importInOurs: Work = { scene in
        let book = try PersonManager(storeURL: URL(fileURLWithPath: scene.workPath))
        let figures = try RunFigures.measuring {
            try book.importContacts(from: URL(fileURLWithPath: scene.csvPath)).added
        }
        try book.close()
        return figures
    }

    /// How the columns of the people's CSV file become columns of the table.
    private static func csvColumns(
        of schema: PersonSchema
    ) -> [(header: String, parameter: String, kind: baseline_csv_kind)] {
        schema.columns.compactMap { column in
            let kind: baseline_csv_kind
            var header = column.attribute
            switch column.attribute {
            case "birthYear": (header, kind) = ("birthday", baseline_csv_year)
            case "birthMonth": (header, kind) = ("birthday", baseline_csv_month)
            case "birthDay": (header, kind) = ("birthday", baseline_csv_day)
            default:
                switch column.kind {
                case baseline_integer: kind = baseline_csv_integer
                case baseline_real: kind = baseline_csv_timestamp
                case baseline_blob: kind = baseline_csv_blob
                default: kind = baseline_csv_text
                }
            }
            return (header, ":" + column.name, kind)
        }
    }

    private static let importInShell: Work = { scene in
        let script = """
            PRAGMA page_size=4096; PRAGMA auto_vacuum=2; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
            PRAGMA cache_size=-\(scene.loading.cache_kib);
            .mode csv
            .import "\(scene.csvPath)" people
            CREATE UNIQUE INDEX people_personID ON people (personID);
            CREATE INDEX people_name ON people (name);
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-batch", scene.workPath]
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        let clock = ContinuousClock()
        let start = clock.now
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        let took = clock.now - start
        guard process.terminationStatus == 0 else {
            throw Failure("The sqlite3 shell failed; it is Debian's package 'sqlite3'.")
        }
        // Processor time of the children that have ended: the shell is the only one.
        var spent = tms()
        times(&spent)
        let ticks = Double(spent.tms_cutime + spent.tms_cstime) / Double(sysconf(Int32(_SC_CLK_TCK)))
        return RunFigures(seconds: took / .seconds(1), cpuSeconds: ticks, count: scene.count)
    }
}
