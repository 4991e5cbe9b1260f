extension SQLValue {
    /// The value as an SQL literal, for the few places where SQLite takes no parameter.
    package var literal: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): String(value)
        case .real(let value) where value.isNaN: "NULL"
        case .real(let value) where value.isInfinite: value < 0 ? "-9e999" : "9e999"
        case .real(let value): String(value)
        case .text(let value): Self.quoted(value, by: "'")
        case .blob(let value): "x'" + value.map(Self.hexadecimal).joined() + "'"
        }
    }

    /// Text between quotation marks, with those within doubled. It looks at scalars: a mark with a combining accent is
    /// one `Character` that is no mark, but SQLite sees a mark.
    static func quoted(_ text: String, by mark: Unicode.Scalar) -> String {
        if !text.unicodeScalars.contains(mark) { return "\(mark)\(text)\(mark)" }
        var quoted = String.UnicodeScalarView()
        quoted.append(mark)
        for scalar in text.unicodeScalars {
            if scalar == mark { quoted.append(mark) }
            quoted.append(scalar)
        }
        quoted.append(mark)
        return String(quoted)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }
}
