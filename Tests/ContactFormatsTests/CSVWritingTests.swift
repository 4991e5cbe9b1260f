import ContactFormats
import Testing

@Suite struct CSVWritingTests {
    private func csv(_ records: [ContactRecord], _ configure: (inout ContactWriteOptions) -> Void = { _ in }) throws
        -> String
    {
        String(decoding: try write(records, .csv, configure), as: UTF8.self)
    }

    @Test func listsAreCompactJSON() throws {
        var record = ContactRecord(personID: "1", name: "Ada", age: 36)
        record.emails = [Labeled("a@x", label: "home", preferred: true)]
        record.tags = ["a", "b"]
        record.custom = ["n": 1, "s": "text"]
        #expect(
            try csv([record])
                == """
                personID,name,age,photo,tags,emails,custom,s
                1,Ada,36,,"[""a"",""b""]","[{""label"":""home"",""value"":""a@x"",""preferred"":true}]","{""n"":1}",text

                """)
    }

    @Test func markAndLineEnds() throws {
        let bytes = try write([ContactRecord(name: "a\nb")], .csv) {
            $0.bom = true
            $0.crlf = true
            $0.columns = [.name]
        }
        #expect(bytes == [0xEF, 0xBB, 0xBF] + Array("name\r\n\"a\nb\"\r\n".utf8))
    }

    @Test(
        arguments: [
            ("=1+1", "'=1+1"), ("@x", "'@x"), ("-1", "'-1"), ("+1-1", "'+1-1"), ("+49 30 5550101", "+49 30 5550101"),
            ("+4930", "'+4930"), ("plain", "plain"), ("'=x", "''=x"), ("O'Neil", "O'Neil"), ("'tis", "'tis"),
            ("a;=b", "a;'=b"),
        ])
    func formulaGuard(name: String, cell: String) throws {
        let text = try csv([ContactRecord(name: name)]) {
            $0.excelSafe = true
            $0.columns = [.name]
        }
        #expect(text == "name\n\(cell)\n")
        if !name.contains(";") { #expect(try read(text).records.map(\.name) == [name]) }
    }

    @Test func guardIsOffUnlessAskedFor() throws {
        let text = try csv([ContactRecord(name: "=1+1")]) { $0.columns = [.name] }
        #expect(text == "name\n=1+1\n")
        #expect(try read(text).records.map(\.name) == ["=1+1"])
    }

    @Test func guardInsideOfJSONKeepsTheText() throws {
        var record = ContactRecord(name: "x")
        record.tags = ["a;=b", "c,-d"]
        let text = try csv([record]) { $0.excelSafe = true }
        #expect(!text.contains(";=") && !text.contains(",-"))
        #expect(try read(text).records.first?.tags == record.tags)
    }
}
