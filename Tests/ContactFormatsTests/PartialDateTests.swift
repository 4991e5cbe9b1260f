import ContactFormats
import Foundation
import Testing

@Suite struct PartialDateTests {
    @Test(
        arguments: [
            ("1984-02-29", "1984-02-29"), ("19840229", "1984-02-29"), (" --02-29", "--02-29"), ("--0229", "--02-29"),
            ("--02", "--02"), ("---29", "---29"), ("1984-02", "1984-02"), ("1984", "1984"), ("1984/2/29", "1984-02-29"),
            ("1984.2.9", "1984-02-09"), ("1984-02-29T12:30:00Z", "1984-02-29"), ("1984-02-29 00:00:00", "1984-02-29"),
            ("29 Feb 1984", "1984-02-29"), ("February 29, 1984", "1984-02-29"), ("3-Feb", "--02-03"),
            ("Sept 2001", "2001-09"), ("1984年2月29日", "1984-02-29"), ("2月29日", "--02-29"),
            ("1984-02-29[u-ca=chinese]", "1984-02-29[u-ca=chinese]"), ("-0044-03-15", "-0044-03-15"),
        ])
    func spellings(text: String, normal: String) throws {
        let date = try #require(PartialDate(parsing: text))
        #expect(date.description == normal)
        #expect(PartialDate(parsing: normal) == date)
    }

    @Test(arguments: ["1985-02-30", "1985-02-29", "--13-01", "1984-00-10", "--04-31", "19850230", "1900-02-29"])
    func impossible(text: String) {
        #expect(PartialDate.read(text) == .impossible)
    }

    @Test(arguments: ["", "about 1984", "3/4/1984", "29.2.84", "1604-", "12:30", "Febtober 3", "1-2-3-4", "--", "１９８４"])
    func words(text: String) {
        #expect(PartialDate.read(text) == .words)
    }

    @Test(arguments: [
        ("3/4/1984", DateOrder.dayMonthYear, "1984-04-03"), ("3/4/1984", .monthDayYear, "1984-03-04"),
        ("29.2.84", .dayMonthYear, "1984-02-29"), ("31-12-05", .dayMonthYear, "2005-12-31"),
    ])
    func order(text: String, order: DateOrder, normal: String) {
        #expect(PartialDate(parsing: text, order: order)?.description == normal)
    }

    @Test func leapDayWithoutAYearHasNoYear() {
        let date = PartialDate(month: 2, day: 29)
        #expect(date?.year == nil)
        #expect(date?.isComplete == false)
        #expect(PartialDate(year: 1985, month: 2, day: 29) == nil)
        #expect(PartialDate() == nil)
    }

    @Test func birthdaysAreOrderedThroughTheYear() {
        let texts = ["1999-12-31", "--01-01", "1984-02-29", "--02-29", "1950-03-01", "1984", "soon"]
        let dates = texts.map { PartialDate(parsing: $0) ?? .text($0) }
        #expect(
            dates.sorted().map(\.description)
                == ["--01-01", "1984-02-29", "--02-29", "1950-03-01", "1999-12-31", "1984", "soon"])
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-01-31T12:00:00.5+01:00", 1_769_857_200.5), ("2000-02-29", 951_782_400),
            ("1969-12-31T23:59:59Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ] as [(String, Double)])
    func timestamps(text: String, seconds: Double) throws {
        let record = try read("{\"createdAt\":\"\(text)\"}", name: "x.ndjson").records.first
        #expect(record?.createdAt?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: ["2026-02-30T00:00:00Z", "2026-01-31T25:00:00Z", "2026-01-31T12:00", "x"])
    func wrongTimestamps(text: String) throws {
        let result = try read("{\"createdAt\":\"\(text)\"}", name: "x.ndjson")
        #expect(result.rejected.count == (text.hasSuffix("12:00") ? 0 : 1))
    }
}
