import Foundation
import PersonKit
import Testing

@Suite struct RoundTripTests {
    /// Somebody with a value in every attribute.
    static func full(_ id: String) -> ContactRecord {
        var record = ContactRecord(personID: id, name: "Dr. Ada \(id)", age: 36, photo: "photos/ada.jpg")
        for attribute in ContactAttribute.allCases where attribute != .personID && attribute != .name {
            switch attribute {
            case .kind: record.kind = "person"
            case .nameOrder: record.nameOrder = "given-first"
            case .photo: break
            default: try? record.set(value(of: attribute), forKey: attribute.rawValue)
            }
        }
        return record
    }

    private static func value(of attribute: ContactAttribute) -> Any? {
        switch attribute.kindOfValue {
        case .text: "\(attribute.rawValue) – \"quoted\", 值; ß"
        case .integer: 36
        case .data: Data([0, 1, 2, 0xFF])
        case .timestamp: Date(timeIntervalSinceReferenceDate: 700_000_000.25)
        case .partialDate: PartialDate(month: 2, day: 29)
        case .strings: ["a;b", "ü"]
        case .labeledStrings: [Labeled("v,1", label: "my own; label", preferred: true), Labeled("v2")]
        case .labeledAddresses:
            [Labeled(PostalAddress(street: "1 \"A\"\nB", city: "Köln", formatted: "x"), label: "home")]
        case .labeledDates: [Labeled(PartialDate.text("around Easter"), label: "x")]
        case .labeledRelations: [Labeled(Relation(name: "Bob", personID: "2"), label: "friend")]
        case .custom: ["Shoe size": 43, "list": ["a", "b"], "flag": true, "text": "x\ny"] as [String: Any]
        }
    }

    static let people: [ContactRecord] = {
        var list = (1...3).map { full("p\($0)") }
        list.append(ContactRecord(personID: "4", name: "王小明"))
        var leap = ContactRecord(personID: "5", name: "-=formula", age: 0)
        leap.birthday = PartialDate(year: 2000, month: 2, day: 29)
        leap.note = "\n  line\r\nend  "
        list.append(leap)
        var words = ContactRecord(personID: "6", name: "n")
        words.birthday = .text("spring")
        list.append(words)
        return list
    }()

    private static func book(_ directory: TemporaryDirectory, _ name: String) throws -> PersonManager {
        try PersonManager(storeURL: directory.file(name))
    }

    private static func everything(in book: PersonManager) throws -> [ContactRecord] {
        var query = PersonQuery()
        query.includesPhotoData = true
        query.sort = .personID
        return try book.records(query)
    }

    @Test func properties() throws {
        let directory = try TemporaryDirectory()
        let book = try Self.book(directory, "a.sqlite")
        for person in Self.people { try book.insert(person) }
        let reopened = try Self.book(directory, "a.sqlite")
        for (stored, given) in zip(
            try Self.everything(in: reopened), Self.people.sorted { $0.personID! < $1.personID! })
        {
            var given = given
            given.createdAt = stored.createdAt
            given.updatedAt = stored.updatedAt
            for attribute in ContactAttribute.allCases {
                var (a, b) = (ContactRecord(), ContactRecord())
                a.name = attribute == .name ? stored.name : nil
                b.name = attribute == .name ? given.name : nil
                #expect(stored.holds(attribute) == given.holds(attribute), "\(attribute)")
            }
            #expect(stored == given, "\(given.personID ?? "")")
        }
    }

    static let names = ["people.csv", "people.tsv", "people.json", "people.ndjson", "people.csv.gz", "people.json.gz"]

    @Test(arguments: names) func everythingOutAndInAgain(_ name: String) throws {
        let directory = try TemporaryDirectory()
        let book = try Self.book(directory, "a.sqlite")
        for person in Self.people { try book.insert(person) }
        let file = directory.file(name)
        #expect(try book.export(toPath: file.path) == Self.people.count)
        let copy = try Self.book(directory, "b.sqlite")
        let report = try copy.importContacts(from: file)
        #expect(report.added == Self.people.count)
        #expect(report.problems == [])
        #expect(try Self.everything(in: copy) == (try Self.everything(in: book)))
        // Importing what is there already changes nothing.
        let again = try book.importContacts(from: file)
        #expect(again.unchanged == Self.people.count)
        // Two exports of equal books are equal.
        let second = directory.file("second-" + name)
        try copy.export(toPath: second.path)
        if !name.hasSuffix(".gz") { #expect(try Data(contentsOf: second) == (try Data(contentsOf: file))) }
    }

    @Test func sampleData() throws {
        let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../SampleData").standardizedFileURL
        let directory = try TemporaryDirectory()
        let fromCSV = try Self.book(directory, "csv.sqlite")
        let fromJSON = try Self.book(directory, "json.sqlite")
        let report = try fromCSV.importContacts(from: sample.appendingPathComponent("people.csv"))
        #expect(report.failed == 0)
        #expect(report.added > 250)
        #expect(try fromJSON.importContacts(from: sample.appendingPathComponent("people.json")).added == report.added)
        #expect(try Self.everything(in: fromCSV) == (try Self.everything(in: fromJSON)))
        #expect(try fromCSV.importContacts(from: sample.appendingPathComponent("people.csv")).unchanged == report.added)
        for term in ["wangxm", "wang xiao", "小明", "ＷＡＮＧ"] {
            #expect(try fromCSV.search(term).contains { $0.name == "王小明" }, "\(term)")
        }
    }
}
