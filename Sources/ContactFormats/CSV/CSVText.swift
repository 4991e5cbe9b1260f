/// Writes cells as RFC 4180 has it: in quotes only when needed.
enum CSVText {
    /// Appends a cell, quoted when it holds a delimiter, a quote or a line end, or begins or ends with a blank.
    static func append(
        _ cell: UnsafeBufferPointer<UInt8>, to line: inout [UInt8], delimiter: UInt8, always: Bool = false
    ) {
        guard always || needsQuotes(cell, delimiter: delimiter) else {
            line.append(contentsOf: cell)
            return
        }
        let quote = UInt8(ascii: "\"")
        line.append(quote)
        var start = 0
        while let end = cell[start...].firstIndex(of: quote) {
            line.append(contentsOf: cell[start...end])
            line.append(quote)
            start = end + 1
        }
        line.append(contentsOf: cell[start...])
        line.append(quote)
    }

    private static func needsQuotes(_ cell: UnsafeBufferPointer<UInt8>, delimiter: UInt8) -> Bool {
        guard let first = cell.first, let last = cell.last else { return false }
        // Some readers trim blanks, and take a Ctrl-Z at the end for the end of the file.
        if first <= 0x20 || last <= 0x20 { return true }
        return cell.contains { $0 == delimiter || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }
    }
}
