import CoreDataModel
import Foundation
import GeneratedCases
import Testing

/// Texts that must not parse: the column and the sentence.
@Suite struct PredicateParseErrorTests {
    @Test(arguments: [
        ("", 1, "the end", "a key, a value or a parenthesis"),
        ("age", 4, "the end", "an operator such as == or CONTAINS"),
        ("age >", 6, "the end", "a key, a value or a parenthesis"),
        ("age > AND name == 'x'", 7, "'AND'", "a key or a value (a key of this name is written #AND)"),
        ("age > 1 name", 9, "'name'", "AND, OR or the end of the text"),
        ("(age > 1", 9, "the end", "')'"),
        ("age > 1)", 8, "')'", "AND, OR or the end of the text"),
        ("flag AND a == 1", 6, "'AND'", "an operator such as == or CONTAINS"),
        ("名前 == 'x", 7, "a text without an end", "a closing '"),
        ("a == 1 + (b == 2)", 18, "the end", "AND, OR or the end of the text (a predicate is not a value)"),
        ("a == 12abc", 6, "'12abc'", "a number, or a name that does not begin with a digit"),
        ("a == 0xZZ", 6, "'0xZZ'", "digits of base 16 that fit 64 bits"),
        ("a == 1e999", 6, "'1e999'", "a number in the range of Double"),
        ("a CONTAINS[x] 'b'", 12, "'x'", "the options c, d, n or l between brackets"),
        ("a CONTAINS[c 'b'", 14, "''b''", "']'"),
        ("ANY a", 6, "the end", "an operator such as == or CONTAINS"),
        ("a NOT IN {1}", 3, "'NOT'", "an operator (write NOT in front of the whole comparison: NOT (a IN b))"),
        (
            "a UTI-CONFORMS-TO 'x'", 3, "'UTI-CONFORMS-TO'",
            "another operator: UTI-CONFORMS-TO works only in Spotlight and Uniform Type queries"
        ),
        (
            "a UTI-EQUALS 'x'", 3, "'UTI-EQUALS'",
            "another operator: UTI-EQUALS works only in Spotlight and Uniform Type queries"
        ),
        (
            "a TOKENMATCHES 'x'", 3, "'TOKENMATCHES'",
            "another operator: TOKENMATCHES works only in Spotlight and Uniform Type queries"
        ),
        ("ANYKEY == 1", 1, "'ANYKEY'", "the name of a key (ANYKEY works only in Spotlight queries)"),
        ("name == %@", 9, "'%@'", "the value itself: no arguments came with the text for placeholders"),
        (
            "age > 50%", 9, "'%'",
            "a placeholder such as %@, %K or %d (a percent sign can stand in a quoted text only)"
        ),
        ("a == ?", 6, "'?'", "a key, a value or an operator"),
        ("a. == 1", 4, "'=='", "a key after the point"),
        ("a.@cuont > 1", 3, "'@cuont'", nil),
        ("a == {1, 2", 11, "the end", "',' or '}'"),
        ("$ == 1", 2, "' '", "a name after '$', as in $NAME"),
        ("lowercas(a) == 'x'", 1, "'lowercas'", "a known function (did you mean 'lowercase:'?)"),
        ("abs(1, 2) == 1", 1, "'abs'", "1 argument for abs:, not 2"),
        ("SUBQUERY(a, b, c == 1).@count > 0", 13, "'b'", "a variable, as in $x"),
        ("CAST('soon', 'NSDate') > d", 1, "'CAST'", "a CAST that is possible (CAST cannot turn a text into NSDate)"),
        ("a MATCHES '['", 11, "''[''", "a regular expression (ICU syntax) after MATCHES"),
        ("a == '\\u12'", 7, "'\\u'", "four hexadecimal digits of a character after '\\u'"),
    ])
    func sentence(text: String, column: Int, found: String, expected: String?) {
        let error = #expect(throws: PredicateParseError.self) { try NSPredicate(parsing: text) }
        #expect(error?.column == column)
        #expect(error?.found == found)
        if let expected { #expect(error?.expected == expected) }
        #expect(error?.format == text)
    }

    @Test func caretStandsBelowTheColumn() {
        let error = #expect(throws: PredicateParseError.self) { try NSPredicate(parsing: "name == '张三' AND\nage >> 3") }
        #expect(
            error?.caretDisplay == """
                age >> 3
                     ^
                Unable to parse the format string at column 23: found '>', expected a key, a value or a parenthesis.
                """)
    }

