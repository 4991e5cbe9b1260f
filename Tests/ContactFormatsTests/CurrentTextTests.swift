import ContactFormats
import Foundation
import Testing

@Suite struct CurrentTextTests {
    @Test(arguments: [
        ("x.csv", "name,note\nAda,x\n\"B, b\",\"two\nlines\"\nCy,\n", ["Ada,x", "\"B, b\",\"two\nlines\"", "Cy,"]),
        ("x.json", "[{\"name\":\"Ada\"} ,\n {\"name\":\"Bob\"}]", ["{\"name\":\"Ada\"}", "{\"name\":\"Bob\"}"]),
        ("x.ndjson", "{\"name\":\"Ada\"}\n\n{\"name\":\"Bob\"}\n", ["{\"name\":\"Ada\"}", "{\"name\":\"Bob\"}"]),
    ])
    func isTheRecordAsItStood(_ name: String, _ text: String, _ expected: [String]) throws {
        for chunk in [Int.max, 1, 5] {
            let reader = try ContactReader(source: DripSource(Array(text.utf8), name: name, chunk: chunk))
            var found: [String] = []
            while try reader.next() != nil {
                found.append(String(decoding: try #require(reader.currentText), as: UTF8.self))
            }
            #expect(found == expected)
        }
    }

    @Test func isNothingWhenTooLarge() throws {
        var options = ContactReadOptions()
        options.maxFieldSize = 10
        let text = "name,note\nAda,\(String(repeating: "x", count: 2_000_000))\nBob,y\n"
        let source = MemoryByteSource(Array(text.utf8), name: "x.csv")
        let reader = try ContactReader(source: source, options: options)
        guard case .rejected = try reader.next() else {
            Issue.record("the first record is too large")
            return
        }
        #expect(reader.currentText == nil)
        _ = try reader.next()
        #expect(reader.currentText == Array("Bob,y".utf8))
    }

    @Test func chosenAttributesAreInEveryObject() throws {
        var options = ContactWriteOptions()
        options.columns = [.age, .name, .tags]
        let sink = MemoryByteSink()
        let writer = try ContactWriter(sink: sink, format: .ndjson, options: options)
        try writer.write(ContactRecord(name: "Ada", age: 36))
        try writer.write(ContactRecord(personID: "x"))
        try writer.finish()
        let expected = """
            {"age":36,"name":"Ada","tags":null}
            {"age":null,"name":null,"tags":null}

            """
        #expect(String(decoding: sink.bytes, as: UTF8.self) == expected)
    }
}
