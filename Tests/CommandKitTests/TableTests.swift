import CommandKit
import Testing

@Suite struct TableTests {
    static let columns = [
        TableColumn("NAME", isFlexible: true), TableColumn("AGE", alignment: .right),
        TableColumn("EMAIL", isFlexible: true),
    ]

    func render(
        _ rows: [[String]], columns: [TableColumn] = columns, width: Int? = nil, paint: Paint = .plain,
        showsHeader: Bool = true, sampleSize: Int = 200
    ) throws -> String {
        let output = Output.memory(terminal: Terminal(isTerminal: width != nil, width: width ?? 80))
        var table = Table(columns, to: output, paint: paint, showsHeader: showsHeader, sampleSize: sampleSize)
        for row in rows { try table.append(row) }
        try table.finish()
        return output.text
    }

    @Test func aligns() throws {
        let text = try render([["王小明", "30", "wang@example.com"], ["Ann", "5", ""], ["👨‍👩‍👧 Fam", "", "a@b.c"]])
        #expect(
            text == """
                NAME    AGE  EMAIL
                王小明   30  wang@example.com
                Ann       5
                👨‍👩‍👧 Fam       a@b.c

                """)
    }

    @Test func noHeader() throws {
        #expect(try render([["a", "1", "x"], ["bb", "22"]], showsHeader: false) == "a    1  x\nbb  22\n")
    }

    @Test func empty() throws {
        #expect(try render([]) == "")
    }

    @Test func narrowTerminal() throws {
        let rows = [
            ["A very long name that goes on", "30", "somebody.with.a.long.address@example.com"], ["Bo", "4", "x"],
        ]
        let text = try render(rows, width: 40)
        #expect(
            text == """
                NAME               AGE  EMAIL
                A very long name…   30  somebody.with.a…
                Bo                   4  x

                """)
        for line in text.split(separator: "\n") { #expect(String(line).displayWidth <= 40) }
        #expect(try render(rows).contains("somebody.with.a.long.address@example.com"))
    }

    @Test func fixedColumnsGiveWayLast() throws {
        let columns = [TableColumn("ID"), TableColumn("NOTE", minimumWidth: 6, isFlexible: true)]
        let rows = [["0123456789abcdef", "some text that is long"]]
        #expect(try render(rows, columns: columns, width: 26, showsHeader: false) == "0123456789abcdef  some te…\n")
        #expect(try render(rows, columns: columns, width: 20, showsHeader: false) == "01234567…  some tex…\n")
        // Below the minimum the table is cut no further.
        #expect(try render(rows, columns: columns, width: 3, showsHeader: false) == "012…  some …\n")
    }

    @Test func maximum() throws {
        let columns = [TableColumn("A", maximumWidth: 4), TableColumn("B")]
        #expect(try render([["abcdef", "x"]], columns: columns, width: 80) == "A     B\nabc…  x\n")
        #expect(try render([["abcdef", "x"]], columns: columns) == "A       B\nabcdef  x\n")
    }

    @Test func streams() throws {
        let output = Output.memory()
        var table = Table([TableColumn("A"), TableColumn("B")], to: output, sampleSize: 2)
        try table.append(["a", "1"])
        #expect(output.text == "")
        try table.append(["bb", "2"])
        #expect(output.text == "A   B\na   1\nbb  2\n")
        try table.append(["longer", "3"])
        #expect(output.text.hasSuffix("\nlonger  3\n"))
        try table.finish()
        #expect(output.text.split(separator: "\n").count == 4)
    }

    @Test func aRowIsALineAndCannotDriveTheTerminal() throws {
        let text = try render([["a\nb", "1", "\u{1B}[2J  "], ["c", "2", "   "]], width: 80)
        #expect(text == "NAME  AGE  EMAIL\na\\nb    1  \\e[2J\nc       2\n")
    }

    @Test func styles() throws {
        let columns = [TableColumn("A", style: .dim), TableColumn("B", alignment: .right)]
        #expect(
            try render([["x", "1"], ["", "22"]], columns: columns, paint: Paint(isEnabled: true))
                == "\u{1B}[1mA\u{1B}[0m   \u{1B}[1mB\u{1B}[0m\n\u{1B}[2mx\u{1B}[0m   1\n   22\n")
    }

    @Test(arguments: 1...60)
    func everyWidth(width: Int) throws {
        let rows = [["张三李四王五", "123", "somebody@example.com"], ["Bo", "4", "x"]]
        let text = try render(rows, width: width)
        let least = 4 + 3 + 4 + 4
        for line in text.split(separator: "\n") { #expect(String(line).displayWidth <= max(width, least)) }
    }
}
