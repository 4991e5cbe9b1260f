import Foundation

/// Compares texts by one of the comparisons of sort descriptors, in one locale. Used in memory and as an SQLite collation, so
/// that both sort alike.
package struct Collation: Sendable {
    package let comparison: SortComparison
    private let locale: Locale
    /// Whether ASCII letters and digits follow the plain alphabet in the locale, so that they can be compared without ICU.
    private let isPlainAlphabet: Bool
    private let folding = StringFolding(.caseInsensitive)

    package init(_ comparison: SortComparison, locale: Locale = .current) {
        self.comparison = comparison
        // In the C and POSIX locales ICU compares code points; people want words sorted even there, by the root collation.
        let identifier = locale.identifier
        let isC = identifier.isEmpty || identifier == "C" || identifier.uppercased().hasSuffix("POSIX")
        self.locale = isC ? Locale(identifier: "") : locale
        self.isPlainAlphabet = isC || Self.plainAlphabets.contains(String(identifier.prefix { $0.isLetter }))
    }

    /// Languages without rules of their own for ASCII letters (such as "ch" after "c" in Slovak).
    private static let plainAlphabets: Set<String> = [
        "en", "de", "fr", "it", "pt", "nl", "zh", "ja", "ko", "ru", "uk", "el", "he", "ar", "hi", "th", "fi", "id",
    ]

    /// Compares two texts.
    package func compare(_ a: String, _ b: String) -> ComparisonResult {
        var first = a
        var second = b
        return first.withUTF8 { x in
            second.withUTF8 { y in compare(UnsafeRawBufferPointer(x), UnsafeRawBufferPointer(y)) }
        }
    }

    /// Compares two texts in UTF-8. Texts of ASCII letters, digits and spaces are compared without making a `String`.
    package func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> ComparisonResult {
        switch comparison {
        case .standard: return Self.compareBytes(a, b)
        case .caseInsensitive:
            return folding.withFolded(a) { x in folding.withFolded(b) { y in Self.compareBytes(x, y) } }
        case .localized, .localizedCaseInsensitive, .localizedStandard:
            if isPlainAlphabet, let result = compareWords(a, b) { return result }
            return compareLocalized(String(decoding: a, as: UTF8.self), String(decoding: b, as: UTF8.self))
        }
    }

    private func compareLocalized(_ a: String, _ b: String) -> ComparisonResult {
        switch comparison {
        case .localizedCaseInsensitive: a.compare(b, options: .caseInsensitive, locale: locale)
        case .localizedStandard:
            a.compare(b, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], locale: locale)
        default: a.compare(b, locale: locale)
        }
    }

    /// By bytes; the shorter of two equal beginnings is first.
    package static func compareBytes(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> ComparisonResult {
        let common = min(a.count, b.count)
        if common > 0, let first = a.baseAddress, let second = b.baseAddress {
            let order = memcmp(first, second, common)
            if order != 0 { return order < 0 ? .orderedAscending : .orderedDescending }
        }
        return a.count == b.count ? .orderedSame : a.count < b.count ? .orderedAscending : .orderedDescending
    }

    /// The root collation for texts of ASCII letters, digits and single spaces: first by letters without case, then, with
    /// case, small before capital. Nil for other texts, and for digits where numbers compare by value.
    private func compareWords(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> ComparisonResult? {
        var caseOrder = ComparisonResult.orderedSame
        var order = ComparisonResult.orderedSame
        let common = min(a.count, b.count)
        for index in 0..<common {
            let (x, y) = (a[index], b[index])
            guard let first = weight(x), let second = weight(y) else { return nil }
            if order == .orderedSame {
                if first != second {
                    order = first < second ? .orderedAscending : .orderedDescending
                } else if caseOrder == .orderedSame, x != y {
                    caseOrder = x > y ? .orderedAscending : .orderedDescending
                }
            }
        }
        // All characters must be plain, since a combining mark may follow the first difference.
        for index in common..<max(a.count, b.count) where weight(a.count > b.count ? a[index] : b[index]) == nil {
            return nil
        }
        if order != .orderedSame { return order }
        if a.count != b.count { return a.count < b.count ? .orderedAscending : .orderedDescending }
        return comparison == .localizedCaseInsensitive ? .orderedSame : caseOrder
    }

    private func weight(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: " "): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "0")...UInt8(ascii: "9"): comparison == .localizedStandard ? nil : byte
        default: nil
        }
    }
}
