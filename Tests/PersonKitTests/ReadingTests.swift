import Foundation
import PersonKit
import Testing

@Suite struct ReadingTests {
    private static func book() throws -> PersonManager {
        let book = try PersonManager.inMemory()
        var ada = ContactRecord(personID: "id-ada", name: "Ada Lovelace", age: 36, photo: "ada.jpg")
        ada.nickname = "Countess"
        ada.jobTitle = "Analyst"
        ada.birthday = PartialDate(month: 12, day: 10)
        ada.tags = ["math"]
        ada.emails = [Labeled("ada@example.org", label: "home")]
        ada.urls = [Labeled("https://ada.example")]
        ada.addresses = [Labeled(PostalAddress(city: "Lakeside"))]
        ada.relations = [Labeled(Relation(name: "Annabella"), label: "mother")]
        ada.dates = [Labeled(PartialDate.text("long ago"))]
        ada.trackRecord = ["1843: notes"]
        ada.custom = ["Size": "M"]
        ada.groups = ["Engines"]
        ada.photoData = Data([1, 2, 3])
        ada.createdAt = Date(timeIntervalSinceReferenceDate: 1)
        try book.insert(ada)
        return book
    }

    @Test func readsEachAttributeAlone() throws {
        let book = try Self.book()
        let whole = try #require(try book.person(withID: "id-ada", includesPhotoData: true))
        for attribute in ContactAttribute.allCases {
            var query = PersonQuery()
            query.attributes = [attribute]
            let part = try #require(try book.records(query).first)
            for other in ContactAttribute.allCases {
                #expect(part.holds(other) == (other == attribute && whole.holds(attribute)), "\(attribute) \(other)")
            }
            #expect(part.json(of: attribute) == whole.json(of: attribute), "\(attribute)")
            var walked: [ContactRecord] = []
            try book.forEachRecord(query) { walked.append($0) }
            #expect(walked == [part])
        }
    }

    @Test(arguments: [
        ("love", true, 1), ("love", false, 0), ("name:love", false, 1), ("Ada Lovelace", false, 1), ("name: ", true, 0),
    ])
    func searchesWordsOnlyWhenAllowed(_ reference: String, _ searchesWords: Bool, _ count: Int) throws {
        #expect(try Self.book().references(to: reference, searchesWords: searchesWords).count == count)
    }
}
