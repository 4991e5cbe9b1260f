extension String {
    /// The text with everything that could drive a terminal shown as a visible escape: control characters (`\n`,
    /// `\e`, `\u{9B}`), the controls of text direction (`\u{202E}`) and the line and paragraph separators.
    ///
    /// So a name can neither colour the screen, nor move the cursor, nor turn the text around it. A backslash stays
    /// as it is: this is for people to read, not to parse back.
    ///
    /// - Complexity: O(bytes); a text without such characters is returned as it is.
    package var escapedControls: String {
        guard mayHoldControls else { return self }
        var escaped = ""
        escaped.reserveCapacity(utf8.count + 8)
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": escaped += "\\n"
            case "\r": escaped += "\\r"
            case "\t": escaped += "\\t"
            case "\u{1B}": escaped += "\\e"
            case _ where scalar.drivesTerminal:
                escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Looks at bytes alone: an ASCII control, or the first byte of a longer sequence that may be one.
    private var mayHoldControls: Bool {
        var previous: UInt8 = 0
        for byte in utf8 {
            if byte < 0x20 || byte == 0x7F { return true }
            if previous == 0xC2, byte < 0xA0 { return true }
            if previous == 0xE2, byte == 0x80 || byte == 0x81 { return true }
            previous = byte
        }
        return false
    }
}

extension Unicode.Scalar {
    fileprivate var drivesTerminal: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
