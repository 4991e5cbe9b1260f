/// The delimiter of a CSV file, and whether its first line names it.
enum CSVDialect {
    /// The line `sep=;` that spreadsheets put first: its delimiter and its length with the line end.
    static func separatorLine(_ bytes: UnsafeBufferPointer<UInt8>) -> (delimiter: UInt8, length: Int)? {
        var line = bytes.prefix(16).prefix { $0 != 0x0A && $0 != 0x0D }
        var length = line.count
        guard length < bytes.count else { return nil }
        length += bytes[length] == 0x0D && length + 1 < bytes.count && bytes[length + 1] == 0x0A ? 2 : 1
        if line.first == UInt8(ascii: "\""), line.last == UInt8(ascii: "\""), line.count > 1 {
            line = line.dropFirst().dropLast()
        }
        guard line.count == 5, line.prefix(4).map({ $0 | 0x20 }) == Array("sep=".utf8).map({ $0 | 0x20 }) else {
            return nil
        }
        return line.last.map { ($0, length) }
    }

    /// Finds the delimiter from the first twenty rows: the one with which the header holds most known names, then
    /// the one with which the rows are most alike in length, then the one with most columns.
    ///
    /// A character that is not in the header outside of quotes is no delimiter, however often the rows hold it.
    static func delimiter(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, preferred: UInt8) -> UInt8 {
        // The last line may be cut off.
        let text = isWhole ? bytes[...] : bytes[...(bytes.lastIndex(of: 0x0A) ?? bytes.count - 1)]
        let candidates = [preferred] + [",", ";", "\t", "|"].map { UInt8(ascii: $0) }.filter { $0 != preferred }
        var best = (delimiter: preferred, score: 0.0)
        for candidate in candidates {
            let score = score(text, delimiter: candidate)
            if score > best.score { best = (candidate, score) }
        }
        return best.delimiter
    }

    private static func score(_ text: Slice<UnsafeBufferPointer<UInt8>>, delimiter: UInt8) -> Double {
        let parser = CSVParser(MemoryByteSource(text), delimiter: delimiter)
        var columns = 0
        var known = 0
        var rows = 0
        var alike = 0
        do {
            while rows < 20, try parser.nextRow() {
                if rows == 0 {
                    columns = parser.fieldCount
                    guard columns > 1 else { return 0 }
                    for index in 0..<columns {
                        let header = EverydayHeaders.tidied(parser.string(at: index) ?? "")
                        if EverydayHeaders.column(for: header) != nil { known += 1 }
                    }
                } else if parser.fieldCount == columns {
                    alike += 1
                }
                rows += 1
            }
        } catch {
            // An open quote ends the sample; what was seen before counts.
        }
        guard columns > 1 else { return 0 }
        let consistency = rows > 1 ? Double(alike) / Double(rows - 1) : 1
        return Double(known) * 10 + consistency * 5 + Double(min(columns, 40)) / 10
    }
}
