import SQLite

extension SearchIndex {
    /// A full-text table and the expression that finds every row which can fulfil a predicate, and more.
    struct Candidates {
        let index: SearchIndex
        let table: String
        let match: String

        /// The keys as a source named `s` with the column `key`. Rows that have changed since the index was brought up
        /// to date are candidates, too.
        ///
        /// - Parameter match: The placeholder of the expression.
        func source(match: String) -> String {
            let (table, changes) = (Connection.quote(table), Connection.quote(index.changesTable))
            return "(SELECT rowid AS key FROM \(table) WHERE \(table) MATCH \(match) "
                + "AND rowid NOT IN (SELECT key FROM \(changes)) UNION ALL SELECT key FROM \(changes)) s"
        }
    }

    /// Candidates for a predicate; nil when no index can narrow it down.
    static func candidates(
        for predicate: PredicateNode, of layout: EntityLayout, in store: SQLiteStore
    ) -> Candidates? {
        // While insertions are neither in the index nor noted, it cannot answer.
        guard !store.searchIndexes.isEmpty, !store.deferral.isActive else { return nil }
        switch predicate {
        case .and(let parts):
            let found = parts.compactMap { candidates(for: $0, of: layout, in: store) }
            guard let first = found.max(by: { $0.selectivity < $1.selectivity }) else { return nil }
            // One table can answer several conditions at once; the exact predicate sees to the rest.
            let matches = found.filter { $0.table == first.table }.map { "(\($0.match))" }
            return Candidates(index: first.index, table: first.table, match: matches.joined(separator: " AND "))
        case .or(let parts):
            let found = parts.map { candidates(for: $0, of: layout, in: store) }
            guard let first = found.first ?? nil, found.allSatisfy({ $0?.table == first.table }) else { return nil }
            return Candidates(
                index: first.index, table: first.table,
                match: found.compactMap { $0.map { "(\($0.match))" } }.joined(separator: " OR "))
        case .comparison(let comparison): return candidates(for: comparison, of: layout, in: store)
        case .constant, .not, .foreign: return nil
        }
    }

    private static func candidates(
        for comparison: ComparisonNode, of layout: EntityLayout, in store: SQLiteStore
    ) -> Candidates? {
        guard comparison.modifier == .direct, case .keyPath(.evaluatedObject, let path) = comparison.left,
            path.count == 1, let slot = layout.properties.slot(forKey: path[0]),
            let index = store.searchIndexes.first(where: {
                $0.slot == slot && $0.layout.kindOfIndexes.contains(layout.index)
            }),
            case .constant(let value) = comparison.right, let pattern = value as? String
        else { return nil }
        let text = SearchText.fold(pattern)
        // The index holds folded texts. A comparison that does not fold may match in the middle of what folding has made
        // one character.
        if !comparison.options.isSuperset(of: [.caseInsensitive, .diacriticInsensitive]),
            pattern.unicodeScalars.contains(where: \.mayCompose)
        {
            return nil
        }
        switch comparison.operation {
        case .beginsWith: return index.candidates(in: text, startsWord: true, endsWord: false)
        case .equal where !comparison.options.isEmpty:
            return index.candidates(in: text, startsWord: true, endsWord: true)
        case .contains, .endsWith: return index.candidates(in: text, startsWord: false, endsWord: false)
        case .like:
            let literal = longestLiteral(inLikePattern: pattern)
            return index.candidates(
                in: SearchText.fold(literal.text), startsWord: literal.startsText, endsWord: false)
        default: return nil
        }
    }

    /// The longest part of a LIKE pattern that stands for itself, and whether the text has to begin with it.
    private static func longestLiteral(inLikePattern pattern: String) -> (text: String, startsText: Bool) {
        var longest = (text: "", startsText: false)
        var current = (text: "", startsText: true)
        var isEscaped = false
        func end() {
            if current.text.utf8.count > longest.text.utf8.count { longest = current }
            current = ("", false)
        }
        for scalar in pattern.unicodeScalars {
            if isEscaped {
                current.text.unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == "*" || scalar == "?" {
                end()
            } else {
                current.text.unicodeScalars.append(scalar)
            }
        }
        end()
        return longest
    }

    /// - Parameters:
    ///   - startsWord: Whether the text is known to begin where a word begins.
    ///   - endsWord: Whether it is known to end where a word ends.
    private func candidates(in text: String, startsWord: Bool, endsWord: Bool) -> Candidates? {
        var terms: [String] = []
        let scalars = Array(text.unicodeScalars)
        var position = 0
        while position < scalars.count {
            guard scalars[position].isWordCharacter else {
                position += 1
                continue
            }
            let start = position
            while position < scalars.count, scalars[position].isWordCharacter { position += 1 }
            var word = String.UnicodeScalarView()
            word.append(contentsOf: scalars[start..<position])
            // In a script without spaces, every place begins a word of the index, and none is known to end one.
            let isSpaceless = scalars[start..<position].allSatisfy(\.isWrittenWithoutSpaces)
            guard start > 0 || startsWord || (isSpaceless && position - start <= SearchText.window) else {
                continue
            }
            let ends = (position < scalars.count || endsWord) && !isSpaceless
            terms.append("\"\(String(word))\"\(ends ? "" : "*")")
        }
        if !terms.isEmpty { return Candidates(index: self, table: wordsTable, match: terms.joined(separator: " AND ")) }
        let trigrams = Self.trigrams(scalars)
        if trigrams.isEmpty { return nil }
        return Candidates(index: self, table: trigramsTable, match: trigrams.joined(separator: " AND "))
    }

    /// A handful of runs of three characters, quoted for FTS5.
    private static func trigrams(_ scalars: [Unicode.Scalar]) -> [String] {
        guard scalars.count >= 3 else { return [] }
        return (0...(scalars.count - 3)).filter { !scalars[$0..<($0 + 3)].contains("\0") }.prefix(12).map { start in
            var run = String.UnicodeScalarView()
            run.append(contentsOf: scalars[start..<(start + 3)])
            return "\"\(String(run).replacingOccurrences(of: "\"", with: "\"\""))\""
        }
    }
}

extension SearchIndex.Candidates {
    /// A longer expression finds fewer rows.
    fileprivate var selectivity: Int { match.utf8.count }
}

extension Unicode.Scalar {
    /// Whether the character may become one with a neighbour in a way that folding does not undo: everything but
    /// the scripts whose marks folding takes away, and Han, which has none.
    fileprivate var mayCompose: Bool {
        switch value {
        case 0..<0x300, 0x370..<0x530, 0x1E00..<0x2000, 0x3400..<0xA000, 0x20000..<0x30000: false
        default: true
        }
    }

    /// Whether the tokenizer of the word table makes this a part of a word: letters, marks, numbers, private use.
    fileprivate var isWordCharacter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
