extension String {
    /// The text broken at blanks into lines of at most `width` columns. Line breaks in the text stay; a word wider
    /// than a line stands alone on one. An empty text is one empty line.
    package func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            var used = 0
            for word in paragraph.split(separator: " ") {
                let needed = String(word).displayWidth
                if used > 0, used + 1 + needed > width {
                    lines.append(line)
                    line = ""
                    used = 0
                }
                if used > 0 {
                    line += " "
                    used += 1
                }
                line += word
                used += needed
            }
            lines.append(line)
        }
        return lines
    }
}
