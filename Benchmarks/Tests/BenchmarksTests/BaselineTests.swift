import CBaseline
import Foundation
import Testing

@testable import Benchmarks

/// The C side does the work that it is timed for.
struct BaselineTests {
    /// A thousand people, prepared in a folder of their own.
    private final class Fixture {
        let scene: Scene

        init() throws {
            let directory = NSTemporaryDirectory() + "baseline-tests-" + UUID().uuidString
            scene = try Scene(Options(arguments: ["--count", "1000"]), directory: directory)
            try scene.prepare()
        }

        deinit {
            try? FileManager.default.removeItem(atPath: scene.directory)
        }
    }

    private func run(_ benchmark: Benchmark, in scene: Scene) throws -> RunFigures {
        try scene.makeReady(for: benchmark.needs)
        let work = try #require(benchmark.baseline)
        return try work(scene)
    }

    @Test("Every way of reading sees the same people")
    func reading() throws {
        let fixture = try Fixture()
        let every = try run(.fetchEveryAttribute, in: fixture.scene)
        #expect(every.count == 1_000)
        #expect(every.checksum > 100_000)
        for benchmark in [Benchmark.stream, .walkInBatches, .walkByList] {
            let other = try run(benchmark, in: fixture.scene)
            #expect(other.count == 1_000, "\(benchmark.name)")
            #expect(other.checksum == every.checksum, "\(benchmark.name)")
        }
    }

    @Test("The CSV reader loads what lies ready in memory")
    func importing() throws {
        let fixture = try Fixture()
        let scene = fixture.scene
        #expect(try run(.csvImport, in: scene).count == 1_000)
        let differing = "SELECT count(*) FROM (SELECT * FROM ZPERSON EXCEPT SELECT * FROM other.ZPERSON)"
        let answer = try shell(scene.storePath, "ATTACH '\(scene.workPath)' AS other; \(differing);")
        #expect(answer == "0")
    }

    @Test("Finding finds")
    func finding() throws {
        let fixture = try Fixture()
        let found = try run(.findByPersonID, in: fixture.scene)
        #expect(found.count == 1_000)
        for benchmark in [Benchmark.prefixSearch, .fullText, .fullTextRanked] {
            let found = try run(benchmark, in: fixture.scene)
            // Each of the thousand texts comes from a person, and so finds at least that one.
            #expect(found.count >= 1_000, "\(benchmark.name)")
            #expect(found.count <= 50_000, "\(benchmark.name)")
            #expect(found.p50 > 0 && found.p50 <= found.p99, "\(benchmark.name)")
        }
    }

    @Test("Changes are made, and the same ones in a batch and through objects")
    func changing() throws {
        let fixture = try Fixture()
        let scene = fixture.scene
        for benchmark in [Benchmark.updateBatch, .updateObjects] {
            #expect(try run(benchmark, in: scene).count == 1_000, "\(benchmark.name)")
            #expect(try shell(scene.workPath, "SELECT DISTINCT Z_OPT FROM ZPERSON") == "2", "\(benchmark.name)")
        }
        let batch = try run(.deleteBatch, in: scene).count
        #expect(batch > 0)
        #expect(try run(.deleteObjects, in: scene).count == batch)
        #expect(try shell(scene.workPath, "SELECT count(*) FROM ZPERSON") == String(1_000 - batch))
    }

    @Test("A failure is named")
    func failing() throws {
        let fixture = try Fixture()
        #expect(throws: Failure.self) {
            try measured(baseline_fetch(fixture.scene.storePath, fixture.scene.reading, "SELECT * FROM NOBODY", false))
        }
    }

    /// What the sqlite3 shell answers.
    private func shell(_ path: String, _ sql: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-batch", path, sql]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
