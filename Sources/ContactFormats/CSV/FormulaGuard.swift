/// The apostrophe that keeps a spreadsheet from taking a cell for a formula.
///
/// A cell that begins with `=`, `+`, `-`, `@`, TAB or CR may run as a formula when a spreadsheet opens it. With the
/// guard on, an apostrophe is put in front. On reading, an apostrophe in front of such a character is taken away; a
/// cell that really begins like that is therefore written with one more even when the guard is off, so that every
/// text comes back as it was.
enum FormulaGuard {
    private static let apostrophe = UInt8(ascii: "'")

    static func isDangerous(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
        default: false
        }
    }

    /// Whether the bytes are apostrophes, at least `minimum`, followed by a dangerous character.
    static func isGuarded(_ bytes: some Collection<UInt8>, minimum: Int) -> Bool {
        guard let first = bytes.first, first == apostrophe || minimum == 0 && isDangerous(first) else { return false }
        guard let end = bytes.firstIndex(where: { $0 != apostrophe }) else { return false }
        return isDangerous(bytes[end]) && bytes.distance(from: bytes.startIndex, to: end) >= minimum
    }

    /// A phone number such as `+49 (30) 555-0101`: seven to fifteen digits and nothing but the usual separators.
    /// `+1-1` is none, because a spreadsheet would compute it.
    static func isPhoneNumber(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "+") else { return false }
        var digits = 0
        for byte in bytes.dropFirst() {
            switch byte {
            case 0x30...0x39: digits += 1
            case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "/"):
                break
            default: return false
            }
        }
        return (7...15).contains(digits)
    }

    /// The text of a cell as it is to be written.
    static func guarded(_ text: String, isOn: Bool) -> String {
        let bytes = text.utf8
        guard isOn else { return isGuarded(bytes, minimum: 1) ? "'" + text : text }
        var result = isGuarded(bytes, minimum: 0) && !isPhoneNumber(bytes) ? "'" + text : text
        // A spreadsheet that splits at the other separator makes cells of what stands behind it.
        guard result.utf8.contains(UInt8(ascii: ";")) || result.utf8.contains(UInt8(ascii: ",")) else { return result }
        var output: [UInt8] = []
        var isBehindSeparator = false
        for byte in result.utf8 {
            if isBehindSeparator, isDangerous(byte) { output.append(apostrophe) }
            output.append(byte)
            isBehindSeparator = byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
        }
        result = String(decoding: output, as: UTF8.self)
        return result
    }
}
