import CBaseline
import FictionalPeople
import Foundation
import PersonKit

/// Where benchmarks run: how many people, the files made of them, and how databases are opened.
struct Scene: Sendable {
    let directory: String
    let count: Int
    let seed: UInt64
    let schema = PersonSchema()

    /// For bulk loads: a cache that the growing indexes fit in.
    let loading = baseline_settings(page_size: 4_096, cache_kib: 262_144)
    /// For changes all over the store: a cache that the indexes fit in.
    let changing = baseline_settings(page_size: 4_096, cache_kib: 65_536)
    /// For everything else.
    let reading = baseline_settings(page_size: 4_096, cache_kib: 8_192)

    init(_ options: Options, directory: String) throws {
        self.directory = directory
        count = options.count
        seed = options.seed
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    /// The people as CSV, with the attributes' names as headers.
    var csvPath: String { directory + "/people.csv" }
    /// The store that is read: all people, indexes and full-text index in place.
    var storePath: String { directory + "/people.sqlite" }
    /// The people as a contact book, imported when it is first needed.
    var bookPath: String { directory + "/book.sqlite" }
    /// The database that a work makes or changes.
    var workPath: String { directory + "/work.sqlite" }

    /// The people, one after another.
    func eachPerson(_ body: (FictionalPerson) throws -> Void) rethrows {
        var maker = PersonMaker(profile: .plain, seed: seed)
        for _ in 0..<count { try body(maker.next()) }
    }

    /// Puts in place what a work needs, before its clock starts.
    func makeReady(for need: Benchmark.Need) throws {
        removeWork()
        if need == .book, !FileManager.default.fileExists(atPath: bookPath) {
            let book = try PersonManager(storeURL: URL(fileURLWithPath: bookPath))
            _ = try book.importContacts(from: URL(fileURLWithPath: csvPath))
            try book.close()
        }
        if need == .copyOfStore {
            try FileManager.default.copyItem(atPath: storePath, toPath: workPath)
        }
    }

    func removeWork() {
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: workPath + ending) }
    }
}
