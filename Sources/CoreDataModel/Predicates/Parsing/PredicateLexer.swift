import Foundation

/// Cuts a format string into tokens. Works on the UTF-8 bytes, so it takes time linear in the text.
struct PredicateLexer {
    let format: String
    private let bytes: [UInt8]
    private var position = 0

    init(format: String) {
        self.format = format
        self.bytes = Array(format.utf8)
    }

    /// All tokens; the last one is `.end`.
    mutating func tokens() throws(PredicateParseError) -> [PredicateToken] {
        var tokens: [PredicateToken] = []
        while true {
            let token = try next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private mutating func next() throws(PredicateParseError) -> PredicateToken {
        skipSpace()
        let start = position
        guard let byte = peek() else { return PredicateToken(kind: .end, range: start..<start) }
        let kind = try kind(startingWith: byte)
        return PredicateToken(kind: kind, range: start..<position)
    }

    private mutating func kind(startingWith byte: UInt8) throws(PredicateParseError) -> PredicateToken.Kind {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try quoted())
        case UInt8(ascii: "#"):
            position += 1
            if peek() == UInt8(ascii: "\"") || peek() == UInt8(ascii: "'") { return .escapedWord(try quoted()) }
            return .escapedWord(try name(after: "#", example: "#size"))
        case UInt8(ascii: "$"):
            position += 1
            return .variable(try name(after: "$", example: "$NAME"))
        case UInt8(ascii: "@"):
            position += 1
            return .collectionOperator("@" + (try name(after: "@", example: "@count")))
        case UInt8(ascii: "%"): return try placeholder()
        case let digit where PredicateKeyword.isDigit(digit): return try number()
        case UInt8(ascii: ".") where peek(1).map(PredicateKeyword.isDigit) == true && !followsOperand:
            return try number()
        case let letter where PredicateKeyword.isNameByte(letter): return .word(word())
        default: return try symbol()
        }
    }

    /// Whether the byte before belongs to a name or a bracket, so that a point here begins a key and not a number.
    private var followsOperand: Bool {
        guard position > 0 else { return false }
        let before = bytes[position - 1]
        return PredicateKeyword.isNameByte(before) || before == UInt8(ascii: ")") || before == UInt8(ascii: "]")
    }

    // MARK: Words

    private mutating func word() -> String {
        let start = position
        while let byte = peek(), PredicateKeyword.isNameByte(byte), !isSpace(at: position) { position += 1 }
        // These two operators hold hyphens; they are read whole, only to be refused by name.
        if position - start == 3, text(start..<position).uppercased() == "UTI" {
            for name in ["-CONFORMS-TO", "-EQUALS"] {
                let end = position + name.utf8.count
                if end <= bytes.count, text(position..<end).uppercased() == name {
                    position = end
                    break
                }
            }
        }
        return text(start..<position)
    }

    private mutating func name(after mark: String, example: String) throws(PredicateParseError) -> String {
        guard let byte = peek(), PredicateKeyword.isNameByte(byte), !isSpace(at: position) else {
            throw error(at: position, expected: "a name after '\(mark)', as in \(example)")
        }
        return word()
    }

    private mutating func placeholder() throws(PredicateParseError) -> PredicateToken.Kind {
        let start = position
        position += 1
        // Length modifiers first, then the one letter that ends the placeholder.
        while let byte = peek(), "hlqzjt".utf8.contains(byte) { position += 1 }
        guard let byte = peek(), "@KdDiuUxXoOfFeEgGaAcCsS".utf8.contains(byte) else {
            throw PredicateParseError(
                offset: start, found: "'%'",
                expected: "a placeholder such as %@, %K or %d (a percent sign can stand in a quoted text only)",
                format: format)
        }
        position += 1
        return .placeholder(text((start + 1)..<position))
    }

    // MARK: Numbers

    private mutating func number() throws(PredicateParseError) -> PredicateToken.Kind {
        let start = position
        if peek() == UInt8(ascii: "0"), let letter = peek(1), let radix = Self.radixes[letter | 0x20] {
            return try integer(radix: radix, start: start)
        }
        skipDigits()
        var isReal = false
        if peek() == UInt8(ascii: "."), peek(1).map(PredicateKeyword.isDigit) == true {
            isReal = true
            position += 1
            skipDigits()
        }
        if let letter = peek(), letter | 0x20 == UInt8(ascii: "e") {
            let hasSign = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+")
            if peek(hasSign ? 2 : 1).map(PredicateKeyword.isDigit) == true {
                isReal = true
                position += hasSign ? 2 : 1
                skipDigits()
            }
        }
        try requireEndOfNumber(start: start)
        let digits = text(start..<position)
        if !isReal {
            if let value = Int(digits) { return .integer(value) }
            // A Decimal holds 38 digits exactly.
            if digits.utf8.count <= 38, let value = Decimal(string: digits) { return .largeInteger(value) }
        }
        guard let value = Double(digits), value.isFinite else {
            throw PredicateParseError(
                offset: start, found: "'\(digits)'", expected: "a number in the range of Double", format: format)
        }
        return .real(value)
    }

