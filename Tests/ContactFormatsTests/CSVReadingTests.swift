import ContactFormats
import Foundation
import Testing

@Suite struct CSVReadingTests {
    @Test(
        arguments: [
            "Name;Email\nAda;a@x\n", "Name,Email\nAda,a@x\n", "Name\tEmail\nAda\ta@x\n", "Name|Email\nAda|a@x\n",
            "sep=;\nName;Email\nAda;a@x\n", "sep=^\r\nName^Email\r\nAda^a@x\r\n", "\"sep=;\"\nName;Email\nAda;a@x\n",
            "\"Name\";\"Email\"\n\"Ada\";\"a@x\"\n", " NAME ;  e-MAIL \nAda;a@x\n",
            "Full  Name;E-mail Address\nAda;a@x",
            "\nName;Email\n\n\nAda;a@x\n\n", "\"Name\",\"Email\",\nAda,a@x,\n",
        ])
    func delimitersAndHeaders(text: String) throws {
        let result = try read(text)
        #expect(result.records.map(\.name) == ["Ada"])
        #expect(result.records.map(\.emails) == [[Labeled("a@x")]])
        #expect(result.records.allSatisfy { $0.custom.isEmpty })
        #expect(result.warnings.isEmpty)
    }

    @Test func commasInCellsDoNotMakeADelimiter() throws {
        let result = try read("Name;Notes\nAda;a, b, c, d\nBob;e, f\n")
        #expect(result.records.map(\.note) == ["a, b, c, d", "e, f"])
    }

    @Test func headerAloneIsNobody() throws {
        #expect(try read("name,age\n").records.isEmpty)
        #expect(try read("name,age").records.isEmpty)
        #expect(try read("").records.isEmpty)
    }

