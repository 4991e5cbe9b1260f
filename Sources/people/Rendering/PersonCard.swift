import CommandKit
import ContactFormats

/// Everything about a person, for people to read: the name, then each attribute with its values below each other.
struct PersonCard {
    let record: ContactRecord
    let paint: Paint

    private static let gap = 2
    /// The name is the heading; the ID comes first below it.
    private static let attributes = ContactAttribute.allCases.filter { $0 != .name }

    /// - Throws: what `Output.write` throws.
    func write(to output: Output) throws {
        let rows = Self.attributes.flatMap(rows(of:))
        let column = rows.map(\.title.displayWidth).max() ?? 0
        try output.writeLine(paint((record.derivedName ?? "(no name)").escapedControls, .bold))
        for row in rows {
            let title = row.title.padded(to: column + Self.gap)
            var line = paint(title, .dim) + row.line.text.escapedControls
            if let remark = row.line.remark { line += "  " + paint("(\(remark.escapedControls))", .dim) }
            // A line of a note may be empty.
            try output.writeLine(row.line == DisplayLine("") ? String(title.prefix { $0 != " " }) : line)
        }
    }

    private func rows(of attribute: ContactAttribute) -> [(title: String, line: DisplayLine)] {
        let lines = record.displayLines(of: attribute)
        if attribute == .custom {
            // Fields of the user's own stand under their own names.
            return lines.map { (($0.remark ?? "").escapedControls, DisplayLine($0.text)) }
        }
        return lines.enumerated().map { index, line in (index == 0 ? attribute.title : "", line) }
    }
}
