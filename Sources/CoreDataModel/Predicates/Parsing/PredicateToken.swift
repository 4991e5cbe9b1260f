import Foundation

/// One word of a format string, with the bytes that it covers.
struct PredicateToken {
    enum Kind: Equatable {
        /// A word that may be a keyword. The parser decides, since keywords may stand in key paths.
        case word(String)
        /// A word that is surely a name: `#word`, `#"any text"`.
        case escapedWord(String)
        /// `@count`
        case collectionOperator(String)
        /// `$name`
        case variable(String)
        case integer(Int)
        case real(Double)
        /// An integer too large for `Int`.
        case largeInteger(Decimal)
        case string(String)
        /// `%@`, `%K`, `%ld`: the text without the percent sign.
        case placeholder(String)
        /// An operator or a bracket.
        case symbol(String)
        case end
    }

    let kind: Kind
    let range: Range<Int>
}

/// The words that cannot name a key unless `#` escapes them, in upper case.
enum PredicateKeyword {
    static let reserved: Set<String> = [
        "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "CASEINSENSITIVE", "CI", "MATCHES", "CONTAINS",
        "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "YES", "FALSE", "NO", "FIRST", "LAST",
        "SIZE", "ANYKEY", "SUBQUERY", "CAST", "TRUEPREDICATE", "FALSEPREDICATE", "TOKENMATCHES",
    ]

    /// Words that mean something only after an expression or before a parenthesis, so that keys may bear them.
    static let contextual: Set<String> = ["UNION", "INTERSECT", "MINUS", "FUNCTION", "TERNARY", "FETCH"]

    static let unsupportedOperators: Set<String> = ["UTI-CONFORMS-TO", "UTI-EQUALS", "TOKENMATCHES"]

    /// Whether a key can be written as it is, anywhere.
    static func isPlainName(_ name: String) -> Bool {
        isIdentifier(name) && !reserved.contains(name.uppercased()) && !contextual.contains(name.uppercased())
            && name.uppercased() != "UTI"
    }

    /// Whether the text is one word of the grammar: letters, digits and underscores, no digit in front.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first, !isDigit(first) else { return false }
        return name.utf8.allSatisfy(isNameByte)
    }

    /// Every byte outside ASCII counts as a letter, so that keys in any script need no escape.
    static func isNameByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || isDigit(byte) || byte == UInt8(ascii: "_") || isLetter(byte)
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
