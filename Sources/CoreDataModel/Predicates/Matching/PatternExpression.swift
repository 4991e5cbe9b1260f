import Foundation

/// The regular expression of `MATCHES`, which must match the whole text.
///
/// `@unchecked Sendable`: `NSRegularExpression` never changes and is documented as safe to use from several threads.
struct PatternExpression: @unchecked Sendable {
    private let expression: NSRegularExpression

    init(_ pattern: String, ignoresCase: Bool) throws(PredicateEvaluationError) {
        do {
            let options: NSRegularExpression.Options = ignoresCase ? .caseInsensitive : []
            // Compiled alone first, since a pattern such as "a)(b" is valid only inside the group.
            _ = try NSRegularExpression(pattern: pattern, options: options)
            // The group makes an alternation backtrack until it ends with the text: "a|ab" matches "ab". The line break
            // ends a comment of a pattern in the free-spacing mode, which is the only case where it is not matched.
            let whole = pattern.contains("(?x") ? "(?:\(pattern)\n)\\z" : "(?:\(pattern))\\z"
            expression = try NSRegularExpression(pattern: whole, options: options)
        } catch {
            throw PredicateEvaluationError(
                .invalidPattern, "The pattern of MATCHES is not a regular expression (see the ICU syntax)")
        }
    }

    func matches(_ text: String) -> Bool {
        let range = NSRange(text.startIndex..., in: text)
        return expression.firstMatch(in: text, options: .anchored, range: range) != nil
    }
}
