/// The digits of a phone number, with what is known about their parts.
struct PhoneDigits: Hashable {
    /// All digits, in international form where the number was written that way: `493023125017`.
    let digits: String
    /// Without country code and trunk prefix: `3023125017`.
    let national: String
    /// Whether the number was written with its country code.
    let isInternational: Bool
    private let countryCode: String

    /// Reads a number in any spelling; nil when there are no digits, or other letters than an extension's.
    init?(_ text: String) {
        var digits: [UInt8] = []
        var isInternational = false
        var bytes = Array(text.utf8)[...]
        if text.utf8.contains(where: { $0 >= 0x80 }) { bytes = Array(SearchFolding.fold(text).utf8)[...] }
        scan: while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
            case UInt8(ascii: "+"):
                if digits.isEmpty { isInternational = true }
            case UInt8(ascii: "("):
                // "+44 (0)20 …": the zero is for callers at home.
                if isInternational, bytes.starts(with: Array("0)".utf8)) { bytes = bytes.dropFirst(2) }
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: ")"), UInt8(ascii: "."), UInt8(ascii: "/"): break
            case UInt8(ascii: "x"), UInt8(ascii: "e"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "#"):
                // An extension.
                guard !digits.isEmpty else { return nil }
                break scan
            case UInt8(ascii: "t") where digits.isEmpty:
                guard bytes.starts(with: Array("el:".utf8)) else { return nil }
                bytes = bytes.dropFirst(3)
            default: return nil
            }
        }
        if !isInternational, digits.count > 6, digits.starts(with: Array("00".utf8)) {
            isInternational = true
            digits.removeFirst(2)
        }
        guard !digits.isEmpty else { return nil }
        self.isInternational = isInternational
        self.digits = String(decoding: digits, as: UTF8.self)
        let code = isInternational ? Self.countryCodeLength(digits) : 0
        countryCode = String(self.digits.prefix(code))
        var rest = self.digits.dropFirst(code)
        if rest.count > 5, rest.first == "0" { rest = rest.dropFirst() }
        national = String(rest)
    }

    /// Country codes have one digit, two or three (ITU-T E.164).
    private static func countryCodeLength(_ digits: [UInt8]) -> Int {
        guard digits.count > 3 else { return 0 }
        let (first, second) = (digits[0] & 0x0F, digits[1] & 0x0F)
        switch (first, second) {
        case (1, _), (7, _): return 1
        case (2, 0), (2, 7), (3, 0...4), (3, 6), (3, 9), (4, 0...1), (4, 3...9), (5, 1...8), (6, 0...6), (8, 1...2),
            (8, 4), (8, 6), (9, 0...5), (9, 8):
            return 2
        default: return 3
        }
    }

    /// Adds the words under which the number is found.
    func appendWords(to output: inout [UInt8]) {
        func word(_ text: String) {
            output.append(0x20)
            output.append(contentsOf: text.utf8)
        }
        word(digits)
        guard national.utf8.count < digits.utf8.count else { return }
        word(national)
        // As it is dialled at home. North America has no trunk prefix, Russia's is 8.
        if isInternational, countryCode != "1" { word((countryCode == "7" ? "8" : "0") + national) }
    }

    /// The condition for the number to be found, whichever way it was written.
    var predicate: NSPredicate {
        if national.utf8.count >= 6 { return NSPredicate(format: "searchText CONTAINS %@", national) }
        let isPrefix = isInternational || digits.utf8.count < 3
        return NSPredicate(format: "searchText CONTAINS %@", (isPrefix ? " " : "") + digits)
    }

    /// Whether two spellings can be the same number: equal in international form, else without what only one has.
    func matches(_ other: PhoneDigits?) -> Bool {
        guard let other else { return false }
        if isInternational, other.isInternational {
            return digits == other.digits || national == other.national && countryCode == other.countryCode
        }
        return national == other.national
    }
}