    @Test func caretCountsWideCharactersTwice() {
        let error = #expect(throws: PredicateParseError.self) { try NSPredicate(parsing: "name == '张三' 1") }
        #expect(error?.column == 14)
        #expect(error?.caretDisplay.split(separator: "\n")[1] == "               ^")
    }

    @Test(
        arguments: [
            ("%K == 1", [3], "a key path as a text as the argument of %K"),
            ("%K == 1", ["a..b"], "a key path without empty keys as the argument of %K"),
            ("a == %d", ["x"], "a number as the argument of %d"),
            ("a == %d AND b == %@", [1], "no more placeholders than arguments (1)"),
        ] as [(String, [any Sendable], String)])
    func arguments(format: String, arguments: [any Sendable], expected: String) {
        let error = #expect(throws: PredicateParseError.self) {
            try NSPredicate(parsing: format, arguments: arguments)
        }
        #expect(error?.expected == expected)
    }

    @Test func deepNestingIsAnError() {
        for (open, close) in [("(", ")"), ("NOT ", ""), ("!", ""), ("-", ""), ("{", "}"), ("abs(", ")")] {
            let text = String(repeating: open, count: 10_000) + "1" + String(repeating: close, count: 10_000)
            #expect(throws: PredicateParseError.self) { try NSPredicate(parsing: text + " == 1") }
        }
        for chain in ["+1", "**1", "[1]", " UNION b", "*2"] {
            let text = "a" + String(repeating: chain, count: 10_000) + " == 1"
            #expect(throws: PredicateParseError.self) { try NSPredicate(parsing: text) }
        }
    }

    /// What the limits allow is read, printed, compared, compiled, evaluated and freed on a thread with a small stack.
    @Test func theLimitsFitASmallStack() async {
        let chained = "a" + String(repeating: " + 1", count: 250) + " == 251"
        let nested = String(repeating: "NOT (", count: 49) + "a == 2" + String(repeating: ")", count: 49)
        let functions = String(repeating: "abs(", count: 48) + "-1" + String(repeating: ")", count: 48) + " == 1"
        let results = await withCheckedContinuation { continuation in
            let thread = Thread {
                let results = [chained, nested, functions].map { text in
                    guard let predicate = try? NSPredicate(parsing: text) else { return false }
                    let again = try? NSPredicate(parsing: predicate.formatText)
                    return again == predicate && predicate.evaluate(with: ["a": 1])
                }
                continuation.resume(returning: results)
            }
            thread.stackSize = 2 << 20
            thread.start()
        }
        #expect(results == [true, true, true])
    }

    @Test func manyAlternativesAreFine() throws {
        let text = (0..<5_000).map { "a + 1 == \($0 + 1) + 0" }.joined(separator: " OR ")
        let predicate = try NSPredicate(parsing: text)
        #expect(predicate.evaluate(with: ["a": 4_999]))
        #expect(!predicate.evaluate(with: ["a": -1]))
    }

    /// Whatever the text is, it is a predicate or an error.
    @Test func noTextTraps() {
        var random = SeededGenerator(seed: 7)
        let words = [
            "a", "AND", "OR", "NOT", "(", ")", "{", "}", "[", "]", "==", "<", "IN", "'x'", "\"", "'", "%@", "%K", "%",
            "1",
            "2.5", "0x", "$v", "$", "@count", "@", ".", ",", ":", ":=", "#", "SUBQUERY(", "CAST(", "FUNCTION(",
            "TERNARY(",
            "FETCH(", "sum(", "ANY", "ALL", "BETWEEN", "LIKE", "MATCHES", "[cd]", "+", "-", "**", "\\", "张", "é",
            "\u{0}",
            "SELF", "nil", "UNION", "!", "FIRST", "SIZE", "NULL", "TRUEPREDICATE", "UTI-", "\u{3000}", "\u{301}",
        ]
        for _ in 0..<5_000 {
            let count = Int.random(in: 0..<14, using: &random)
            let text = (0..<count).map { _ in words.randomElement(using: &random)! }
                .joined(separator: Bool.random(using: &random) ? " " : "")
            do {
                let predicate = try NSPredicate(parsing: text, arguments: ["key", 3])
                // What parses can be printed, and evaluated without a trap.
                _ = predicate.formatText
                _ = predicate.evaluate(with: ["a": 1])
            } catch let error as PredicateParseError {
                #expect(error.column >= 1 && error.column <= text.count + 1)
                _ = error.caretDisplay
            } catch {
                Issue.record("\(error)")
            }
        }
    }
}
