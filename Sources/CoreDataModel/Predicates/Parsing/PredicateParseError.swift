/// A format string that could not be read: where it went wrong, what stands there, and what was expected instead.
///
/// Thrown by `NSPredicate(parsing:arguments:)` and `NSExpression(parsing:arguments:)`, for text that comes from a user.
/// The initialisers that take a format trap with `description`, since a format in the source is the programmer's.
///
/// ```swift
/// do {
///     let predicate = try NSPredicate(parsing: "age > AND name == 'x'")
/// } catch let error as PredicateParseError {
///     print(error.caretDisplay)
/// }
/// ```
public struct PredicateParseError: Error, Hashable, Sendable {
    /// The column of the first wrong character, from 1, counted in characters of `format`. One past the end when the
    /// text ended too early.
    public let column: Int

    /// What stands at that column, quoted, or "the end".
    public let found: String

    /// What should stand there, or what to do.
    public let expected: String

    /// The whole text.
    public let format: String

    /// Makes an error from a byte offset in the text.
    init(offset: Int, found: String, expected: String, format: String) {
        self.column = String(decoding: format.utf8.prefix(offset), as: UTF8.self).count + 1
        self.found = found
        self.expected = expected
        self.format = format
    }

    /// The text's faulty line, a line with `^` below the column, and the sentence.
    public var caretDisplay: String {
        // Only the faulty line is shown: the caret would point nowhere in a text of several lines.
        let before = Array(format.prefix(column - 1))
        let lineStart = before.lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
        let line = format.dropFirst(lineStart).prefix { !$0.isNewline }
        let padding = before[lineStart...].map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.columnWidth) }
        return "\(line)\n\(padding.joined())^\n\(description)"
    }
}

extension PredicateParseError: CustomStringConvertible {
    /// One sentence: `Unable to parse the format string at column 7: found 'AND', expected a value.`
    public var description: String {
        "Unable to parse the format string at column \(column): found \(found), expected \(expected)."
    }
}

extension Character {
    /// Columns of a terminal that the character takes: two for East Asian wide characters and emoji.
    fileprivate var columnWidth: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
