import CommandKit
import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("~ ", 2), ("é", 1), ("e\u{301}", 1), ("張三", 4), ("王小明", 6), ("ｗａｎｇ", 8), ("ｱ", 1),
        ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("ひ", 2), ("、", 2), ("　", 2), ("Ł", 1), ("Ж", 1), ("א", 1),
        ("عمر", 3), ("ä\u{200B}b", 2), ("a\u{200D}", 1), ("\u{AD}", 1), ("क्ष", 2), ("का", 2), ("ไทย", 3), ("ที่", 1),
        ("😀", 2), ("👍🏽", 2), ("☝🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩🇪🇨🇳", 4),
        ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2),
        ("❤️", 2), ("❤", 1), ("❤️‍🔥", 2), ("🏳️‍🌈", 2), ("1️⃣", 2), ("⌚", 2), ("©", 1), ("©️", 2), ("𠮷", 2), ("𝒳", 1),
        ("\u{1FAE0}", 2), ("\n", 0), ("\u{9B}", 0), ("\u{FEFF}", 0), ("\u{10FFFD}", 1), ("…", 1), ("—", 1),
    ])
    func width(text: String, width: Int) {
        #expect(text.displayWidth == width)
        #expect(("x" + text + "张").displayWidth == width + 3)
    }

    /// The table against what the standard library knows of Unicode.
    @Test func table() {
        var wrong: [String] = []
        for value in UInt32(0xA0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let expected: Int
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: expected = 0
            case _ where (0x4E00...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value): expected = 2
            case _ where (0x1F1E6...0x1F1FF).contains(value): expected = 1
            case _ where scalar.properties.isEmojiPresentation: expected = 2
            case _ where value < 0x300 && value != 0xAD: expected = 1
            default: continue
            }
            if Character(scalar).displayWidth != expected { wrong.append(String(value, radix: 16)) }
        }
        #expect(wrong == [])
    }

    @Test(arguments: [
        ("abc", 5, "abc  ", "  abc"), ("张三", 5, "张三 ", " 张三"), ("abcdef", 3, "abcdef", "abcdef"), ("", 2, "  ", "  "),
    ])
    func padding(text: String, width: Int, left: String, right: String) {
        #expect(text.padded(to: width) == left)
        #expect(text.padded(to: width, alignment: .right) == right)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""), ("", 0, ""),
        ("张三李四", 8, "张三李四"), ("张三李四", 7, "张三李…"), ("张三李四", 6, "张三…"), ("张三李四", 2, "…"),
        ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("a张", 2, "a…"), ("张a", 2, "…"),
        ("ab张", 3, "ab…"),
    ])
    func truncation(text: String, width: Int, expected: String) {
        #expect(text.truncated(to: width) == expected)
        #expect(text.truncated(to: width).displayWidth <= width)
    }

    @Test func truncationAtEveryWidth() {
        let text = "a张😀e\u{301}🇩🇪b"
        for width in 0...12 {
            let cut = text.truncated(to: width)
            #expect(cut.displayWidth <= width)
            #expect((cut == text) == (width >= text.displayWidth))
        }
    }
}
