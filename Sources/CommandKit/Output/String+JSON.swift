extension String {
    /// The text as a JSON string (RFC 8259, section 7), with its quotation marks. Controls beyond ASCII are escaped too:
    /// it may stand on a terminal.
    package var quotedJSON: String {
        var quoted = "\""
        for scalar in unicodeScalars {
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
