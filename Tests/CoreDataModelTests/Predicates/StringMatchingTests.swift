import CoreDataModel
import Foundation
import GeneratedCases
import Testing

@Suite struct StringMatchingTests {
    static let foldings: [ComparisonNode.Options] = [
        .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]

    /// The quick way over bytes gives what the definition gives.
    @Test(arguments: foldings)
    func quickFoldingEqualsTheDefinition(options: ComparisonNode.Options) {
        let folding = StringFolding(options)
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // Every fifth beyond the first blocks; all would take minutes without optimisation.
            if value > 0x3000, value % 97 != 0 { continue }
            let text = String(Character(scalar))
            let same = folding.fold(text).utf8.elementsEqual(folding.foldThoroughly(text).utf8)
            #expect(same, "U+\(String(value, radix: 16))")
        }
        var random = SeededGenerator(seed: 1)
        let letters = Array("aZ0 éÉßŁłİıÅøœÆñçЖйЁёе\u{301}\u{308}王小明张가がΣςσ😀ﬁＷ".unicodeScalars)
        for _ in 0..<3000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                text.unicodeScalars.append(letters.randomElement(using: &random)!)
            }
            #expect(
                folding.fold(text).utf8.elementsEqual(folding.foldThoroughly(text).utf8), "\(text.debugDescription)")
        }
    }

    @Test func bytesAndStringsMatchAlike() throws {
        let texts = ["", "abc", "ABC", "Äbc", "xabcx", "a\nbc", "王小明", "小", "abcabc", "caf\u{e9}", "cafe\u{301}"]
        let patterns = ["", "abc", "b", "小", "ab?", "*c", "É", "e", "caf.", "abcabcabcabc"]
        for operation in [StringMatcher.Operation.equal, .contains, .beginsWith, .endsWith, .like, .matches] {
            for options in Self.foldings + [[]] {
                for pattern in patterns {
                    guard let matcher = try? StringMatcher(operation, pattern: pattern, options: options) else {
                        continue
                    }
                    for text in texts {
                        let bytes = Array(text.utf8)
                        #expect(bytes.withUnsafeBytes { matcher.matches($0) } == matcher.matches(text))
                    }
                }
            }
        }
    }

    /// Every pattern and text over a tiny alphabet, against a recursive matcher.
    @Test func likeExhaustively() throws {
        func words(_ alphabet: [Character], upTo length: Int) -> [String] {
            var all = [""]
            var last = [""]
            for _ in 0..<length {
                last = last.flatMap { word in alphabet.map { word + String($0) } }
                all += last
            }
            return all
        }
        func naive(_ text: Substring, _ pattern: Substring) -> Bool {
            guard let first = pattern.first else { return text.isEmpty }
            switch first {
            case "*": return naive(text, pattern.dropFirst()) || (!text.isEmpty && naive(text.dropFirst(), pattern))
            case "?": return !text.isEmpty && naive(text.dropFirst(), pattern.dropFirst())
            default: return text.first == first && naive(text.dropFirst(), pattern.dropFirst())
            }
        }
        let texts = words(["a", "王"], upTo: 4)
        for pattern in words(["a", "王", "*", "?"], upTo: 4) {
            let matcher = try StringMatcher(.like, pattern: pattern)
            for text in texts {
                #expect(matcher.matches(text) == naive(text[...], pattern[...]), "\(text) LIKE \(pattern)")
            }
        }
    }

    @Test func manyStarsTakeNoForever() throws {
        let matcher = try StringMatcher(.like, pattern: String(repeating: "*a", count: 50) + "b")
        #expect(!matcher.matches(String(repeating: "a", count: 2000)))
    }

    @Test func faultyBytesDoNotTrap() throws {
        for operation in [StringMatcher.Operation.equal, .contains, .like, .matches] {
            let matcher = try StringMatcher(
                operation, pattern: "a", options: [.caseInsensitive, .diacriticInsensitive])
            for bytes: [UInt8] in [[0xC3], [0xE4, 0x80], [0x80], [0xFF, 0xFE], [0xC3, 0x41], [0xF0, 0x9F]] {
                _ = bytes.withUnsafeBytes { matcher.matches($0) }
            }
        }
    }
}
