import ContactFormats
import Foundation
import Testing

@Suite struct EncodingTests {
    private static let text = "name,note\r\nИван Петров,\"да, нет\"\r\nМария,ёж\r\n"

    private static func utf16(_ bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { bigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    private static let cp1251: [UInt8] = text.unicodeScalars.map { scalar in
        switch scalar {
        case "ё": 0xB8
        case "А"..."я": UInt8(scalar.value - 0x410 + 0xC0)
        default: UInt8(scalar.value)
        }
    }

    /// The same rows in every encoding make equal records.
    @Test(
        arguments: [
            ("UTF-8", Array(text.utf8), nil), ("UTF-8 with mark", [0xEF, 0xBB, 0xBF] + Array(text.utf8), nil),
            ("UTF-16LE with mark", [0xFF, 0xFE] + utf16(false), nil), ("UTF-16BE without", utf16(true), nil),
            ("UTF-16LE without", utf16(false), nil), ("UTF-16BE with mark", [0xFE, 0xFF] + utf16(true), nil),
            (
                "UTF-32LE",
                [0xFF, 0xFE, 0, 0]
                    + text.unicodeScalars.flatMap { [UInt8($0.value & 255), UInt8($0.value >> 8), 0, 0] }, nil
            ),
            ("cp1251", cp1251, "cp1251"), ("windows-1251", cp1251, "windows-1251"),
        ] as [(String, [UInt8], String?)], [Int.max, 1])
    func sameRows(case: (name: String, bytes: [UInt8], encoding: String?), chunk: Int) throws {
        let result = try read(`case`.bytes, chunk: chunk) { options in
            options.encoding = `case`.encoding.flatMap { TextEncoding($0) }
        }
        #expect(result.records.map(\.name) == ["Иван Петров", "Мария"])
        #expect(result.records.map(\.note) == ["да, нет", "ёж"])
        #expect(result.warnings.isEmpty)
    }

    @Test(arguments: [
        ("cp932", [0x93, 0x63, 0x92, 0x86], "田中"), ("gbk", [0xCD, 0xF5], "王"), ("big5", [0xA4, 0xFD], "王"),
    ])
    func eastAsianCodePages(name: String, bytes: [UInt8], text: String) throws {
        for chunk in [Int.max, 1] {
            let result = try read(Array("name,age\n".utf8) + bytes + Array(",3\n".utf8), chunk: chunk) {
                $0.encoding = TextEncoding(name)
            }
            #expect(result.records.map(\.name) == [text])
        }
    }

    @Test func unknownEncodingIsNil() {
        #expect(TextEncoding("klingon-8") == nil)
        #expect(TextEncoding("Latin1") == .windows1252)
    }

    @Test func westernCodePageIsGuessedWithAWarning() throws {
        let result = try read(Array("name\nJos".utf8) + [0xE9, 0x20, 0x80] + Array("\n".utf8))
        #expect(result.records.map(\.name) == ["José €"])
        #expect(result.warnings.count == 1)
        #expect(result.warnings.first?.message.contains("--encoding") == true)
        let atTheEnd = try read(Array("name\ncaf".utf8) + [0xE9])
        #expect(atTheEnd.records.map(\.name) == ["café"])
    }

    /// The first character beyond ASCII comes late, across the border of two chunks.
    @Test func lateNonASCII() throws {
        for padding in 65_520...65_537 {
            let text = "name\n" + String(repeating: "x", count: padding) + "é\nÜ\n"
            #expect(try read(text).records.last?.name == "Ü")
        }
    }

    @Test func badByteInUTF8CostsOneRecordAndNamesItsLine() throws {
        let bytes = Array("name,note\nÉva,a\nBé,b\n".utf8) + [0x43, 0xFF, 0x2C, 0x63, 0x0A] + Array("Dé,d\n".utf8)
        let result = try read(bytes)
        #expect(result.records.map(\.name) == ["Éva", "Bé", "Dé"])
        #expect(result.rejected.map(\.position.line) == [4])
        #expect(result.rejected.first?.key == "name")
        #expect(result.rejected.first?.reason.contains("--encoding") == true)
        #expect(result.rejected.first?.rawText == [0x43, 0xFF, 0x2C, 0x63])
    }

    @Test func undecodableByteOfANamedEncodingCostsOneRecord() throws {
        let bytes = Array("name,age\n".utf8) + [0x81, 0x2C, 0x31, 0x0A] + Array("b,2\n".utf8)
        let result = try read(bytes) { $0.encoding = TextEncoding("cp932") }
        #expect(result.records.last?.name == "b")
        #expect(result.rejected.count == 1)
    }

    @Test(arguments: ["name,age\nAda,3\n", "\"name\",\"age\"\nAda,3\n"])
    func markIsNoPartOfTheFirstHeader(text: String) throws {
        let result = try read([0xEF, 0xBB, 0xBF] + Array(text.utf8))
        #expect(result.records == [ContactRecord(name: "Ada", age: 3)])
        #expect(try read("\u{FEFF}\u{FEFF}" + text).records.first?.age == 3)
    }
}
