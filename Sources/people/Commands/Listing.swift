import CommandKit
import ContactFormats

/// What `list` and `search` have in common: they choose people and print them while they are read.
enum Listing {
    private static let count = Flag("--count", help: "Print only how many there are.")

    static var options: [any DeclaredOption] {
        Selection.filters + Selection.paging + [count] + OutputChoice.options
    }

    static func run(words: [String], _ call: Invocation) throws -> ExitCode {
        guard let choice = try OutputChoice(call) else { return .ok }
        let selection = try Selection(words: words, call.arguments)
        return try ContactBook.open(call, for: .reading) { try run(selection, in: $0, as: choice, call) }
    }

    private static func run(
        _ selection: Selection, in book: ContactBook, as choice: OutputChoice, _ call: Invocation
    ) throws -> ExitCode {
        if call.arguments[count] {
            let count = try book.count(selection)
            try call.output.writeLine(String(count))
            return count == 0 ? .nothingFound : .ok
        }
        var usage: ContactColumnUsage?
        if choice.format == .csv || choice.format == .tsv {
            // Which columns are needed is known only after everyone has been looked at.
            var found = ContactColumnUsage()
            try book.forEach(selection, reading: nil) { found.add($0) }
            usage = found
        }
        var printer = try PeoplePrinter(choice, layout: .list, usage: usage, call)
        var isEmpty = true
        try book.forEach(selection, reading: choice.attributesToRead(layout: .list)) { person in
            isEmpty = false
            try printer.print(person)
        }
        try printer.finish()
        return isEmpty ? .nothingFound : .ok
    }
}
