extension CommandError {
    /// `{"error":{"code":65,"message":"…","file":"people.csv","line":12}}`, on one line. `file` and `line` are null
    /// where there is none; `hint` is there only when the error has one.
    package var json: String {
        var text = "{\"error\":{\"code\":\(code.rawValue),\"message\":\(Self.quoted(message))"
        text += ",\"file\":\(file.map(Self.quoted) ?? "null")"
        text += ",\"line\":\(line.map { String($0) } ?? "null")"
        if let hint { text += ",\"hint\":\(Self.quoted(hint))" }
        return text + "}}"
    }

    /// A JSON string (RFC 8259, section 7). Controls beyond ASCII are escaped too: it may stand on a terminal.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: quoted += "\\\""
            case 0x5C: quoted += "\\\\"
            case 0x0A: quoted += "\\n"
            case 0x0D: quoted += "\\r"
            case 0x09: quoted += "\\t"
            case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
