import Foundation

/// The order of day, month and year in dates such as `3/4/1984`, which read differently in different countries.
public enum DateOrder: String, CaseIterable, Sendable, Codable {
    /// `29/2/1984`, as in most of the world.
    case dayMonthYear = "dmy"
    /// `2/29/1984`, as in the United States.
    case monthDayYear = "mdy"
}

extension PartialDate {
    /// What a text turned out to be when it was read as a date.
    public enum Reading: Hashable, Sendable {
        /// A date, whole or partial.
        case date(PartialDate)
        /// Written like a date, but there is no such day: `1985-02-30`.
        case impossible
        /// Not a date in any spelling that is understood.
        case words
    }

    /// Reads a date; nil when the text is no date or names an impossible day. See ``read(_:order:)``.
    public init?(parsing text: String, order: DateOrder? = nil) {
        guard case .date(let date) = Self.read(text, order: order) else { return nil }
        self = date
    }

    /// Reads a date in any spelling that has only one meaning.
    ///
    /// Understood are ISO 8601 and vCard forms (`1984-02-29`, `19840229`, `1984-02`, `1984`, `--02-29`, `--0229`,
    /// `--02`, `---29`, each also with a time after it), year first with other separators (`1984/2/29`,
    /// `1984.2.29`, `1984年2月29日`, `2月29日`), and English month names (`29 Feb 1984`, `February 29, 1984`, `Feb 29`).
    /// A year written with two digits lies in the hundred years up to now.
    ///
    /// - Parameters:
    ///   - text: The text; blanks around it do not matter.
    ///   - order: How to read `3/4/1984`. Without it such a date stays words, because guessing would swap day and
    ///     month for half of all people.
    public static func read(_ text: String, order: DateOrder? = nil) -> Reading {
        if let date = plainISO(text) { return date }
        var text = text[...]
        var calendar = gregorian
        if text.utf8.last == UInt8(ascii: "]"), let tag = text.range(of: "[u-ca=") {
            calendar = String(text[tag.upperBound...].dropLast())
            text = text[..<tag.lowerBound]
        }
        guard let shape = Shape(of: text.utf8), let found = shape.parts(order: order) else { return .words }
        let date = PartialDate(year: found.year, month: found.month, day: found.day, calendar: calendar)
        return date.map(Reading.date) ?? .impossible
    }
}

extension PartialDate {
    /// `1984-02-29`, which nearly every date is; nil for any other form.
    private static func plainISO(_ text: String) -> Reading? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
            func number(_ range: Range<Int>) -> Int? {
                var number = 0
                for byte in bytes[range] {
                    guard (0x30...0x39).contains(byte) else { return nil }
                    number = number * 10 + Int(byte & 0x0F)
                }
                return number
            }
            guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
            return PartialDate(year: year, month: month, day: day).map(Reading.date) ?? .impossible
        }
    }
}

/// A date's outline, one letter a token, and its numbers: `29 Feb 1984` is `d M y` with 29, 2, 1984.
///
/// In the outline `d` is a number of one or two digits, `y` one of four, `Y` of five or six, `8` of eight, and `M` a
/// month's name; everything else stands for itself.
private struct Shape {
    private var outline = ""
    private var numbers: [Int] = []

