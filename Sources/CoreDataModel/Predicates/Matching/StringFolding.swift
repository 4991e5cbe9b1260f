import Foundation

/// What `[c]` and `[d]` do to a text before it is compared. Evaluation in memory and the SQL functions share it, so that
/// both find the same rows.
///
/// The folded text is in Unicode's composed form (NFC): a letter compares equal however it was composed, and the `e` of a
/// composed `é` is not found when diacritics count.
package struct StringFolding: Hashable, Sendable {
    /// `[c]`
    package let ignoresCase: Bool
    /// `[d]`
    package let ignoresDiacritics: Bool

    package init(_ options: ComparisonNode.Options) {
        ignoresCase = options.contains(.caseInsensitive)
        ignoresDiacritics = options.contains(.diacriticInsensitive)
    }

    /// Whether texts stay as they are.
    package var isIdentity: Bool { !ignoresCase && !ignoresDiacritics }

    /// The folded text.
    package func fold(_ text: String) -> String {
        if isIdentity { return text }
        var text = text
        return text.withUTF8 { bytes in
            withFolded(UnsafeRawBufferPointer(bytes)) { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Calls `body` with the folded bytes of a text in UTF-8, valid during the call only. Makes no `String` and no heap
    /// block where the text is ASCII, Latin, Cyrillic or Han and not very long.
    ///
    /// - Complexity: O(*n*)
    package func withFolded<R>(
        _ utf8: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> R
    ) rethrows -> R {
        if isIdentity || utf8.isEmpty { return try body(utf8) }
        // A letter of two bytes becomes three at most, so twice the length always suffices.
        return try withUnsafeTemporaryAllocation(byteCount: 2 * utf8.count, alignment: 1) { output in
            if let count = foldQuickly(utf8, into: output) {
                return try body(UnsafeRawBufferPointer(rebasing: output[..<count]))
            }
            var folded = foldThoroughly(String(decoding: utf8, as: UTF8.self))
            return try folded.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
        }
    }

    /// The definition. The quick way below gives the same.
    package func foldThoroughly(_ text: String) -> String {
        var options: String.CompareOptions = []
        if ignoresCase { options.insert(.caseInsensitive) }
        if ignoresDiacritics { options.insert(.diacriticInsensitive) }
        return text.folding(options: options, locale: nil).precomposedStringWithCanonicalMapping
    }

    /// Folds byte by byte with a table; nil at the first character that the table does not cover.
    private func foldQuickly(_ utf8: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int? {
        let table = FoldingTable.table(for: self)
        var count = 0
        var index = 0
        while index < utf8.count {
            let byte = utf8[index]
            if byte < 0x80 {
                let isUpper = ignoresCase && byte &- UInt8(ascii: "A") < 26
                output[count] = isUpper ? byte | 0x20 : byte
                count += 1
                index += 1
                continue
            }
            if byte >= 0xE4, byte <= 0xE9 {
                // U+4000…U+9FFF, Han: nothing to fold.
                guard index + 2 < utf8.count, utf8[index + 1] & 0xC0 == 0x80, utf8[index + 2] & 0xC0 == 0x80 else {
                    return nil
                }
                output[count] = byte
                output[count + 1] = utf8[index + 1]
                output[count + 2] = utf8[index + 2]
                count += 3
                index += 3
                continue
            }
            guard FoldingTable.covers(leadByte: byte), index + 1 < utf8.count, utf8[index + 1] & 0xC0 == 0x80 else {
                return nil
            }
            let entry = table.entry(byte, utf8[index + 1])
            for offset in 0..<entry.count { output[count + offset] = entry[offset] }
            count += entry.count
            index += 2
        }
        return count
    }
}

/// The folded forms of the characters that UTF-8 writes in two bytes and that no neighbour changes: Latin and Cyrillic.
private struct FoldingTable: Sendable {
    /// Up to three bytes of UTF-8, and their number in the last byte.
    struct Entry: Sendable {
        let packed: UInt32
        var count: Int { Int(packed >> 24) }
        subscript(offset: Int) -> UInt8 { UInt8(truncatingIfNeeded: packed >> (8 * UInt32(offset))) }
    }

    private let entries: [Entry]

    /// U+0080…U+024F and U+0400…U+047F. The combining marks that follow in between make a text composite.
    static func covers(leadByte: UInt8) -> Bool { (0xC2...0xC8).contains(leadByte) || (0xD0...0xD1).contains(leadByte) }

    func entry(_ lead: UInt8, _ next: UInt8) -> Entry { entries[Int(lead & 0x1F) << 6 | Int(next & 0x3F)] }

    private init(_ folding: StringFolding) {
        entries = (0..<0x800).map { value in
            guard Self.covers(leadByte: UInt8(0xC0 | value >> 6)), let scalar = Unicode.Scalar(UInt32(value)) else {
                return Entry(packed: 0)
            }
            let folded = folding.foldThoroughly(String(Character(scalar))).utf8.prefix(3)
            return Entry(
                packed: folded.reversed().reduce(0) { $0 << 8 | UInt32($1) } | UInt32(folded.count) << 24)
        }
    }

    static func table(for folding: StringFolding) -> FoldingTable {
        folding.ignoresCase ? (folding.ignoresDiacritics ? both : caseOnly) : diacriticsOnly
    }

    private static let caseOnly = FoldingTable(StringFolding(.caseInsensitive))
    private static let diacriticsOnly = FoldingTable(StringFolding(.diacriticInsensitive))
    private static let both = FoldingTable(StringFolding([.caseInsensitive, .diacriticInsensitive]))
}
