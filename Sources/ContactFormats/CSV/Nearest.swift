/// Finds the name that a mistyped one was meant to be.
package enum Nearest {
    /// The name with the fewest edits, when they are few enough to be a typing mistake.
    package static func name(to typed: String, among names: [String]) -> String? {
        let typed = Array(typed.lowercased())
        let best = names.map { ($0, distance(typed, Array($0.lowercased()))) }.min { $0.1 < $1.1 }
        guard let (name, distance) = best, distance <= max(typed.count < 4 ? 1 : 2, typed.count / 3) else { return nil }
        return name
    }

    /// Levenshtein's distance, with one row of the table.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var row = Array(0...second.count)
        for (line, character) in first.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in second.enumerated() {
                let substituted = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
            }
        }
        return row[second.count]
    }
}
