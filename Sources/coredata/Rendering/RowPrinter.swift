import CommandKit

/// Prints rows one after the other, in whatever format was asked for.
struct RowPrinter {
    private let format: OutputFormat
    private let columns: [String]
    private let output: Output
    private var table: Table?
    private var isEmpty = true

    /// - Parameter numeric: which columns hold numbers, to be set right in a table.
    init(_ format: OutputFormat, columns: [String], numeric: Set<Int> = [], _ call: Invocation) throws {
        self.format = format
        self.columns = columns
        output = call.output
        switch format {
        case .table:
            table = Table(
                columns.enumerated().map { index, name in
                    TableColumn(
                        name, alignment: numeric.contains(index) ? .right : .left, minimumWidth: 6,
                        isFlexible: !numeric.contains(index) && index > 0, style: index == 0 ? .bold : [])
                }, to: call.output, paint: call.paint)
        case .csv: try output.writeLine(columns.map(Self.cell).joined(separator: ","))
        case .json, .ndjson: break
        }
    }

    mutating func print(_ values: [ShownValue]) throws {
        switch format {
        case .table: try table?.append(values.map(\.text))
        case .csv: try output.writeLine(values.map { Self.cell($0.text) }.joined(separator: ","))
        case .json:
            try output.write(isEmpty ? "[\n" : ",\n")
            try output.write("  " + object(values))
        case .ndjson: try output.writeLine(object(values))
        }
        isEmpty = false
    }

    mutating func finish() throws {
        try table?.finish()
        if format == .json { try output.writeLine(isEmpty ? "[]" : "\n]") }
    }

    private func object(_ values: [ShownValue]) -> String {
        ShownValue.object(zip(columns, values).map { (key: $0, value: $1) }).json
    }

    /// A cell of a CSV file (RFC 4180).
    static func cell(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { [UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13].contains($0) }
        return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
}
