import FictionalPeople
import Foundation
import Testing

/// The invented people and the files that hold them.
struct SampleDataTests {
    private func bytes(_ profile: PersonMaker.Profile, _ writer: any PeopleWriter, count: Int = 300) -> Data {
        var buffer = ByteBuffer(capacity: 1 << 16)
        var maker = PersonMaker(profile: profile, seed: 1)
        writer.begin(&buffer)
        for index in 0..<count { writer.append(maker.next(), isFirst: index == 0, to: &buffer) }
        writer.end(&buffer)
        return buffer.withBytes { Data($0) }
    }

    @Test("The committed files are what the maker makes", arguments: ["people.csv", "people.json"])
    func committedFiles(name: String) throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../SampleData").standardized
        let writer: any PeopleWriter =
            name.hasSuffix("csv") ? CSVWriter(profile: .sample) : JSONWriter(profile: .sample)
        #expect(try Data(contentsOf: root.appending(path: name)) == bytes(.sample, writer))
    }

    @Test("JSON is read by Foundation, and no ID comes twice", arguments: PersonMaker.Profile.allCases)
    func json(profile: PersonMaker.Profile) throws {
        let list = try #require(
            JSONSerialization.jsonObject(with: bytes(profile, JSONWriter(profile: profile))) as? [[String: Any]])
        #expect(list.count == 300)
        #expect(Set(list.compactMap { $0["personID"] as? String }).count == 300)
    }

    @Test("Nobody has a mailbox or a number that could be real", arguments: PersonMaker.Profile.allCases)
    func nothingReal(profile: PersonMaker.Profile) throws {
        let mailbox = try NSRegularExpression(pattern: #"@(example\.(com|org|net)|[a-z]+\.example)$"#)
        let number = try NSRegularExpression(pattern: Self.numbersOfFiction)
        var maker = PersonMaker(profile: profile, seed: 7)
        for _ in 0..<2_000 {
            let person = maker.next()
            for email in person.emails { #expect(matches(email.value.lowercased(), mailbox)) }
            for phone in person.phones { #expect(matches(phone.value.filter(\.isNumber), number), "\(phone.value)") }
        }
    }

    private func matches(_ text: String, _ pattern: NSRegularExpression) -> Bool {
        pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    /// The ranges that `PhoneRange` names, in digits.
    private static let numbersOfFiction =
        "^(1[0-9]{3}55501[0-9]{2}|44(2079460|7700900|1314960|1614960|1632960)[0-9]{3}"
        + "|49(3023125|6990009|8999998|4066969)[0-9]{3}|4917139200[0-9]{2}"
        + "|33(19900|26191|46571|63998)[0-9]{4}|61[2378](5550|7010)[0-9]{4})$"

    @Test(
        "Times are written in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (1_704_067_199, "2023-12-31T23:59:59Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"), (1_768_469_400, "2026-01-15T09:30:00Z"),
        ])
    func timestamps(seconds: Int, text: String) {
        var buffer = ByteBuffer(capacity: 1)
        buffer.appendTimestamp(seconds)
        #expect(buffer.withBytes { String(decoding: $0, as: UTF8.self) } == text)
    }
}
