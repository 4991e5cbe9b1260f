import Foundation
import Synchronization

/// What follows from a person's other attributes: the key that lists are sorted by, and the text that is searched.
struct DerivedValues: Hashable {
    /// The folded name; a name of another script by its reading. Equal readings are told apart by the name itself.
    var sortKey: String
    /// A blank and every word under which the person is found, folded, with one blank between them.
    var searchText: String
    /// `MM-DD` of the birthday, for lists of birthdays.
    var monthDay: String?

    /// Raised when the same person is to have other values: by it a person is known whose values are of older rules.
    static let version = 1

    /// The values of a person whose name is set.
    init(of record: ContactRecord) {
        self = Self.shared.withLock { $0.values(of: record) }
    }

    init(sortKey: String, searchText: String, monthDay: String?) {
        self.sortKey = sortKey
        self.searchText = searchText
        self.monthDay = monthDay
    }

    private static let shared = Mutex(Maker())
}

extension DerivedValues {
    /// Makes derived values and remembers what it looked up.
    struct Maker {
        var folding = SearchFolding()
        var romanizer = Romanizer()
        private var text: [UInt8] = []
        private var name: [UInt8] = []

        init() {}

        mutating func values(of record: ContactRecord) -> DerivedValues {
            text.removeAll(keepingCapacity: true)
            name.removeAll(keepingCapacity: true)
            let displayName = record.name ?? ""
            folding.append(displayName, to: &name)
            add(folded: name)
            let reading = reading(of: record, name: displayName)
            if let reading { add(reading) }
            addNameParts(of: record)
            addContactValues(of: record)
            addTexts(of: record)
            return DerivedValues(
                sortKey: sortKey(reading), searchText: String(decoding: text, as: UTF8.self),
                monthDay: record.birthday.flatMap(Self.monthDay))
        }

        private func sortKey(_ reading: NameReading?) -> String {
            let own = String(decoding: name, as: UTF8.self)
            guard let reading else { return own }
            // The separator sorts before a blank, so that a short name comes before a longer one that begins with it.
            return reading.syllables.joined(separator: " ") + "\u{1}" + own
        }

        private static func monthDay(_ date: PartialDate) -> String? {
            guard date.calendar == PartialDate.gregorian, let month = date.month, let day = date.day else { return nil }
            return "\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        }

        // MARK: - Words

        private mutating func add(folded bytes: [UInt8]) {
            guard !bytes.isEmpty else { return }
            text.append(0x20)
            text.append(contentsOf: bytes)
        }

        /// Adds a text's words, unless they stand there already, as the parts of a name do behind the name.
        private mutating func add(_ value: String?) {
            guard let value, !value.isEmpty else { return }
            let start = text.count
            text.append(0x20)
            let words = text.count
            folding.append(value, to: &text)
            if text.count == words || isRepeated(from: start) { text.removeLast(text.count - start) }
        }

        private func isRepeated(from start: Int) -> Bool {
            let length = text.count - start
            guard length <= 64, start >= length else { return false }
            return text.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return false }
                for position in 0...(start - length) where bytes[position] == 0x20 {
                    let end = position + length
                    guard end == start || bytes[end] == 0x20 else { continue }
                    if memcmp(base + position, base + start, length) == 0 { return true }
                }
                return false
            }
        }

        private mutating func add(_ reading: NameReading) {
            let syllables = reading.syllables
            add(folded: Array(syllables.joined(separator: " ").utf8))
            guard syllables.count > 1 else { return }
            let initials = String(syllables.compactMap(\.first))
            let given = reading.given.joined()
            add(syllables.joined())
            add(given)
            add(initials)
            if !reading.family.isEmpty, !reading.given.isEmpty {
                let givenInitials = String(reading.given.compactMap(\.first))
                add(reading.family.joined() + givenInitials)
                if let other = reading.otherFamily {
                    add(other)
                    add(other + given)
                    add(other + givenInitials)
                }
            }
        }

        /// A part of a name in another script is found by its reading, too.
        private mutating func addRomanized(_ value: String?) {
            guard let value, !value.isEmpty else { return }
            add(value)
            guard Romanizer.isNeeded(for: value) else { return }
            let words = romanizer.romanize(value, &folding)
            add(words.joined(separator: " "))
            if words.count > 1 { add(words.joined()) }
        }

        private mutating func addNameParts(of record: ContactRecord) {
            add(record.familyName)
            add(record.givenName)
            add(record.middleName)
            addRomanized(record.nickname)
            addRomanized(record.previousFamilyName)
            add(record.namePrefix)
            add(record.nameSuffix)
            addRomanized(record.phoneticFamilyName)
            addRomanized(record.phoneticGivenName)
            addRomanized(record.phoneticMiddleName)
            addRomanized(record.organization)
            add(record.phoneticOrganization)
            addWithoutSigns()
        }

        /// `O'Brien` and `Anne-Marie` are found without their signs.
        private mutating func addWithoutSigns() {
            let signs: [UInt8] = [UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: ".")]
            guard name.contains(where: { signs.contains($0) }) else { return }
            for word in name.split(separator: 0x20) where word.contains(where: { signs.contains($0) }) {
                add(folded: word.filter { !signs.contains($0) })
                for part in word.split(whereSeparator: { signs.contains($0) }).dropFirst() { add(folded: Array(part)) }
            }
        }

        private mutating func addContactValues(of record: ContactRecord) {
            for email in record.emails { add(email.value) }
            for phone in record.phones {
                if let digits = PhoneDigits(phone.value) {
                    digits.appendWords(to: &text)
                } else {
                    add(phone.value)
                }
            }
            for tag in record.tags {
                add(tag)
                text.append(contentsOf: [0x20, UInt8(ascii: "#")])
                folding.append(tag, to: &text)
                text.append(UInt8(ascii: "#"))
            }
        }

        private mutating func addTexts(of record: ContactRecord) {
            add(record.jobTitle)
            add(record.department)
            add(record.role)
            for url in record.urls { add(url.value) }
            for profile in record.im { add(profile.value) }
            for profile in record.socialProfiles { add(profile.value) }
            for address in record.addresses {
                for part in PostalAddress.Part.allCases { add(address.value[part]) }
            }
            for relation in record.relations { add(relation.value.name) }
            for entry in record.trackRecord { add(entry) }
            // In a fixed order, so that equal people have equal texts.
            for (_, value) in record.custom.sorted(by: { $0.key < $1.key }) { add(value.text) }
            add(record.note)
        }
    }
}
