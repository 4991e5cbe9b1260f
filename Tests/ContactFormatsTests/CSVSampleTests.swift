import ContactFormats
import Foundation
import Testing

@Suite("CSV samples", .enabled(if: Cases.areThere, "PEOPLE_CASES is not set"))
struct CSVSampleTests {
    private func sample(
        _ name: String, _ configure: (inout ContactReadOptions) -> Void = { _ in }
    ) throws -> ReadResult {
        let folder = try #require(Cases.folder)
        return try read(Data(contentsOf: URL(fileURLWithPath: folder + name)), name: name, configure)
    }

    @Test func labelsAreTakenPerRowAndJoinedValuesAreSplit() throws {
        let result = try sample("google_new_2024_synthetic.csv")
        #expect(result.rejected.isEmpty)
        try #require(result.records.count == 3)
        let first = result.records[0]
        #expect(first.givenName == "小明")
        #expect(first.familyName == "王")
        #expect(first.phoneticGivenName == "Xiǎomíng")
        #expect(first.organization == "Beispiel, GmbH")
        #expect(first.jobTitle == "Head of \"R&D\"")
        #expect(first.birthday == PartialDate(month: 2, day: 29))
        #expect(first.note == "line one\nline two\n=HYPERLINK(\"http://x\")")
        #expect(first.groups == ["Family", "VIP"])
        #expect(
            first.emails == [
                Labeled("xm@example.org", label: "work", preferred: true), Labeled("xm2@example.org", label: "work"),
                Labeled("xm@home.example", label: "home"),
            ])
        #expect(
            first.phones == [Labeled("+49 30 5550101", label: "mobile"), Labeled("0049 30 5550102")])
        #expect(
            first.addresses == [
                Labeled(
                    PostalAddress(
                        street: "Musterstr. 1", extended: "c/o Ω", city: "Berlin", postalCode: "10115", country: "DE"),
                    label: "home")
            ])
        #expect(first.urls == [Labeled("https://example.org/xm", label: "Profile")])
        #expect(
            first.dates == [Labeled(try #require(PartialDate(year: 2010, month: 5, day: 6)), label: "Anniversary")])
        #expect(first.relations == [Labeled(Relation(name: "Ōe 🐻"), label: "Spouse")])
        #expect(first.custom["Employee ID"] == .string("00042"))
        #expect(result.records[1].organization == "Only Company Ltd")
        #expect(result.records[1].derivedName == "Only Company Ltd")
        #expect(result.records[1].groups.isEmpty)
        let third = result.records[2]
        #expect(third.phones == [Labeled("(801) 555-0150 ext 2", label: "fax-work")])
        #expect(third.custom["starred"] == .bool(true))
        #expect(third.custom["File As"] == .string("O'Example, Zoë"))
        #expect(result.positions.map(\.line) == [2, 7, 8])
    }

    @Test func utf16WithMark() throws {
        let result = try sample("thunderbird_utf16_addressbook.csv")
        #expect(result.records.count == 1)
        #expect(result.records.first?.name == "John Doe")
        #expect(result.records.first?.givenName == "John")
        #expect(result.records.first?.emails == [Labeled("johndoe@host.invalid")])
        #expect(result.records.first?.custom.isEmpty == true)
    }

    @Test func semicolons() throws {
        let result = try sample("thunderbird_csv_semicolon.csv")
        #expect(result.records.map(\.name) == ["John Doe", "Jane Doe"])
        #expect(result.records.map { $0.emails.first?.value } == ["john@doe.invalid", "jane@doe.invalid"])
    }

    @Test func partlyQuoted() throws {
        let result = try sample("thunderbird_quote.csv")
        #expect(result.records.count == 1)
        #expect(result.records.first?.name == "Acer America")
        #expect(result.records.first?.phones == [Labeled("(800) 000-0000", label: "work")])
    }

    @Test(arguments: ["thunderbird_csv_no_header.csv", "thunderbird_tab_comma_mixed.csv", "csvspectrum_utf8.csv"])
    func withoutKnownHeader(name: String) throws {
        let error = #expect(throws: ContactFormatError.self) { try sample(name) }
        #expect(error?.code == .noKnownHeader)
        #expect(error?.message.contains("--map") == true)
    }

    @Test func headersOfTheUsersOwn() throws {
        let result = try sample("thunderbird_csv_no_header.csv") {
            $0.headers = ["name", "givenName", "familyName", "emails"]
        }
        #expect(result.records.map(\.givenName) == ["John", "Jane"])
        let mapped = try sample("thunderbird_csv_no_header.csv") {
            $0.hasHeader = false
            $0.map = ["1": "name", "4": "emails.work"]
        }
        #expect(mapped.records.map(\.name) == ["John Doe", "Jane Doe"])
        #expect(mapped.records[0].emails == [Labeled("john@doe.invalid", label: "work")])
        #expect(mapped.records[0].custom["column 2"] == .string("John"))
    }

    @Test func delimitersMixedInOneFile() throws {
        let result = try sample("thunderbird_tab_comma_mixed.csv") {
            $0.hasHeader = false
            $0.map = ["1": "name"]
        }
        #expect(result.records.count == 4)
        #expect(result.records.first?.name == "1")
    }

    @Test(
        arguments: [
            ("csvspectrum_escaped_quotes.csv", [["1", "ha \"ha\" ha"], ["3", "4"]]),
            ("csvspectrum_newlines_crlf.csv", [["1", "2", "3"], ["Once upon \na time", "5", "6"], ["7", "8", "9"]]),
            ("csvspectrum_quotes_and_newlines.csv", [["1", "ha \n\"ha\" \nha"], ["3", "4"]]),
            ("csvspectrum_utf8.csv", [["1", "2", "3"], ["4", "5", "ʤ"]]),
        ])
    func spectrum(name: String, rows: [[String]]) throws {
        let result = try sample(name) { $0.hasHeader = true }
        let cells = result.records.map { record in
            ["a", "b", "c"].compactMap { record.custom[$0]?.text }
        }
        #expect(cells == rows)
    }
}
