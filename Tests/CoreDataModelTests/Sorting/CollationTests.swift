import CoreDataModel
import Foundation
import GeneratedCases
import Testing

@Suite struct CollationTests {
    private func sorted(_ names: [String], _ comparison: SortComparison, _ locale: String) -> [String] {
        let collation = Collation(comparison, locale: Locale(identifier: locale))
        return names.sorted { collation.compare($0, $1) == .orderedAscending }
    }

    @Test func hanByTheLocale() {
        let names = ["李四", "重庆", "阿明"]
        for comparison in [SortComparison.localized, .localizedCaseInsensitive, .localizedStandard] {
            #expect(sorted(names, comparison, "zh_CN") == ["阿明", "重庆", "李四"])
        }
    }

    /// ICU would compare code points in these locales, and put Z before a.
    @Test(arguments: ["", "C", "POSIX", "en_US_POSIX"])
    func rootCollationInTheCLocale(identifier: String) {
        #expect(sorted(["b", "Z", "a", "é", "f"], .localized, identifier) == ["a", "b", "é", "f", "Z"])
    }

    @Test func numbersByValue() {
        #expect(sorted(["a10", "a9", "A1"], .localizedStandard, "en_US") == ["A1", "a9", "a10"])
        #expect(sorted(["a10", "a9"], .localized, "en_US") == ["a10", "a9"])
    }

    @Test func languagesWithTheirOwnRules() {
        #expect(sorted(["chleb", "cukr", "hora"], .localized, "cs_CZ") == ["cukr", "hora", "chleb"])
        #expect(sorted(["Öl", "Zebra"], .localized, "sv_SE") == ["Zebra", "Öl"])
        #expect(sorted(["Öl", "Zebra"], .localized, "de_DE") == ["Öl", "Zebra"])
    }

    /// The quick comparison of plain words gives ICU's order.
    @Test(arguments: [SortComparison.localized, .localizedCaseInsensitive, .localizedStandard])
    func quickWordsEqualICU(comparison: SortComparison) {
        var random = SeededGenerator(seed: 3)
        let alphabet = Array("aAbBzZ 019")
        for identifier in ["en_US", "zh_CN", "C"] {
            let collation = Collation(comparison, locale: Locale(identifier: identifier))
            for _ in 0..<1500 {
                let (a, b) = (word(), word())
                #expect(collation.compare(a, b) == collation.compareLocalized(a, b), "\(identifier): '\(a)' '\(b)'")
            }
        }
        func word() -> String {
            String((0..<Int.random(in: 0..<6, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
        }
    }

    @Test func plainComparisonIsByCodePoints() {
        #expect(sorted(["b", "Z", "a", "é"], .standard, "zh_CN") == ["Z", "a", "b", "é"])
        #expect(sorted(["B", "a", "C"], .caseInsensitive, "zh_CN") == ["a", "B", "C"])
    }
}
