import FictionalPeople
import Foundation

/// `make-people`: writes invented people as CSV and as JSON, the same ones for a seed.
@main
struct MakePeople {
    static let usage = """
        Usage: make-people [--count N] [--seed S] [--profile sample|plain] [--csv FILE] [--json FILE]

          --count N      how many people (default: 300)
          --seed S       the same seed gives the same people (default: 1)
          --profile P    sample: every script, field and corner case (default)
                         plain:  shaped like a real address book, for benchmarks
          --csv FILE     where to write CSV
          --json FILE    where to write a JSON array, one record a line
        """

    var count = 300
    var seed: UInt64 = 1
    var profile = PersonMaker.Profile.sample
    var csv: String?
    var json: String?

    static func main() {
        do {
            try MakePeople(arguments: Array(CommandLine.arguments.dropFirst())).run()
        } catch let problem as UsageProblem {
            FileHandle.standardError.write(Data("make-people: \(problem.message)\n\(usage)\n".utf8))
            exit(2)
        } catch {
            FileHandle.standardError.write(Data("make-people: \(error.localizedDescription)\n".utf8))
            exit(74)
        }
    }

    init(arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--help" || option == "-h" {
                print(Self.usage)
                exit(0)
            }
            guard ["--count", "--seed", "--profile", "--csv", "--json"].contains(option) else {
                throw UsageProblem("Unknown option '\(option)'.")
            }
            guard let value = rest.popFirst() else { throw UsageProblem("'\(option)' needs a value.") }
            switch option {
            case "--count":
                guard let number = Int(value), number >= 0 else {
                    throw UsageProblem("'--count' needs a whole number from 0 up, not '\(value)'.")
                }
                count = number
            case "--seed":
                guard let number = UInt64(value) else {
                    throw UsageProblem("'--seed' needs a whole number from 0 up, not '\(value)'.")
                }
                seed = number
            case "--profile":
                guard let known = PersonMaker.Profile(rawValue: value) else {
                    throw UsageProblem("'--profile' is sample or plain, not '\(value)'.")
                }
                profile = known
            case "--csv": csv = value
            default: json = value
            }
        }
        if csv == nil, json == nil { throw UsageProblem("Say where to write: '--csv FILE', '--json FILE' or both.") }
    }

    func run() throws {
        var files: [PeopleFile] = []
        if let csv { files.append(try PeopleFile(path: csv, writer: CSVWriter(profile: profile))) }
        if let json { files.append(try PeopleFile(path: json, writer: JSONWriter(profile: profile))) }
        var maker = PersonMaker(profile: profile, seed: seed)
        for _ in 0..<count {
            let person = maker.next()
            for file in files { try file.append(person) }
        }
        for file in files { try file.close() }
    }
}

/// A command line that cannot be understood.
struct UsageProblem: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
