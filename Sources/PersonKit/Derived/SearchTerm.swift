/// One condition of a search.
struct SearchTerm {
    let text: String
    var isExcluded = false
    private var isPhrase = false

    /// The terms in what somebody typed: set apart by blanks, `"…"` for a phrase, `-` in front of what must not be
    /// there. A phone number's groups of digits behind a country code are one term.
    static func parse(_ input: String) -> [SearchTerm] {
        var terms: [SearchTerm] = []
        var rest = Substring(input)
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard let first = rest.first else { break }
            var isExcluded = false
            if first == "-", rest.count > 1, rest.dropFirst().first?.isWhitespace == false {
                isExcluded = true
                rest = rest.dropFirst()
            }
            if let quote = rest.first, quote == "\"" || quote == "“" {
                let body = rest.dropFirst()
                let end = body.firstIndex { $0 == "\"" || $0 == "”" } ?? body.endIndex
                let text = SearchFolding.fold(String(body[..<end]))
                if !text.isEmpty { terms.append(SearchTerm(text: text, isExcluded: isExcluded, isPhrase: true)) }
                rest = body[end...].dropFirst()
                continue
            }
            let end = rest.firstIndex { $0.isWhitespace } ?? rest.endIndex
            var text = SearchFolding.fold(String(rest[..<end]))
            rest = rest[end...]
            if text.hasPrefix("+") || text.hasPrefix("00"), PhoneDigits(text) != nil {
                while let group = nextDigits(rest) {
                    text += group.text
                    rest = group.rest
                }
            }
            if !text.isEmpty { terms.append(SearchTerm(text: text, isExcluded: isExcluded)) }
        }
        return terms
    }

    /// Folded or not: the words of several arguments are one input, so that a number's groups stay together.
    static func parse(_ inputs: [String]) -> [SearchTerm] { parse(inputs.joined(separator: " ")) }

    private static func nextDigits(_ rest: Substring) -> (text: String, rest: Substring)? {
        let start = rest.drop { $0.isWhitespace }
        let end = start.firstIndex { $0.isWhitespace } ?? start.endIndex
        let word = start[..<end]
        guard !word.isEmpty, word.utf8.allSatisfy({ (0x30...0x39).contains($0) || "()-./".utf8.contains($0) }) else {
            return nil
        }
        return (String(word), start[end...])
    }

    /// The condition, on text that is folded already, in a form for which the store's full-text index is used: a blank in
    /// front stands for a word's beginning.
    var predicate: NSPredicate {
        let condition = positivePredicate
        return isExcluded ? NSCompoundPredicate(notPredicateWithSubpredicate: condition) : condition
    }

    private var positivePredicate: NSPredicate {
        if !isPhrase, let digits = PhoneDigits(text), digits.digits.utf8.count > 2 { return digits.predicate }
        let isShort = text.unicodeScalars.count < 3 && text.unicodeScalars.allSatisfy { !$0.standsForAWord }
        let text = text.hasPrefix("+") ? String(text.dropFirst()) : text
        return NSPredicate(format: "searchText CONTAINS %@", (isShort || isPhrase ? " " : "") + text)
    }

    /// The condition for a person to have a tag.
    static func tag(_ tag: String) -> NSPredicate {
        NSPredicate(format: "searchText CONTAINS %@", "#\(SearchFolding.fold(tag))#")
    }
}

extension Unicode.Scalar {
    /// Whether the character belongs to a script without spaces between words.
    var standsForAWord: Bool {
        switch value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