    @Test func everydayHeaders() throws {
        let header =
            "ID,First Name,Last Name,Title,Company,Job Title,DOB,Mobile,Home Phone,Work Phone,Phone,Phone,Website,Tags,"
            + "Groups,Photo,Age,Comment,Street,City,State,Zip,Country"
        let row =
            "7,Ada,Byron,Dr.,Acme,CTO,1815-12-10,1,2,3,4,5,http://x;y,a; b,G1;G2,ada.jpg,36,hi,St 1,London,LN,00123,UK"
        let record = try #require(try read("\(header)\n\(row)\n").records.first)
        #expect(record.personID == "7")
        #expect(record.givenName == "Ada")
        #expect(record.familyName == "Byron")
        #expect(record.namePrefix == "Dr.")
        #expect(record.organization == "Acme")
        #expect(record.jobTitle == "CTO")
        #expect(record.birthday?.description == "1815-12-10")
        #expect(
            record.phones == [
                Labeled("1", label: "mobile"), Labeled("2", label: "home"), Labeled("3", label: "work"), Labeled("4"),
                Labeled("5"),
            ])
        #expect(record.urls == [Labeled("http://x;y")])
        #expect(record.tags == ["a", "b"])
        #expect(record.groups == ["G1", "G2"])
        #expect(record.photo == "ada.jpg")
        #expect(record.age == 36)
        #expect(record.note == "hi")
        #expect(
            record.addresses == [
                Labeled(
                    PostalAddress(street: "St 1", city: "London", region: "LN", postalCode: "00123", country: "UK"))
            ])
        #expect(record.custom.isEmpty)
        #expect(record.derivedName == "Dr. Ada Byron")
    }

    @Test func titleIsTheJobWithoutNameParts() throws {
        #expect(try read("Name,Title\nAda,CTO\n").records.first?.jobTitle == "CTO")
    }

    /// A trailing comma in the header moves nothing.
    @Test func trailingCommaInTheHeader() throws {
        let result = try read("First Name,Last Name,Home City,Home Country,\nAda,Byron,London,UK,\nBob,X,Y,Z\n")
        #expect(result.records.map(\.givenName) == ["Ada", "Bob"])
        #expect(result.records.map(\.familyName) == ["Byron", "X"])
        #expect(result.records.map { $0.addresses.first?.value.city } == ["London", "Y"])
        #expect(result.records.map { $0.addresses.first?.value.country } == ["UK", "Z"])
        #expect(result.records.map { $0.addresses.first?.label } == ["home", "home"])
        #expect(result.records.allSatisfy { $0.custom.isEmpty })
    }

    @Test func labelPerRow() throws {
        let result = try read(
            """
            Name,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value
            Ada,Home,1 ::: 2,* Work,3
            Bob,Mobile,4,,5
            Eve,My Boat,6,Home,

            """)
        #expect(
            result.records.map(\.phones) == [
                [
                    Labeled("1", label: "home"), Labeled("2", label: "home"),
                    Labeled("3", label: "work", preferred: true),
                ],
                [Labeled("4", label: "mobile"), Labeled("5")],
                [Labeled("6", label: "My Boat")],
            ])
    }

    @Test func raggedRows() throws {
        let result = try read("name,age,note\nAda\nBob,3,hi,more,,last\n")
        #expect(result.records[0] == ContactRecord(name: "Ada"))
        #expect(result.records[1].custom == ["column 4": "more", "column 6": "last"])
        #expect(result.warnings.map(\.line) == [3])
    }

    @Test func unknownColumnsComeBack() throws {
        let text = "name,Shoe size,shoe size,Foo,Foo\nAda,38,x,1,2\n"
        let records = try read(text).records
        #expect(records[0].custom == ["Shoe size": "38", "shoe size": "x", "Foo": "1", "Foo 2": "2"])
        let written = String(decoding: try write(records, .csv), as: UTF8.self)
        #expect(written == "personID,name,age,photo,Foo,Foo 2,Shoe size,shoe size\n,Ada,,,1,2,38,x\n")
        #expect(try read(written).records == records)
    }

    @Test func secondColumnOfASingleAttributeIsKept() throws {
        let record = try #require(try read("Full Name,Display Name\nAda,Countess\n").records.first)
        #expect(record.name == "Ada")
        #expect(record.custom == ["Display Name": "Countess"])
    }

    @Test(
        arguments: [
            ("[\"a;b\",\"c\"]", ["a;b", "c"], 0), ("a;b ; ;c", ["a", "b", "c"], 0), ("a", ["a"], 0),
            ("[draft]", ["[draft]"], 1), ("a ::: b", ["a", "b"], 0),
        ])
    func listCells(cell: String, tags: [String], warnings: Int) throws {
        let quoted = "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
        let result = try read("name,tags\nAda,\(quoted)\n")
        #expect(result.records.first?.tags == tags)
        #expect(result.warnings.count == warnings)
    }

    @Test func plainAddressesInOneCell() throws {
        let record = try read("name,emails\nAda,a@x; b@y\n").records.first
        #expect(record?.emails == [Labeled("a@x"), Labeled("b@y")])
    }

    @Test func impossibleDateIsKeptAsTextWithAWarning() throws {
        let result = try read("name,birthday\nAda,1985-02-30\nBob,--02-29\nEve,3/4/1984\nFay,0/0/00\n")
        #expect(result.records.count == 4)
        #expect(result.records[0].birthday == .text("1985-02-30"))
        #expect(result.records[1].birthday == PartialDate(month: 2, day: 29))
        #expect(result.records[2].birthday == .text("3/4/1984"))
        #expect(result.records[3].birthday == nil)
        #expect(result.warnings.map(\.line) == [2, 4])
        #expect(result.warnings.allSatisfy { $0.key == "birthday" && !$0.description.contains("198") })
        let ordered = try read("name,birthday\nEve,3/4/1984\n") { $0.dateOrder = .monthDayYear }
        #expect(ordered.records.first?.birthday?.description == "1984-03-04")
    }

    @Test func birthdayInThreeColumns() throws {
        let result = try read("Name,Birth Year,Birth Month,Birth Day\nA,1984,2,29\nB,,2,29\nC,1985,2,30\nD,,,\n")
        #expect(
            result.records.map { $0.birthday?.description } == ["1984-02-29", "--02-29", "1985-2-30", nil] as [String?])
        #expect(result.warnings.count == 1)
    }

    @Test func ageThatIsNoNumberIsKept() throws {
        let result = try read("name,age\nAda,about 36\nBob,36.0\n")
        #expect(result.records[0].custom == ["age": "about 36"])
        #expect(result.records[1].age == 36)
        #expect(result.warnings.map(\.line) == [2])
    }

    @Test func nulBytesAreLeftOutWithAWarning() throws {
        let result = try read(Array("name,note\nA\0da,x\n".utf8))
        #expect(result.records.map(\.name) == ["Ada"])
        #expect(result.warnings.map(\.line) == [2])
    }

    @Test func fieldThatIsTooLargeIsRejected() throws {
        let large = String(repeating: "x", count: 100_000)
        let result = try read("name,note\nAda,\"\(large)\"\nBob,y\n") { $0.maxFieldSize = 1000 }
        #expect(result.records.map(\.name) == ["Bob"])
        #expect(result.rejected.map(\.position.line) == [2])
        #expect(result.rejected.first?.rawText == nil)
    }

    @Test func hugeFieldIsRead() throws {
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: 20_000_000)
        let result = try read(Array("name,note\nAda,\"".utf8) + large + Array("\"\nBob,y\n".utf8))
        #expect(result.records.map { $0.note?.utf8.count } == [20_000_000, 1])
    }

    @Test func userMap() throws {
        let text = "Kunde,Mail2,Schuh,Weg\nAda,a@x,38,x\n"
        let record = try read(text) {
            $0.map = ["kunde": "name", "Mail2": "emails.work", "Schuh": "custom.Shoe size", "Weg": "-"]
        }.records.first
        #expect(record?.name == "Ada")
        #expect(record?.emails == [Labeled("a@x", label: "work")])
        #expect(record?.custom == ["Shoe size": "38"])
        let wrong = #expect(throws: ContactFormatError.self) { try read(text) { $0.map = ["Kunde": "nmae"] } }
        #expect(wrong?.description.contains("Did you mean 'name'?") == true)
        let missing = #expect(throws: ContactFormatError.self) { try read(text) { $0.map = ["Kunden": "name"] } }
        #expect(missing?.description.contains("Did you mean 'Kunde'?") == true)
    }
}
