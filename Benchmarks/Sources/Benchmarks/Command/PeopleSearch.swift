import Foundation
import PersonKit

extension Benchmark {
    /// The command `people search` on all people, from the start of its process to the end.
    ///
    /// The command is the release build beside this package, or what `$PEOPLE_COMMAND` names.
    static let peopleSearch = Benchmark(
        name: "command", needs: .book,
        checks: [
            Check("`people search`, process start to exit, p50", .p50, .most(0.03)),
            Check("`people search`, process start to exit, p99", .p99, .none),
        ],
        ours: { scene in
            let environment = ProcessInfo.processInfo.environment
            let command = environment["PEOPLE_COMMAND"] ?? "../.build/release/people"
            guard FileManager.default.isExecutableFile(atPath: command) else {
                throw Failure(
                    "There is no command at \(command): build it with 'swift build -c release --static-swift-stdlib "
                        + "--product people' in the folder above, or set PEOPLE_COMMAND.")
            }
            let queries = try scene.probes(.queries).prefix(200).map { query in
                query.filter { $0 != "\"" && $0 != "*" }
            }
            return try RunFigures.measuring(queries: queries.count) { index in
                let process = Process()
                process.executableURL = URL(fileURLWithPath: command)
                process.arguments =
                    ["search", "--limit", "50", "--"] + queries[index].split(separator: " ").map(String.init)
                process.environment = ["PEOPLE_STORE": scene.bookPath, "PATH": "/usr/bin:/bin"]
                process.standardOutput = FileHandle.nullDevice
                try process.run()
                process.waitUntilExit()
                guard process.terminationStatus <= 1 else {
                    throw Failure("'people search' failed with exit code \(process.terminationStatus).")
                }
                return 1
            }
        })
}
