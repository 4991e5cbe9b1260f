import ContactFormats
import Foundation
import Testing

@Suite struct JSONTests {
    private static let full = """
        {"personID":"1","name":"Ada","age":36,"birthday":"--02-29","createdAt":"2026-01-31T12:00:00Z","tags":["x"],\
        "emails":[{"label":"home","value":"a@example.com","preferred":true},{"value":"b@example.com"}],\
        "addresses":[{"value":{"street":"St 1","city":"Berlin"}}],"relations":[{"label":"spouse","value":{"name":"Li"}}],\
        "custom":{"a":1.50,"b":[],"c":true},"groups":["G"]}
        """

    @Test func formAndOrder() throws {
        let records = try read("[\(Self.full)]", name: "x.json").records
        #expect(records.first?.custom["a"] == .number(ExactNumber(literal: "1.50")!))
        #expect(String(decoding: try write(records, .json), as: UTF8.self) == "[\n\(Self.full)\n]\n")
        #expect(
            String(decoding: try write(records + records, .json), as: UTF8.self)
                == "[\n\(Self.full),\n\(Self.full)\n]\n")
        #expect(String(decoding: try write(records, .ndjson), as: UTF8.self) == Self.full + "\n")
        #expect(String(decoding: try write([], .json), as: UTF8.self) == "[]\n")
        #expect(try read("[]\n", name: "x.json").records.isEmpty)
    }

    @Test(arguments: [Int.max, 1, 5])
    func piecesDoNotMatter(chunk: Int) throws {
        for text in [
            "[\(Self.full),\(Self.full)]", "\(Self.full)\n\(Self.full)", " \n[ \(Self.full) ,\n\(Self.full)\n]\n ",
        ] {
            #expect(try read(text, name: "x", chunk: chunk).records.count == 2)
        }
    }

    @Test func indentedObjectsOneAfterTheOther() throws {
        let text = "{\n  \"name\": \"Ada\"\n}\n{\n  \"name\": \"Bob\"\n}\n"
        #expect(try read(text, name: "people").records.map(\.name) == ["Ada", "Bob"])
    }

    @Test func plainValuesAndUnknownKeys() throws {
        let text = """
            {"personID":7,"name":"\\u00c9va \\ud83d\\ude00\\n","emails":["a@x"],"relations":["Li"],"addresses":["St 1"],"shoe":38,"deep":{"a":[1]},"none":null,"note":""}
            """
        let result = try read(text, name: "x.ndjson")
        let record = try #require(result.records.first)
        #expect(record.personID == "7")
        #expect(record.name == "Éva 😀\n")
        #expect(record.emails == [Labeled("a@x")])
        #expect(record.relations == [Labeled(Relation(name: "Li"))])
        #expect(record.addresses == [Labeled(PostalAddress(formatted: "St 1"))])
        #expect(record.custom == ["shoe": 38, "deep": "{\"a\":[1]}"])
        #expect(record.note == nil)
        #expect(result.warnings.map(\.key) == ["deep"])
    }

    @Test func keyThatOccursTwice() throws {
        let result = try read("{\"name\":\"a\",\"name\":\"b\"}\n", name: "x.ndjson")
        #expect(result.records.map(\.name) == ["b"])
        #expect(result.warnings.map(\.key) == ["name"])
    }

    @Test(
        arguments: [
            (#"{"name":1}"#, "name", 9), (#"{"age":"x"}"#, "age", 8), (#"{"age":1.5}"#, "age", 8),
            (#"{"emails":[1]}"#, "emails[0]", 12), (#"{"emails":{}}"#, "emails", 11),
            (#"{"emails":[{"label":"x"}]}"#, "emails[0]", 12), (#"{"tags":[true]}"#, "tags[0]", 10),
            (#"{"addresses":[{"value":{"city":3}}]}"#, "addresses[0].value.city", 32),
            (#"{"name":"\ud800"}"#, nil, 10), (#"{"name":"\x"}"#, nil, 10), (#"{"name" "x"}"#, nil, 9),
            (#"{"age":01}"#, nil, 8), (#"{"a":1,}"#, nil, 8), (#"{"é":tru}"#, nil, 9), ("[1]", nil, 1), ("7", nil, 1),
            (#"{"photoData":"***"}"#, "photoData", 14), (#"{"createdAt":"x"}"#, "createdAt", 14),
            ("{\"name\":\"a\tb\"}", nil, 11),
        ] as [(String, String?, Int)])
    func wrongRecordIsRejectedAndTheRestIsRead(case: (text: String, key: String?, column: Int)) throws {
        let lines = try read("{\"name\":\"Ada\"}\n\(`case`.text)\n{\"name\":\"Bob\"}\n", name: "x.ndjson")
        #expect(lines.records.map(\.name) == ["Ada", "Bob"])
        let rejected = try #require(lines.rejected.first)
        #expect(rejected.key == `case`.key)
        #expect(rejected.faultLine == 2)
        #expect(rejected.faultColumn == `case`.column)
        #expect(rejected.rawText == Array(`case`.text.utf8))
        let array = try read("[{\"name\":\"Ada\"},\n\(`case`.text),\n{\"name\":\"Bob\"}]", name: "x.json")
        #expect(array.records.map(\.name) == ["Ada", "Bob"])
        #expect(array.rejected.map(\.faultLine) == [2])
    }

    @Test func nestingHasALimit() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let result = try read("{\"a\":\(deep)}\n{\"name\":\"Bob\"}\n", name: "x.ndjson")
        #expect(result.records.map(\.name) == ["Bob"])
        #expect(result.rejected.count == 1)
    }

    @Test(
        arguments: [
            ("[\n{\"name\":\"a\"},\n{\"name\":\"b\"", 3), ("[{\"name\":\"a\"}", 1), ("[\n", 2), ("", 1),
            ("[{\"name\":\"a\"},", 1), ("[{\"name\":\"a\n", 1),
        ])
    func truncatedArray(text: String, line: Int) throws {
        let error = #expect(throws: ContactFormatError.self) { try read(text, name: "x.json") }
        #expect(error?.code == .truncated)
        #expect(error?.line == line)
    }

    @Test(arguments: ["[{} {}]", "[{},]", "[{}] x", "[{}][{}]"])
    func brokenArray(text: String) throws {
        let error = #expect(throws: ContactFormatError.self) { try read(text, name: "x.json") }
        #expect(error?.code == .malformed)
    }

    @Test func truncatedLine() throws {
        let error = #expect(throws: ContactFormatError.self) {
            try read("{\"name\":\"a\"}\n{\"name\":\"b", name: "x.ndjson")
        }
        #expect(error?.code == .truncated)
        #expect(error?.line == 2)
        #expect(error?.column == 11)
    }

    @Test func noValueInMessages() throws {
        let result = try read("{\"name\":\"SECRET\",\"age\":\"SECRET\"}\n", name: "x.ndjson")
        #expect(!result.rejected[0].reason.contains("SECRET"))
    }
}
