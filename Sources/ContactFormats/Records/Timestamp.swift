import Foundation

/// Instants as ISO 8601 text, without `DateFormatter`, which takes fifty microseconds a date.
package enum Timestamp {
    /// The instant in UTC, `2026-01-31T12:00:00Z`, with as many decimals as it takes to get the same `Date` back.
    package static func text(of date: Date) -> String {
        let time = date.timeIntervalSinceReferenceDate
        // Years beyond these have no ISO form; clamping keeps the arithmetic in range.
        let clamped = min(max(time.isFinite ? time : 0, -63_000_000_000), 252_000_000_000)
        let seconds = clamped.rounded(.down)
        var whole = Int(seconds)
        var decimals = ""
        for (digits, scale) in [(0, 1.0), (3, 1e3), (6, 1e6), (9, 1e9), (12, 1e12), (15, 1e15)] {
            let units = ((clamped - seconds) * scale).rounded()
            guard digits == 15 || seconds + units / scale == clamped else { continue }
            if units == scale {
                whole += 1
            } else if units > 0 {
                let number = String(Int(units))
                decimals = "." + String(repeating: "0", count: digits - number.count) + number
            }
            break
        }
        let days = Int((Double(whole) / 86_400).rounded(.down))
        let second = whole - days * 86_400
        let (year, month, day) = civil(daysSince1970: days + 11_323)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
            + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))\(decimals)Z"
    }

    /// Reads `2026-01-31`, `2026-01-31T12:00:00Z`, decimals and offsets (`+01:00`, `+0100`); no zone means UTC.
    /// Nil when the text is none of these or names an impossible day or time.
    package static func date(from text: String) -> Date? {
        var rest = Substring(text).utf8
        func number(_ digits: Int) -> Int? {
            let run = rest.prefix(digits)
            guard run.count == digits, run.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            rest = rest[run.endIndex...]
            return run.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
        }
        func skip(_ characters: String) -> Bool {
            guard let byte = rest.first, characters.utf8.contains(byte) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
            PartialDate(year: year, month: month, day: day) != nil
        else { return nil }
        var seconds = 0
        var fraction = 0.0
        if skip("Tt ") {
            guard let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60 else { return nil }
            seconds = hour * 3600 + minute * 60
            if skip(":") {
                guard let second = number(2), second <= 60 else { return nil }
                seconds += second
            }
            if skip(".,") {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                guard !digits.isEmpty, digits.count <= 18 else { return nil }
                rest = rest[digits.endIndex...]
                let units = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
                fraction = Double(units) / (0..<digits.count).reduce(1.0) { scale, _ in scale * 10 }
            }
            guard let offset = zoneOffset(&rest) else { return nil }
            seconds -= offset
        }
        guard rest.isEmpty else { return nil }
        let days = daysSince1970(year, month, day) - 11_323
        return Date(timeIntervalSinceReferenceDate: Double(days * 86_400 + seconds) + fraction)
    }

    private static func zoneOffset(_ rest: inout Substring.UTF8View) -> Int? {
        guard let mark = rest.first else { return 0 }
        rest = rest.dropFirst()
        if mark | 0x20 == UInt8(ascii: "z") { return 0 }
        guard mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-") else { return nil }
        let digits = rest.filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 4 || digits.count == 2, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest[rest.endIndex...]
        let value = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) } * (digits.count == 2 ? 100 : 1)
        return (value / 100 * 3600 + value % 100 * 60) * (mark == UInt8(ascii: "-") ? -1 : 1)
    }

    // The proleptic Gregorian calendar in eras of 400 years that begin on 1 March, so that the leap day comes last.

    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(max(number, 0))
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
