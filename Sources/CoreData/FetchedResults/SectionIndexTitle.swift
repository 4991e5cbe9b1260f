import Synchronization

/// The letter under which an index beside a list shows a section.
enum SectionIndexTitle {
    /// The first letter of a name as one of A to Z: without its marks, and by its reading where it is of another
    /// script (张 is under Z, Ł under L, Б under B); `#` for a name that begins with no letter, or not at all.
    static func title(for name: String) -> String {
        guard let first = name.first(where: { !$0.isWhitespace }) else { return other }
        if first.isASCII { return first.isLetter ? first.uppercased() : other }
        if let known = titles.withLock({ $0[first] }) { return known }
        let title = reading(of: first)
        titles.withLock { titles in
            if titles.count > 10_000 { titles.removeAll() }
            titles[first] = title
        }
        return title
    }

    private static let other = "#"
    /// What was looked up once: the transforms take tens of microseconds.
    private static let titles = Mutex<[Character: String]>([:])

    private static func reading(of character: Character) -> String {
        guard character.unicodeScalars.contains(where: \.properties.isAlphabetic) else { return other }
        let latin = String(character).applyingTransform(.toLatin, reverse: false) ?? ""
        // This transform also knows letters that have no mark to be taken off: Ł, Ø, Þ.
        let plain = latin.applyingTransform(StringTransform(rawValue: "Latin-ASCII"), reverse: false) ?? latin
        guard let letter = plain.first(where: { $0.isASCII && $0.isLetter }) else { return other }
        return letter.uppercased()
    }
}
