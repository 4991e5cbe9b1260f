import ContactFormats
import Foundation
import Testing

/// A generator whose numbers are the same in every run.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }
}

/// Records that hold whatever is hard to write.
struct RecordMaker {
    var dice: Dice

    private static let pieces = [
        "a", "Ada", "O'Neil", "\"", "\"\"", "'", "''", "'=1", "=1+1", "+49", "-", "@", ",", ";", "|", "\t", "\n", "\r",
        "\r\n", "\r\r\n", "\n\n", " ", "\u{A0}", "\u{3000}", "\u{2028}", "\u{85}", "\u{1A}", "\u{1}", "\u{1F}",
        "\u{7F}",
        "\u{FEFF}", "\\", "\\n", "\\u0041", "/", "王小明", "重庆", "👨‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "é", "שלום", "\u{202E}",
        "مرحبا", "[", "]", "{", "}", "[\"a\"]", "{\"a\":1}", " ::: ", "* ", "null", "0", "00042", "1e5", "true",
        "\u{10FFFF}", "\u{FFFD}", "ß", "ﬀ", "sep=;", "\u{300}",
    ]

    mutating func text() -> String {
        (0..<Int.random(in: 1...4, using: &dice)).map { _ in Self.pieces.randomElement(using: &dice)! }.joined()
    }

    mutating func maybeText() -> String? { dice.chance(3) ? text() : nil }

    mutating func texts() -> [String] {
        dice.chance(3) ? (0..<Int.random(in: 0...3, using: &dice)).map { _ in text() } : []
    }

    mutating func date() -> PartialDate {
        let year = Int.random(in: -50...12_000, using: &dice)
        let month = Int.random(in: 1...12, using: &dice)
        let day = Int.random(in: 1...28, using: &dice)
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: return PartialDate(year: year)!
        case 1: return PartialDate(year: year, month: month)!
        case 2: return PartialDate(month: month, day: day)!
        case 3: return PartialDate(month: month)!
        case 4: return PartialDate(day: day)!
        case 5: return PartialDate(year: year, month: month, day: day, calendar: "chinese")!
        case 6: return .text("about " + text())
        default: return PartialDate(year: year, month: month, day: day)!
        }
    }

    mutating func labeled<Value>(_ make: (inout RecordMaker) -> Value) -> [Labeled<Value>] {
        guard dice.chance(3) else { return [] }
        return (0..<Int.random(in: 1...3, using: &dice)).map { _ in
            Labeled(make(&self), label: maybeText(), preferred: dice.chance(3))
        }
    }

    mutating func custom() -> [String: CustomValue] {
        guard dice.chance(2) else { return [:] }
        var custom: [String: CustomValue] = [:]
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
            let name = ["Shoe size", "Email", "name", "Foo", "foo", " x ", "A;b", "column 3", "custom"]
                .randomElement(using: &dice)!
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: custom[name] = .bool(dice.chance(2))
            case 1: custom[text()] = .number(ExactNumber(literal: "-12.500e+3")!)
            case 2: custom[name] = .strings([text(), text()])
            case 3: custom[text()] = .string(text())
            default: custom[name] = .string(text())
            }
        }
        return custom
    }

    mutating func record() -> ContactRecord {
        var record = ContactRecord(personID: UUID().uuidString, name: text())
        if dice.chance(2) { record.age = Int.random(in: -5...200, using: &dice) }
        for attribute in ContactAttribute.allCases where attribute.kindOfValue == .text && attribute != .personID {
            if let text = maybeText() { record[text: attribute] = text }
        }
        for attribute in ContactAttribute.allCases where attribute.kindOfValue == .strings {
            record[strings: attribute] = texts()
        }
        for attribute in ContactAttribute.allCases where attribute.kindOfValue == .labeledStrings {
            record[labeled: attribute] = labeled { $0.text() }
        }
        if dice.chance(3) { record.photoData = Data((0..<20).map { _ in UInt8.random(in: 0...255, using: &dice) }) }
        if dice.chance(3) { record.birthday = date() }
        if dice.chance(3) {
            let time = Double.random(in: -2e9...2e9, using: &dice)
            record.createdAt = Date(timeIntervalSinceReferenceDate: dice.chance(2) ? time : time.rounded())
        }
        record.dates = labeled { $0.date() }
        record.addresses = labeled { maker in
            PostalAddress(street: maker.text(), city: maker.maybeText(), formatted: maker.maybeText())
        }
        record.relations = labeled { Relation(name: $0.text(), personID: $0.maybeText()) }
        record.custom = custom()
        return record
    }
}

@Suite struct RoundTripTests {
    /// Equal to the byte: strings count as equal when they are canonically equivalent, which would hide a change.
    private func bytes(_ record: ContactRecord) throws -> [UInt8] {
        try write([record], .ndjson)
    }

    @Test(arguments: [ContactFormat.csv, .tsv, .json, .ndjson], 0..<8)
    func recordsComeBackEqual(format: ContactFormat, seed: Int) throws {
        var maker = RecordMaker(dice: Dice(UInt64(seed + 1)))
        let records = (0..<60).map { _ in maker.record() }
        let written = try write(records, format)
        let result = try read(written, name: "x", format: format, chunk: seed % 2 == 0 ? .max : 777)
        #expect(result.rejected.isEmpty)
        try #require(result.records.count == records.count)
        for (read, original) in zip(result.records, records) {
            #expect(read == original)
            let (back, there) = try (bytes(read), bytes(original))
            #expect(back == there, "\(String(decoding: back, as: UTF8.self))")
        }
    }

    @Test(arguments: [true, false], ["\r\n", "\n"])
    func csvWithMarkAndOtherLineEndsComesBackEqual(bom: Bool, lineEnd: String) throws {
        var maker = RecordMaker(dice: Dice(99))
        let records = (0..<40).map { _ in maker.record() }
        let written = try write(records, .csv) {
            $0.bom = bom
            $0.crlf = lineEnd == "\r\n"
            $0.delimiter = bom ? ";" : "|"
        }
        #expect(try read(written).records == records)
    }

    @Test func allColumnsWithoutASurveyLoseNothing() throws {
        var maker = RecordMaker(dice: Dice(7))
        let records = (0..<40).map { _ in maker.record() }
        let written = try write(records, .csv) {
            $0.columns = nil
            $0.customColumns = []
        }
        #expect(try read(written).records == records)
    }

    @Test func codableGivesTheSameRecord() throws {
        var maker = RecordMaker(dice: Dice(5))
        for _ in 0..<30 {
            var record = maker.record()
            // A decoder hands numbers out without their spelling.
            record.custom = record.custom.filter {
                if case .number = $0.value { false } else { true }
            }
            let data = try JSONEncoder().encode(record)
            #expect(try JSONDecoder().decode(ContactRecord.self, from: data) == record)
            #expect(try read(Array(data), name: "x.ndjson").records == [record])
        }
    }
}
