/// What the command line asks for.
struct Options {
    var count = 1_000_000
    var seed: UInt64 = 1
    var rounds = 3
    var only: [String] = []
    var baselineOnly = false
    /// Compare processor time rather than time on the clock, for a machine that does other things too.
    var usesCPUTime = false
    var list = false
    /// Where the data is made; kept there when given, else in a temporary folder that is removed.
    var directory: String?
    /// Set in a child process only.
    var child: Child?

    /// What a child process is to do: a benchmark's side, or the preparation.
    enum Child: Equatable {
        case prepare
        case run(name: String, side: Side)
    }

    enum Side: String {
        case baseline, ours
    }

    static let usage = """
        Usage: benchmarks [--count N] [--rounds N] [--only NAME]… [--baseline-only] [--cpu]
                          [--directory DIR] [--seed S] [--list]

          --count N         how many people (default: 1000000)
          --rounds N        how often each side runs, in turn; the best run counts (default: 3)
          --only NAME       only the benchmarks whose names begin so; may be given more than once
          --baseline-only   only the C side
          --cpu             compare processor time, for a machine that does other things too
          --directory DIR   where the data is made, and kept for the next run
          --seed S          other people
          --list            print the benchmarks' names
        """

    /// - Throws: `Failure` when an option is unknown or its value is missing or wrong.
    init(arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw Failure("'\(option)' needs a value.", isUsage: true) }
            return value
        }
        func number(of option: String) throws -> Int {
            let text = try value(of: option)
            guard let number = Int(text), number > 0 else {
                throw Failure("'\(option)' needs a whole number from 1 up, not '\(text)'.", isUsage: true)
            }
            return number
        }
        var side: Side?
        var childName: String?
        while let option = rest.popFirst() {
            switch option {
            case "--count": count = try number(of: option)
            case "--rounds": rounds = try number(of: option)
            case "--seed": seed = UInt64(try number(of: option))
            case "--only": only.append(try value(of: option))
            case "--directory": directory = try value(of: option)
            case "--baseline-only": baselineOnly = true
            case "--cpu": usesCPUTime = true
            case "--list": list = true
            case "--child": childName = try value(of: option)
            case "--side": side = Side(rawValue: try value(of: option))
            default: throw Failure("Unknown option '\(option)'.", isUsage: true)
            }
        }
        if let childName {
            child = side.map { .run(name: childName, side: $0) } ?? .prepare
        }
        if let unknown = only.first(where: { name in !Benchmark.all.contains { $0.name.hasPrefix(name) } }) {
            throw Failure("No benchmark's name begins with '\(unknown)'; '--list' prints them.", isUsage: true)
        }
    }
}

/// Why nothing could be measured.
struct Failure: Error, CustomStringConvertible {
    let description: String
    let isUsage: Bool

    init(_ description: String, isUsage: Bool = false) {
        self.description = description
        self.isUsage = isUsage
    }
}
