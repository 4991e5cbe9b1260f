/// A range of telephone numbers that its country's regulator keeps free for fiction, so that no invented person has a
/// real one's number.
///
/// - North America: `555-0100` to `555-0199` in any area (NANPA).
/// - United Kingdom: Ofcom, "Telephone numbers for use in TV and radio drama programmes".
/// - Germany: Bundesnetzagentur, Mitteilung 148/2021 ("Drama-Nummern").
/// - France: Arcep, décision 2018-0881.
/// - Australia: ACMA, "Phone numbers for use in TV shows, films and creative works".
package struct PhoneRange: Sendable {
    /// Each `#` is any digit, each `N` a digit from 2 to 9.
    package let pattern: String
    package let label: String

    init(_ pattern: String, _ label: String) {
        self.pattern = pattern
        self.label = label
    }

    static let northAmerica = [
        PhoneRange("+1-N0N-555-01##", "mobile"), PhoneRange("+1-N1N-555-01##", "home"),
        PhoneRange("+1-N0N-555-01##", "work"), PhoneRange("+1 (N1N) 555-01##", "mobile"),
    ]
    static let unitedKingdom = [
        PhoneRange("+44 20 7946 0###", "work"), PhoneRange("+44 7700 900###", "mobile"),
        PhoneRange("+44 131 496 0###", "home"), PhoneRange("+44 161 496 0###", "home"),
        PhoneRange("+44 1632 960###", "home"),
    ]
    static let germany = [
        PhoneRange("+49 30 23125 ###", "home"), PhoneRange("+49 69 90009 ###", "work"),
        PhoneRange("+49 89 99998 ###", "home"), PhoneRange("+49 171 39200##", "mobile"),
        PhoneRange("+49 40 66969 ###", "work"),
    ]
    static let france = [
        PhoneRange("+33 1 99 00 ## ##", "work"), PhoneRange("+33 2 61 91 ## ##", "home"),
        PhoneRange("+33 4 65 71 ## ##", "home"), PhoneRange("+33 6 39 98 ## ##", "mobile"),
    ]
    static let australia = [
        PhoneRange("+61 2 5550 ####", "work"), PhoneRange("+61 3 7010 ####", "home"),
        PhoneRange("+61 7 5550 ####", "home"), PhoneRange("+61 8 7010 ####", "work"),
    ]
    /// For people of countries that keep no numbers free.
    static let abroad = northAmerica + unitedKingdom + france + australia
}
