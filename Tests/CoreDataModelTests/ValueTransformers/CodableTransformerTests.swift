import CoreDataModel
import Foundation
import Testing

struct Phone: Codable, Equatable {
    var label: String
    var value: String
}

@Suite struct CodableTransformerTests {
    func coding(_ name: String) -> TransformableCoding {
        TransformableCoding(entityName: "Person", attributeName: "tags", transformerName: name)
    }

    @Test func typedValuesGoToJSONAndBack() throws {
        CodableTransformer<[Phone]>.register(name: "Phones")
        let phones = [Phone(label: "home", value: "1"), Phone(label: "工作", value: "2")]
        let data = try #require(try coding("Phones").encode(phones))
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"[{"label":"home","value":"1"},{"label":"工作","value":"2"}]"#)
        #expect(try coding("Phones").decode(data) as? [Phone] == phones)
        let error = #expect(throws: TransformerError.self) { try coding("Phones").encode(["x"]) }
        #expect(error?.code == .invalidValue)
        let corrupt = #expect(throws: TransformerError.self) {
            try coding("Phones").decode(Data(#"[{"label":"secret"}]"#.utf8))
        }
        #expect(corrupt?.code == .corruptData)
        #expect(corrupt?.description.contains("secret") == false)
    }

    static let alphabet: [String] =
        (0..<0x30).map { String(UnicodeScalar($0)) } + ["\"", "\\", "/", "\u{7F}", "é", "中", "😀", "\u{2028}", "k", "K"]

    static var samples: [[String]] {
        var generator = SystemRandomNumberGenerator()
        return [[], [""], ["a/b", "\"\\"]]
            + (0..<300).map { _ in
                (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                        alphabet.randomElement(using: &generator)!
                    }.joined()
                }
            }
    }

    static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    @Test func theFastPathWritesWhatJSONEncoderWrites() throws {
        CodableTransformer<[String]>.register(name: "Strings")
        CodableTransformer<[String: String]>.register(name: "StringMap")
        for strings in Self.samples {
            let data = try #require(try coding("Strings").encode(strings))
            #expect(data == (try Self.encoder().encode(strings)))
            #expect(try coding("Strings").decode(data) as? [String] == strings)
            let map = Dictionary(strings.map { ($0, $0 + "v") }) { first, _ in first }
            let mapData = try #require(try coding("StringMap").encode(map))
            #expect(mapData == (try Self.encoder().encode(map)))
            #expect(try coding("StringMap").decode(mapData) as? [String: String] == map)
        }
    }

    @Test(arguments: [
        (#"[ "a" , "\u00e9\ud83d\ude00" ]"#, ["a", "é😀"]), (" []\n", []), ("[\"\\/\\n\"]", ["/\n"]),
    ])
    func jsonOfOthersIsRead(json: String, expected: [String]) throws {
        CodableTransformer<[String]>.register(name: "Strings")
        #expect(try coding("Strings").decode(Data(json.utf8)) as? [String] == expected)
    }

    @Test(arguments: ["[", "[\"a\"", "[\"a\",]x", "[1]", "{}", "[\"a\"]]", "[\"\\", "[\"\u{1}\"]", "null", "[null]"])
    func badJSONIsAnError(json: String) {
        CodableTransformer<[String]>.register(name: "Strings")
        #expect(throws: TransformerError.self) { try coding("Strings").decode(Data(json.utf8)) }
    }
}
