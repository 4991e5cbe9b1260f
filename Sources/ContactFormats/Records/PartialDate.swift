/// A date of which only some parts are known: a birthday without a year, a month of a year, or just words.
///
/// ```swift
/// let leap = PartialDate(month: 2, day: 29)        // 29 February of an unknown year
/// leap?.description                                // "--02-29"
/// PartialDate(parsing: "19840229")?.year           // 1984
/// PartialDate.text("around Easter").text           // "around Easter"
/// ```
///
/// It holds either parts or text, never both. No time zone is involved: a birthday is the same everywhere.
public struct PartialDate: Hashable, Sendable {
    // Packed, because a record holds one and a list may hold many: 0 stands for an absent month or day, and
    // Int32.min for an absent year.
    private var packedYear: Int32 = .min
    private var packedMonth: UInt8 = 0
    private var packedDay: UInt8 = 0
    private var storedText: String?
    private var storedCalendar: String?

    /// Makes a date from the parts that are known.
    ///
    /// - Parameters:
    ///   - year: The year, -999 999…999 999.
    ///   - month: The month, 1…12 (1…13 in another calendar than the Gregorian).
    ///   - day: The day of the month; 29 February is a date when the year is unknown.
    ///   - calendar: The calendar's identifier as in Unicode CLDR, such as `chinese`.
    /// - Returns: Nil when no part is given or when the parts make no date, such as 30 February.
    public init?(year: Int? = nil, month: Int? = nil, day: Int? = nil, calendar: String = PartialDate.gregorian) {
        guard year != nil || month != nil || day != nil else { return nil }
        guard Self.isPossible(year: year, month: month, day: day, calendar: calendar) else { return nil }
        if let year { packedYear = Int32(truncatingIfNeeded: year) }
        packedMonth = UInt8(truncatingIfNeeded: month ?? 0)
        packedDay = UInt8(truncatingIfNeeded: day ?? 0)
        storedCalendar = calendar == Self.gregorian || calendar.isEmpty ? nil : calendar
    }

    private init(text: String) {
        storedText = text
    }

    /// A date that is only known in words.
    public static func text(_ text: String) -> PartialDate {
        PartialDate(text: text)
    }

    /// The identifier of the Gregorian calendar, which is meant when none is named.
    public static let gregorian = "gregorian"

    /// The year, when it is known.
    public var year: Int? { packedYear == .min ? nil : Int(packedYear) }
    /// The month, 1 for January, when it is known.
    public var month: Int? { packedMonth == 0 ? nil : Int(packedMonth) }
    /// The day of the month, when it is known.
    public var day: Int? { packedDay == 0 ? nil : Int(packedDay) }
    /// The words, when the date is not known in parts.
    public var text: String? { storedText }
    /// The calendar that the parts belong to.
    public var calendar: String { storedCalendar ?? Self.gregorian }
    /// Whether year, month and day are all known.
    public var isComplete: Bool { packedYear != .min && packedMonth != 0 && packedDay != 0 }

    private static func isPossible(year: Int?, month: Int?, day: Int?, calendar: String) -> Bool {
        if let year, abs(year) > 999_999 { return false }
        guard calendar == gregorian || calendar.isEmpty else {
            return (1...13).contains(month ?? 1) && (1...32).contains(day ?? 1)
        }
        guard (1...12).contains(month ?? 1) else { return false }
        guard let day else { return true }
        return day >= 1 && day <= daysInMonth(month, year: year)
    }

    private static func daysInMonth(_ month: Int?, year: Int?) -> Int {
        switch month {
        case 2:
            guard let year else { return 29 }
            return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }
}

extension PartialDate: Comparable {
    /// Orders by month and day first, as a birthday list does, then by year; what is unknown comes after what is
    /// known, and words come last.
    public static func < (lhs: PartialDate, rhs: PartialDate) -> Bool {
        lhs.orderKey < rhs.orderKey
    }

    private var orderKey: (Int, Int, Int, String, String) {
        (month ?? 99, day ?? 99, year ?? .max, storedText ?? "", storedCalendar ?? "")
    }
}

extension PartialDate: CustomStringConvertible, Codable {
    /// The date as CSV and JSON hold it: `1984-02-29`, `--02-29`, `1984-02`, `1984`, `--02`, `---29`, or the words.
    /// Another calendar follows in brackets, `1984-02-29[u-ca=chinese]` (RFC 9557).
    public var description: String {
        if let storedText { return storedText }
        var parts: String
        switch (year, month, day) {
        case (let year?, nil, nil): parts = Self.padded(year, 4)
        case (let year?, let month?, nil): parts = "\(Self.padded(year, 4))-\(Self.padded(month, 2))"
        case (let year?, let month?, let day?):
            parts = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        case (let year?, nil, let day?): parts = "\(Self.padded(year, 4))---\(Self.padded(day, 2))"
        case (nil, let month?, let day?): parts = "--\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        case (nil, let month?, nil): parts = "--\(Self.padded(month, 2))"
        case (nil, nil, let day?): parts = "---\(Self.padded(day, 2))"
        case (nil, nil, nil): parts = ""
        }
        if let storedCalendar { parts += "[u-ca=\(storedCalendar)]" }
        return parts
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(abs(number))
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }

    /// Reads the text form; what is no date is kept as words.
    ///
    /// - Throws: `DecodingError` when there is no text.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = PartialDate(parsing: text) ?? .text(text)
    }

    /// Writes the text form.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
