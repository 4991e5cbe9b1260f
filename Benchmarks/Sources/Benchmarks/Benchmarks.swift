import Foundation

/// `benchmarks`: the works of the design's table in C and in ours, side by side.
@main
enum Benchmarks {
    static func main() {
        do {
            let options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
            switch options.child {
            case .prepare: try Scene(options, directory: options.directory ?? ".").prepare()
            case .run(let name, let side): try runChild(name: name, side: side, options: options)
            case nil where options.list: for benchmark in Benchmark.all { print(benchmark.name) }
            case nil: try runAll(options)
            }
        } catch let failure as Failure {
            let usage = failure.isUsage ? "\n" + Options.usage : ""
            FileHandle.standardError.write(Data("benchmarks: \(failure)\(usage)\n".utf8))
            exit(failure.isUsage ? 2 : 1)
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func runChild(name: String, side: Options.Side, options: Options) throws {
        guard let benchmark = Benchmark.all.first(where: { $0.name == name }),
            let work = side == .ours ? benchmark.ours : benchmark.baseline
        else { throw Failure("There is no '\(name)' of that side.") }
        let scene = try Scene(options, directory: options.directory ?? ".")
        try scene.makeReady(for: benchmark.needs)
        let measurement = try work(scene)
        scene.removeWork()
        FileHandle.standardOutput.write(try JSONEncoder().encode(measurement))
    }

    private static func runAll(_ options: Options) throws {
        let directory = options.directory ?? NSTemporaryDirectory() + "benchmarks-\(getpid())"
        let scene = try Scene(options, directory: directory)
        defer {
            if options.directory == nil { try? FileManager.default.removeItem(atPath: directory) }
        }
        print(Machine.line)
        let clock = options.usesCPUTime ? ", processor time" : ""
        print("\(options.count) people, the best of \(options.rounds)\(clock)\n")
        if !scene.isPrepared { try ChildProcess.prepare(scene) }

        var report = Report()
        for benchmark in Benchmark.all where isWanted(benchmark, options) {
            FileHandle.standardError.write(Data("  \(benchmark.name)\n".utf8))
            var baseline: RunFigures?
            var ours: RunFigures?
            // In turn, so that a busy minute of the machine meets both sides.
            for _ in 0..<options.rounds {
                if benchmark.baseline != nil {
                    let run = try ChildProcess.measure(benchmark, side: .baseline, in: scene)
                    baseline = baseline?.best(run) ?? run
                }
                if benchmark.ours != nil, !options.baselineOnly {
                    let run = try ChildProcess.measure(benchmark, side: .ours, in: scene)
                    ours = ours?.best(run) ?? run
                }
            }
            if options.usesCPUTime {
                baseline = baseline?.inCPUTime
                ours = ours?.inCPUTime
            }
            report.add(benchmark, baseline: baseline, ours: ours)
        }
        print(report.text)
    }

    private static func isWanted(_ benchmark: Benchmark, _ options: Options) -> Bool {
        options.only.isEmpty || options.only.contains { benchmark.name.hasPrefix($0) }
    }
}
