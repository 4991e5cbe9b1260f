import Foundation
import SQLite
import Testing

/// The built `people`, run as a process of its own on a store of its own.
///
/// ```swift
/// let people = try PeopleProcess()
/// let run = try people("list", "--count")
/// #expect(run.code == 1)
/// ```
final class PeopleProcess {
    /// What a run has left.
    struct Run {
        var code: Int32
        var output: String
        /// Standard error.
        var talk: String

        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    let folder: URL
    let store: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("people-\(UUID().uuidString)")
        store = folder.appendingPathComponent("book.sqlite")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs `people` with arguments on the store; paths are relative to the folder.
    @discardableResult
    func callAsFunction(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) throws -> Run {
        try run(arguments, input: Data(input.utf8), environment: environment)
    }

    @discardableResult
    func run(_ arguments: [String], input: Data = Data(), environment: [String: String] = [:]) throws -> Run {
        let process = try start(arguments, input: input, environment: environment)
        return process.wait()
    }

    /// Runs a line of the shell, in which `people` is the command.
    func shell(_ line: String) throws -> Run {
        let path = Self.binary.deletingLastPathComponent().path
        return try start(
            ["-c", line], executable: URL(fileURLWithPath: "/bin/bash"), environment: ["PATH": path + ":/usr/bin:/bin"]
        ).wait()
    }

    /// A run that has not ended yet.
    func start(
        _ arguments: [String], executable: URL = PeopleProcess.binary, input: Data = Data(),
        environment: [String: String] = [:]
    ) throws -> Started {
        try Started(
            executable, arguments, input: input, folder: folder,
            environment: ["PEOPLE_STORE": store.path, "HOME": folder.path, "PATH": "/usr/bin:/bin"]
                .merging(environment) { $1 })
    }

    /// Writes a file into the folder and gives its name.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Data(text.utf8), to: name)
    }

    @discardableResult
    func write(_ data: Data, to name: String) throws -> String {
        try data.write(to: folder.appendingPathComponent(name))
        return name
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// `PRAGMA integrity_check` of the store; `ok` when there is none.
    func integrity() throws -> String {
        guard FileManager.default.fileExists(atPath: store.path) else { return "ok" }
        let connection = try Connection(path: store.path, mode: .readWriteCreate, busyTimeout: .seconds(5))
        let statement = try connection.prepare("PRAGMA integrity_check")
        return try statement.step() ? statement.string(0) : ""
    }

    /// The files of the store, to be compared byte by byte.
    func storeBytes() -> [String: Data] {
        var files: [String: Data] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(store.lastPathComponent) && !name.hasSuffix("-shm") {
            let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
            if let data, !data.isEmpty { files[name] = data }
        }
        return files
    }

    /// Beside the test bundle.
    static let binary: URL = {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let beside = own.deletingLastPathComponent().appendingPathComponent("people")
        if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
        // Run by another program, which names the bundle among its arguments.
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            let candidate = URL(fileURLWithPath: argument).deletingLastPathComponent().appendingPathComponent("people")
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        }
        return beside
    }()

    /// A process that runs.
    ///
    /// `@unchecked Sendable`: what the two readers write is looked at after both have ended.
    final class Started: @unchecked Sendable {
        let process = Process()
        private let output = Pipe()
        private let talk = Pipe()
        private let reader = DispatchGroup()
        private var outputData = Data()
        private var talkData = Data()

        fileprivate init(
            _ executable: URL, _ arguments: [String], input: Data, folder: URL, environment: [String: String]
        ) throws {
            let inputFile = folder.appendingPathComponent(".input-\(UUID().uuidString)")
            try input.write(to: inputFile)
            process.executableURL = executable
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.environment = environment
            process.standardInput = try FileHandle(forReadingFrom: inputFile)
            process.standardOutput = output
            process.standardError = talk
            try process.run()
            DispatchQueue.global().async(group: reader) { [self] in
                outputData = output.fileHandleForReading.readDataToEndOfFile()
            }
            DispatchQueue.global().async(group: reader) { [self] in
                talkData = talk.fileHandleForReading.readDataToEndOfFile()
            }
        }

        func wait() -> Run {
            process.waitUntilExit()
            reader.wait()
            return Run(
                code: process.terminationStatus, output: String(decoding: outputData, as: UTF8.self),
                talk: String(decoding: talkData, as: UTF8.self))
        }
    }
}
