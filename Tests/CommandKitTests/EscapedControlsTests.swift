import CommandKit
import Testing

@Suite struct EscapedControlsTests {
    @Test(arguments: [
        ("abc", "abc"), ("王小明 — é 😀", "王小明 — é 😀"), ("a\nb", "a\\nb"), ("\r\n", "\\r\\n"), ("\t", "\\t"),
        ("\0", "\\u{0}"),
        ("\u{1B}[31mred", "\\e[31mred"), ("\u{7}", "\\u{7}"), ("\u{7F}", "\\u{7F}"), ("\u{9B}2J", "\\u{9B}2J"),
        ("\u{80}", "\\u{80}"), ("\u{A0}", "\u{A0}"), ("a\u{202E}b", "a\\u{202E}b"),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
        ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{200D}\u{200B}", "\u{200D}\u{200B}"), ("C:\\n", "C:\\n"),
    ])
    func escapes(text: String, expected: String) {
        #expect(text.escapedControls == expected)
    }

    @Test func everyDrivingScalarIsEscapedAndNoOther() {
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let drives =
                value < 0x20 || (0x7F...0x9F).contains(value) || (0x2028...0x202E).contains(value)
                || (0x2066...0x2069).contains(value)
            #expect((String(scalar).escapedControls != String(scalar)) == drives, "U+\(String(value, radix: 16))")
        }
    }
}
