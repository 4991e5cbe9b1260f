import CommandKit
import ContactFormats

/// Prints people one after the other, in whatever format was asked for.
///
/// ```swift
/// var printer = try PeoplePrinter(choice, layout: .list, call)
/// for person in people { try printer.print(person) }
/// try printer.finish()
/// ```
struct PeoplePrinter {
    /// What the format for people to read looks like.
    enum Layout {
        /// A line each.
        case list
        /// A card each.
        case cards
    }

    private enum Style {
        case table(PeopleTable)
        case cards(isFirst: Bool)
        case ids
        case file(ContactWriter)
    }

    private var style: Style
    private let output: Output
    private let paint: Paint

    /// - Parameter usage: for CSV, which columns the people need.
    init(_ choice: OutputChoice, layout: Layout, usage: ContactColumnUsage? = nil, _ call: Invocation) throws {
        output = call.output
        paint = call.paint
        if let format = choice.format.contactFormat {
            var options = ContactWriteOptions()
            options.columns = choice.fields ?? usage?.columns
            options.customColumns = usage?.customColumns ?? []
            style = .file(try ContactWriter(sink: OutputSink(call.output), format: format, options: options))
        } else if choice.format == .ids {
            style = .ids
        } else {
            style = layout == .list ? .table(PeopleTable(call)) : .cards(isFirst: true)
        }
    }

    mutating func print(_ person: ContactRecord) throws {
        switch style {
        case .table(var table):
            try table.append(person)
            style = .table(table)
        case .cards(let isFirst):
            if !isFirst { try output.writeLine() }
            try PersonCard(record: person, paint: paint).write(to: output)
            style = .cards(isFirst: false)
        case .ids: try output.writeLine(person.personID ?? "")
        case .file(let writer): try writer.write(person)
        }
    }

    mutating func finish() throws {
        switch style {
        case .table(var table): try table.finish()
        case .file(let writer): try writer.finish()
        case .cards, .ids: break
        }
    }
}

extension OutputChoice {
    /// What has to be read to print people in this way; nil for everything but the photo itself.
    func attributesToRead(layout: PeoplePrinter.Layout) -> [ContactAttribute]? {
        if let fields { return fields }
        switch format {
        case .ids: return [.personID]
        case .table where layout == .list: return PeopleTable.attributes
        default: return nil
        }
    }
}
