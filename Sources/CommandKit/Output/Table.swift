/// A column of a table.
package struct TableColumn: Sendable {
    package var title: String
    package var alignment: TextAlignment
    /// What a column keeps when the table is wider than the terminal, in columns of the terminal.
    package var minimumWidth: Int
    /// What a column never exceeds on a terminal.
    package var maximumWidth: Int?
    /// Gives way first when the table is wider than the terminal.
    package var isFlexible: Bool
    package var style: Style

    package init(
        _ title: String, alignment: TextAlignment = .left, minimumWidth: Int = 4, maximumWidth: Int? = nil,
        isFlexible: Bool = false, style: Style = []
    ) {
        self.title = title
        self.alignment = alignment
        self.minimumWidth = minimumWidth
        self.maximumWidth = maximumWidth
        self.isFlexible = isFlexible
        self.style = style
    }
}

/// Prints rows in aligned columns, and holds only the first of them.
///
/// ```swift
/// var table = Table([TableColumn("NAME", isFlexible: true), TableColumn("AGE", alignment: .right)], to: call.output)
/// for person in people { try table.append([person.name, String(person.age)]) }
/// try table.finish()
/// ```
///
/// The first rows decide the widths. On a terminal the table fits its width and longer cells end in `…`; elsewhere
/// every value is whole, and one that is wider than its column moves the rest of its row. Control characters are
/// escaped and blanks at the end of a line left out, so a row is a line.
package struct Table {
    private let columns: [TableColumn]
    private let output: Output
    private let paint: Paint
    private let showsHeader: Bool
    private let sampleSize: Int
    /// Rows that wait for the widths.
    private var sample: [[String]] = []
    /// Nil until the widths are known.
    private var widths: [Int]?

    static let gap = 2

    /// - Parameter sampleSize: how many rows decide the widths.
    package init(
        _ columns: [TableColumn], to output: Output, paint: Paint = .plain, showsHeader: Bool = true,
        sampleSize: Int = 200
    ) {
        self.columns = columns
        self.output = output
        self.paint = paint
        self.showsHeader = showsHeader
        self.sampleSize = sampleSize
    }

    /// Prints a row, or keeps it until the widths are known. Missing cells are empty, surplus ones are ignored.
    ///
    /// - Throws: what `Output.write` throws.
    package mutating func append(_ cells: [String]) throws {
        let row = columns.indices.map { $0 < cells.count ? cells[$0].escapedControls.withoutBlankEnd : "" }
        if let widths {
            try write(row, widths: widths)
        } else {
            sample.append(row)
            if sample.count >= sampleSize { try writeSample() }
        }
    }

    /// Prints what is still held. A table without rows prints nothing, not even its header.
    package mutating func finish() throws {
        if widths == nil, !sample.isEmpty { try writeSample() }
    }

    private mutating func writeSample() throws {
        let widths = layOut()
        self.widths = widths
        if showsHeader { try write(columns.map(\.title.escapedControls), widths: widths, isHeader: true) }
        for row in sample { try write(row, widths: widths) }
        sample = []
    }

    private func layOut() -> [Int] {
        var natural = columns.indices.map { index in
            sample.reduce(showsHeader ? columns[index].title.displayWidth : 0) { max($0, $1[index].displayWidth) }
        }
        // Elsewhere values stay whole, and a maximum would only break the alignment.
        guard output.terminal.isTerminal else { return natural }
        for index in natural.indices { natural[index] = min(natural[index], columns[index].maximumWidth ?? Int.max) }
        return TableLayout(columns: columns, natural: natural).widths(
            in: output.terminal.width - Self.gap * (columns.count - 1))
    }

    private func write(_ row: [String], widths: [Int], isHeader: Bool = false) throws {
        var line = ""
        // Blanks are written only when something follows them.
        var blanks = 0
        for index in columns.indices {
            let column = columns[index]
            let text = output.terminal.isTerminal ? row[index].truncated(to: widths[index]) : row[index]
            let missing = max(0, widths[index] - text.displayWidth)
            if column.alignment == .right { blanks += missing }
            if !text.isEmpty {
                line += String(repeating: " ", count: blanks)
                blanks = 0
                line += paint(text, isHeader ? .bold : column.style)
            }
            if column.alignment == .left { blanks += missing }
            blanks += Self.gap
        }
        try output.writeLine(line)
    }
}

extension String {
    fileprivate var withoutBlankEnd: String {
        guard utf8.last == UInt8(ascii: " ") else { return self }
        return String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
    }
}

/// Shares a terminal's width among columns.
struct TableLayout {
    let columns: [TableColumn]
    /// The widths that show everything.
    let natural: [Int]

    /// Narrows the widest flexible columns until the table fits; if that is not enough, all columns. A column does
    /// not get narrower than its minimum.
    func widths(in available: Int) -> [Int] {
        guard natural.reduce(0, +) > available else { return natural }
        let flexible = columns.map(\.isFlexible)
        let onlyFlexible = cut(to: available) { flexible[$0] }
        return onlyFlexible.reduce(0, +) <= available ? onlyFlexible : cut(to: available) { _ in true }
    }

    /// The greatest common limit that makes the columns fit, and the rest given to the first that can use it.
    private func cut(to available: Int, where mayShrink: (Int) -> Bool) -> [Int] {
        func widths(limit: Int) -> [Int] {
            natural.indices.map { index in
                mayShrink(index)
                    ? min(natural[index], max(limit, columns[index].minimumWidth)) : natural[index]
            }
        }
        var low = 0
        var high = natural.max() ?? 0
        while low < high {
            let middle = (low + high + 1) / 2
            if widths(limit: middle).reduce(0, +) <= available { low = middle } else { high = middle - 1 }
        }
        var result = widths(limit: low)
        var rest = available - result.reduce(0, +)
        for index in result.indices where rest > 0 && mayShrink(index) && result[index] < natural[index] {
            result[index] += 1
            rest -= 1
        }
        return result
    }
}