    private static let radixes: [UInt8: Int] = [
        UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2,
    ]

    private mutating func integer(radix: Int, start: Int) throws(PredicateParseError) -> PredicateToken.Kind {
        position += 2
        let digitsStart = position
        while let byte = peek(), PredicateKeyword.isNameByte(byte), !isSpace(at: position) { position += 1 }
        guard let value = Int(text(digitsStart..<position), radix: radix) else {
            throw PredicateParseError(
                offset: start, found: "'\(text(start..<position))'",
                expected: "digits of base \(radix) that fit 64 bits", format: format)
        }
        return .integer(value)
    }

    private mutating func skipDigits() {
        while let byte = peek(), PredicateKeyword.isDigit(byte) { position += 1 }
    }

    private mutating func requireEndOfNumber(start: Int) throws(PredicateParseError) {
        guard let byte = peek(), PredicateKeyword.isNameByte(byte), !isSpace(at: position) else { return }
        while let byte = peek(), PredicateKeyword.isNameByte(byte), !isSpace(at: position) { position += 1 }
        throw PredicateParseError(
            offset: start, found: "'\(text(start..<position))'",
            expected: "a number, or a name that does not begin with a digit", format: format)
    }

    // MARK: Strings

    private mutating func quoted() throws(PredicateParseError) -> String {
        let start = position
        let quote = bytes[position]
        position += 1
        var content: [UInt8] = []
        while let byte = peek() {
            position += 1
            if byte == quote { return String(decoding: content, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                try appendEscape(to: &content)
            } else {
                content.append(byte)
            }
        }
        throw PredicateParseError(
            offset: start, found: "a text without an end",
            expected: "a closing \(quote == UInt8(ascii: "'") ? "'" : "\"")", format: format)
    }

    /// The character after a backslash. An unknown escape keeps its backslash, for patterns of LIKE and MATCHES: `'\d'`
    /// and `'\*'` arrive there whole.
    private mutating func appendEscape(to content: inout [UInt8]) throws(PredicateParseError) {
        guard let byte = peek() else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): content.append(byte)
        case UInt8(ascii: "u"):
            var value = try hexadecimalUnit()
            // Two units make one character outside the basic plane.
            if (0xD800..<0xDC00).contains(value), peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
                position += 2
                let low = try hexadecimalUnit()
                guard (0xDC00..<0xE000).contains(low) else { throw badUnit(at: position - 6) }
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(value) else { throw badUnit(at: position - 6) }
            content.append(contentsOf: String(Character(scalar)).utf8)
        default:
            content.append(UInt8(ascii: "\\"))
            content.append(byte)
        }
    }

    private mutating func hexadecimalUnit() throws(PredicateParseError) -> UInt32 {
        let digits = position..<min(position + 4, bytes.count)
        // A sign would be taken as part of the number.
        guard digits.count == 4, bytes[digits].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(text(digits), radix: 16)
        else { throw badUnit(at: position - 2) }
        position += 4
        return value
    }

    private func badUnit(at offset: Int) -> PredicateParseError {
        PredicateParseError(
            offset: offset, found: "'\\u'", expected: "four hexadecimal digits of a character after '\\u'",
            format: format)
    }

    // MARK: Symbols

    private static let symbols = [
        "==", "=<", "=>", "!=", "<>", "<=", ">=", "&&", "||", "**", ":=", "=", "<", ">", "!", "(", ")", "[", "]", "{",
        "}", ",", ".", "+", "-", "*", "/", ":",
    ]

    private mutating func symbol() throws(PredicateParseError) -> PredicateToken.Kind {
        for symbol in Self.symbols where bytes[position...].starts(with: symbol.utf8) {
            position += symbol.utf8.count
            return .symbol(symbol)
        }
        throw error(at: position, expected: "a key, a value or an operator")
    }

    // MARK: Bytes

    private func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    /// ASCII white space, and the wide and no-break spaces that come with text pasted from elsewhere.
    private func spaceLength(at offset: Int) -> Int {
        switch bytes[offset] {
        case 0x20, 0x09...0x0D: 1
        case 0xC2 where offset + 1 < bytes.count && bytes[offset + 1] == 0xA0: 2
        case 0xE3 where bytes[offset...].starts(with: [0xE3, 0x80, 0x80]): 3
        default: 0
        }
    }

    private func isSpace(at offset: Int) -> Bool { spaceLength(at: offset) > 0 }

    private mutating func skipSpace() {
        while position < bytes.count, case let length = spaceLength(at: position), length > 0 { position += length }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func error(at offset: Int, expected: String) -> PredicateParseError {
        let character = String(decoding: bytes[offset...], as: UTF8.self).first
        return PredicateParseError(
            offset: offset, found: character.map { "'\($0)'" } ?? "the end", expected: expected, format: format)
    }
}