    /// Nil when there is anything in the text that no date has.
    init?(of text: Substring.UTF8View) {
        var rest = text
        while let byte = rest.first {
            switch byte {
            case 0x30...0x39:
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                guard let letter = Self.letter(forDigits: digits.count) else { return nil }
                outline.append(letter)
                numbers.append(digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) })
                rest = rest[digits.endIndex...]
            case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."):
                outline.unicodeScalars.append(Unicode.Scalar(byte))
                rest = rest.dropFirst()
            case UInt8(ascii: " "), UInt8(ascii: ","), 0x09...0x0D:
                // `1984-02-29 00:00:00`, as spreadsheets and databases write it.
                if numbers.count == 3, rest.contains(UInt8(ascii: ":")), Self.isTime(rest.dropFirst()) {
                    rest = rest[rest.endIndex...]
                    break
                }
                if !outline.isEmpty, outline.last != " " { outline.append(" ") }
                rest = rest.dropFirst()
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                let word = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
                rest = rest[word.endIndex...]
                if word.count == 1, byte | 0x20 == UInt8(ascii: "t"), !numbers.isEmpty {
                    // A time of day follows, which a birthday has no use for.
                    guard Self.isTime(rest) else { return nil }
                    rest = rest[rest.endIndex...]
                } else if let month = Self.monthNumber(word.map { $0 | 0x20 }) {
                    outline.append("M")
                    numbers.append(month)
                } else {
                    return nil
                }
            default:
                let mark = rest.prefix(3)
                guard let letter = Self.cjkMarks.first(where: { $0.utf8.elementsEqual(mark) }) else { return nil }
                outline += letter
                rest = rest[mark.endIndex...]
            }
            guard numbers.count <= 6, outline.utf8.count <= 24 else { return nil }
        }
        if outline.last == " " { outline.removeLast() }
    }

    private static let cjkMarks = ["年", "月", "日"]

    private static func letter(forDigits count: Int) -> Character? {
        switch count {
        case 1, 2: "d"
        case 4: "y"
        case 5, 6: "Y"
        case 8: "8"
        default: nil
        }
    }

    private static func isTime(_ rest: Substring.UTF8View) -> Bool {
        rest.allSatisfy { (0x30...0x3A).contains($0) || "+-.,Zz".utf8.contains($0) }
    }

    private static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ].map { Array($0.utf8) }

    private static func monthNumber(_ word: [UInt8]) -> Int? {
        if word == Array("sept".utf8) { return 9 }
        guard word.count >= 3 else { return nil }
        return monthNames.firstIndex { word.count == 3 ? $0.starts(with: word) : $0 == word }.map { $0 + 1 }
    }

    func parts(order: DateOrder?) -> (year: Int?, month: Int?, day: Int?)? {
        func number(_ index: Int) -> Int { numbers[index] }
        switch outline {
        case "8": return (number(0) / 10_000, number(0) / 100 % 100, number(0) % 100)
        case "y", "Y", "y年": return (number(0), nil, nil)
        case "-y", "-Y": return (-number(0), nil, nil)
        case "--d": return (nil, number(0), nil)
        case "--y": return (nil, number(0) / 100, number(0) % 100)
        case "--d-d", "d月d日": return (nil, number(0), number(1))
        case "---d": return (nil, nil, number(0))
        case "y-d", "Y-d", "y年d月": return (number(0), number(1), nil)
        case "-y-d", "-Y-d": return (-number(0), number(1), nil)
        case "y---d", "Y---d": return (number(0), nil, number(1))
        case "-y---d", "-Y---d": return (-number(0), nil, number(1))
        case "y-d-d", "Y-d-d", "y/d/d", "y.d.d", "y年d月d日": return (number(0), number(1), number(2))
        case "-y-d-d", "-Y-d-d": return (-number(0), number(1), number(2))
        case "d/d/y", "d.d.y", "d-d-y", "d/d/d", "d.d.d", "d-d-d": return ordered(order)
        default: return named(outline)
        }
    }

    private func named(_ outline: String) -> (year: Int?, month: Int?, day: Int?)? {
        switch outline.filter({ !" -./".contains($0) }) {
        case "dM": (nil, numbers[1], numbers[0])
        case "Md": (nil, numbers[0], numbers[1])
        case "dMy": (numbers[2], numbers[1], numbers[0])
        case "Mdy": (numbers[2], numbers[0], numbers[1])
        case "yMd": (numbers[0], numbers[1], numbers[2])
        case "dMd": (Self.fullYear(numbers[2]), numbers[1], numbers[0])
        case "My": (numbers[1], numbers[0], nil)
        case "yM": (numbers[0], numbers[1], nil)
        default: nil
        }
    }

    private func ordered(_ order: DateOrder?) -> (year: Int?, month: Int?, day: Int?)? {
        guard let order else { return nil }
        let year = outline.last == "d" ? Self.fullYear(numbers[2]) : numbers[2]
        return order == .dayMonthYear ? (year, numbers[1], numbers[0]) : (year, numbers[0], numbers[1])
    }

    private static func fullYear(_ twoDigits: Int) -> Int {
        let thisYear = 1970 + Int(Date().timeIntervalSince1970 / 31_556_952)
        let year = thisYear / 100 * 100 + twoDigits
        return year > thisYear ? year - 100 : year
    }
}
