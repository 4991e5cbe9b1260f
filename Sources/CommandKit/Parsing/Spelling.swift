/// Finds the word that was probably meant.
package enum Spelling {
    /// The candidate nearest to a word, or nil when none is near. Near is one edit, or a third of the word's letters.
    ///
    /// - Complexity: O(candidates × letters²).
    package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased().unicodeScalars)
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let other = Array(candidate.lowercased().unicodeScalars)
            let allowed = max(1, min(letters.count, other.count) / 3)
            guard abs(letters.count - other.count) <= allowed else { continue }
            let found = distance(letters, other)
            // A word of which no letter is left is another word.
            guard found <= allowed, found < max(letters.count, other.count) else { continue }
            if found < best?.distance ?? Int.max { best = (candidate, found) }
        }
        return best?.word
    }

    /// Edits from one word to the other: insert, delete, replace a letter, or swap two neighbours.
    static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
        var beforeLast = [Int](repeating: 0, count: second.count + 1)
        var last = Array(0...second.count)
        var current = last
        for row in 1...first.count {
            current[0] = row
            for column in 1...second.count {
                let isSame = first[row - 1] == second[column - 1]
                var least = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
                    least = min(least, beforeLast[column - 2] + 1)
                }
                current[column] = least
            }
            (beforeLast, last, current) = (last, current, beforeLast)
        }
        return last[second.count]
    }
}
