import Testing

@testable import ContactFormats

@Suite struct CSVParserTests {
    private func rows(_ text: String, delimiter: Character = ",", chunk: Int = .max, maxFieldSize: Int = 1 << 20) throws
        -> [[String]]
    {
        let source = DripSource(Array(text.utf8), name: "t.csv", chunk: chunk)
        let window = ByteWindow(source, capacity: chunk == .max ? 256 * 1024 : 16)
        let parser = CSVParser(
            window: window, delimiter: delimiter.asciiValue!, maxFieldSize: maxFieldSize, firstLine: 1)
        var rows: [[String]] = []
        while try parser.nextRow() {
            rows.append((0..<parser.fieldCount).map { parser.string(at: $0)! })
        }
        return rows
    }

    static let cases: [(String, [[String]])] = [
        ("", []),
        ("\n\r\n\r", []),
        ("a", [["a"]]),
        ("a,b\n", [["a", "b"]]),
        ("a,b\r\nc,d\re,f\r\r\ng,h\ni,j", [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"], ["i", "j"]]),
        ("a,\n,b\n,\n", [["a", ""], ["", "b"], ["", ""]]),
        ("\"a\",\"b\"\n", [["a", "b"]]),
        ("\"\"\n", [[""]]),
        ("\"a,b\",\"c\nd\",\"e\r\nf\",\"g\rh\"\n", [["a,b", "c\nd", "e\r\nf", "g\rh"]]),
        ("\"say \"\"hi\"\"\",\"\"\"\"\n", [["say \"hi\"", "\""]]),
        ("a \"b\" c,5\" pipe\n", [["a \"b\" c", "5\" pipe"]]),
        ("\"a\"b,\"c\" \"d\"\n", [["ab", "c \"d\""]]),
        ("\"a\"  ,b\n", [["a", "b"]]),
        ("a,b\u{1A}", [["a", "b"]]),
        ("a,b\n\u{1A}\u{1A}", [["a", "b"]]),
        ("a\u{2028}b,c\u{85}d\n", [["a\u{2028}b", "c\u{85}d"]]),
        ("a\n\n\nb\n", [["a"], ["b"]]),
        (String(repeating: "0123456789,", count: 40) + "x\n", [Array(repeating: "0123456789", count: 40) + ["x"]]),
        ("王,小明,\"é,ü\"\n", [["王", "小明", "é,ü"]]),
    ]

    @Test(arguments: cases, [Int.max, 1, 2, 3, 7, 16])
    func rowsAndFields(case: (text: String, rows: [[String]]), chunk: Int) throws {
        #expect(try rows(`case`.text, chunk: chunk) == `case`.rows)
    }

    /// Every short text over the characters that matter is read alike however it arrives.
    @Test func piecesDoNotMatter() throws {
        let letters = Array("a,\"\r\n".unicodeScalars)
        for number in 0..<(5 * 5 * 5 * 5 * 5 * 5) {
            var rest = number
            var text = ""
            for _ in 0..<6 {
                text.unicodeScalars.append(letters[rest % 5])
                rest /= 5
            }
            let whole = Result { try rows(text) }
            let pieces = Result { try rows(text, chunk: 1) }
            switch (whole, pieces) {
            case (.success(let first), .success(let second)): #expect(first == second, "\(text.debugDescription)")
            case (.failure(let first), .failure(let second)):
                #expect("\(first)" == "\(second)", "\(text.debugDescription)")
            default: Issue.record("\(text.debugDescription): \(whole) and \(pieces)")
            }
        }
    }

    @Test(
        arguments: [
            ("a\n\"b\nc\nd", 2), ("\"", 1), ("a\r\nb\r\nc,\"d\r\n\r\n", 3), ("a\rb,\"x\"\"", 2), ("\"x\ny\",\"z\n", 2),
        ])
    func unterminatedQuoteNamesItsLine(text: String, line: Int) throws {
        for chunk in [Int.max, 1] {
            let error = #expect(throws: ContactFormatError.self) { try rows(text, chunk: chunk) }
            #expect(error?.code == .unterminatedQuote)
            #expect(error?.line == line)
        }
    }

    @Test func oversizedRowIsSkippedAndNamed() throws {
        let large = String(repeating: "x", count: 5000)
        let text = "a,b\n1,\"\(large)\n\"\"\(large)\",z\n2,ok\n\(large),3\n4,end\n"
        let parser = CSVParser(DripSource(Array(text.utf8), name: "t", chunk: 100), maxFieldSize: 1000)
        var seen: [String] = []
        while try parser.nextRow() {
            seen.append("\(parser.line) \(parser.isOversized ? "too large" : parser.string(at: 0)!)")
        }
        #expect(seen == ["1 a", "2 too large", "4 2", "5 too large", "6 4"])
    }

    @Test func oversizedQuoteThatNeverEndsNamesItsLine() throws {
        let text = "a,b\n1,\"" + String(repeating: "x\n", count: 5000)
        let error = #expect(throws: ContactFormatError.self) { try rows(text, maxFieldSize: 1000) }
        #expect(error?.line == 2)
    }

    @Test func linesAreCountedThroughQuotedLineEnds() throws {
        let text = "h\n\"a\nb\r\nc\rd\"\n\nx\r\r\ny\n"
        let parser = CSVParser(MemoryByteSource(text.utf8))
        var lines: [Int] = []
        while try parser.nextRow() { lines.append(parser.line) }
        #expect(lines == [1, 2, 7, 8])
    }
}
