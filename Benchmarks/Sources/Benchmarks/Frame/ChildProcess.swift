import Foundation

/// Runs a benchmark's side in a process of its own: with a fresh heap, and with memory that is all its own.
enum ChildProcess {
    /// - Throws: `Failure` when the child fails; what it says goes to standard error.
    static func prepare(_ scene: Scene) throws {
        _ = try run(["--child", "prepare"], in: scene)
    }

    static func measure(_ benchmark: Benchmark, side: Options.Side, in scene: Scene) throws -> RunFigures {
        let output = try run(["--child", benchmark.name, "--side", side.rawValue], in: scene)
        return try JSONDecoder().decode(RunFigures.self, from: output)
    }

    private static func run(_ arguments: [String], in scene: Scene) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments =
            arguments + [
                "--directory", scene.directory, "--count", String(scene.count), "--seed", String(scene.seed),
            ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure("'\(arguments[1])' failed with exit code \(process.terminationStatus).")
        }
        return output
    }
}
