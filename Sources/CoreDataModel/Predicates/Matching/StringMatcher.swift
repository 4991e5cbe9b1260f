import Foundation

/// A text operator with its pattern, prepared once and applied to many texts.
///
/// The SQL functions and evaluation in memory both use it. `CONTAINS ""` is false and `BEGINSWITH ""` and `ENDSWITH ""` are
/// true, as with `NSString`.
package struct StringMatcher: Sendable {
    package enum Operation: Sendable {
        case equal, contains, beginsWith, endsWith, like, matches
    }

    private enum Pattern: Sendable {
        case bytes([UInt8])
        case like(LikePattern)
        case regularExpression(PatternExpression)
    }

    package let operation: Operation
    package let folding: StringFolding
    private let pattern: Pattern

    /// Prepares a pattern.
    ///
    /// - Throws: `PredicateEvaluationError` with the code `invalidPattern` when `MATCHES` gets no regular expression.
    package init(
        _ operation: Operation, pattern: String, options: ComparisonNode.Options = []
    ) throws(PredicateEvaluationError) {
        self.operation = operation
        switch operation {
        case .equal, .contains, .beginsWith, .endsWith:
            folding = StringFolding(options)
            self.pattern = .bytes(Array(folding.fold(pattern).utf8))
        case .like:
            folding = StringFolding(options)
            self.pattern = .like(LikePattern(folding.fold(pattern)))
        case .matches:
            // The expression itself ignores case: folding its text would turn \W into \w.
            folding = StringFolding(options.intersection(.diacriticInsensitive))
            self.pattern = .regularExpression(
                try PatternExpression(folding.fold(pattern), ignoresCase: options.contains(.caseInsensitive)))
        }
    }

    /// Whether a text matches.
    package func matches(_ text: String) -> Bool {
        if case .regularExpression(let expression) = pattern { return expression.matches(folding.fold(text)) }
        var text = text
        return text.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
    }

    /// Whether a text in UTF-8 matches.
    package func matches(_ utf8: UnsafeRawBufferPointer) -> Bool {
        switch pattern {
        case .bytes(let pattern):
            folding.withFolded(utf8) { text in pattern.withUnsafeBytes { matches(text, pattern: $0) } }
        case .like(let pattern):
            folding.withFolded(utf8) { pattern.matches($0) }
        case .regularExpression(let expression):
            expression.matches(folding.fold(String(decoding: utf8, as: UTF8.self)))
        }
    }

    /// Compares bytes. In UTF-8 a pattern of whole characters is found at the bounds of characters only.
    private func matches(_ text: UnsafeRawBufferPointer, pattern: UnsafeRawBufferPointer) -> Bool {
        switch operation {
        case .equal: return text.count == pattern.count && Self.areEqual(text, pattern)
        case .beginsWith:
            return text.count >= pattern.count && Self.areEqual(.init(rebasing: text[..<pattern.count]), pattern)
        case .endsWith:
            return text.count >= pattern.count
                && Self.areEqual(.init(rebasing: text[(text.count - pattern.count)...]), pattern)
        case .contains:
            return Self.contains(text, pattern)
        case .like, .matches: return false
        }
    }

    /// Looks for the first byte with `memchr`, which reads many bytes at once.
    private static func contains(_ text: UnsafeRawBufferPointer, _ pattern: UnsafeRawBufferPointer) -> Bool {
        guard let start = text.baseAddress, let wanted = pattern.baseAddress, let first = pattern.first else {
            return false
        }
        var offset = 0
        while offset + pattern.count <= text.count {
            let last = text.count - pattern.count
            guard let found = memchr(start + offset, Int32(first), last - offset + 1) else { return false }
            if memcmp(found, wanted, pattern.count) == 0 { return true }
            offset = UnsafeRawPointer(found) - start + 1
        }
        return false
    }

    private static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
        guard let first = a.baseAddress, let second = b.baseAddress else { return a.isEmpty && b.isEmpty }
        return memcmp(first, second, a.count) == 0
    }
}
