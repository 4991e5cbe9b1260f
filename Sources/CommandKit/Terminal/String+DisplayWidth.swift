extension String {
    /// The columns that the text takes on a terminal: 2 for a wide East Asian character and for an emoji, also one
    /// made of several (family, flag, skin tone), 0 for a combining mark, 1 for most others. Control characters are
    /// taken as nothing: escape them first.
    ///
    /// - Complexity: O(bytes); printable ASCII is only counted.
    package var displayWidth: Int {
        if isPrintableASCII { return utf8.count }
        var sum = 0
        for scalar in unicodeScalars {
            // Finding where clusters end costs far more than looking up a width.
            guard scalar.addsUp else { return reduce(0) { $0 + $1.displayWidth } }
            sum += ScalarWidth.width(of: scalar)
        }
        return sum
    }

    /// The text filled up with blanks to `width` columns; a wider one is returned as it is.
    package func padded(to width: Int, alignment: TextAlignment = .left) -> String {
        let missing = width - displayWidth
        guard missing > 0 else { return self }
        let blanks = String(repeating: " ", count: missing)
        return alignment == .left ? self + blanks : blanks + self
    }

    /// The text cut to `width` columns, with `…` in the last of them where something was cut. Cuts between what a
    /// reader sees as characters; a wide one that would stand across the edge is left out.
    package func truncated(to width: Int) -> String {
        if isPrintableASCII, utf8.count <= width { return self }
        guard width > 0 else { return "" }
        var used = 0
        // Where the text is cut if it turns out too wide: before the character that leaves no column for the mark.
        var cut = startIndex
        for index in indices {
            let next = used + self[index].displayWidth
            if used <= width - 1 { cut = index }
            if next > width { return self[..<cut] + "…" }
            used = next
        }
        return self
    }

    /// Whether every byte is printable ASCII, one column each.
    var isPrintableASCII: Bool {
        for byte in utf8 where byte < 0x20 || byte > 0x7E { return false }
        return true
    }
}

extension Unicode.Scalar {
    /// Whether the scalar's width adds to its neighbours' whatever they are, as Latin letters, Han, kana and whole
    /// Hangul syllables do. Emoji, flags, joiners and conjoining letters do not.
    fileprivate var addsUp: Bool {
        switch value {
        case 0x00...0x2FF, 0x2E80...0xA95F, 0xAC00...0xD7A3, 0xFF01...0xFFE6: true
        default: false
        }
    }
}

/// The side on which a text touches the edge of its column.
package enum TextAlignment: Sendable, Equatable {
    case left
    case right
}

extension Character {
    /// The columns of one grapheme cluster: 2 if any part is wide or is asked to look like an emoji (U+FE0F), else
    /// the sum of its parts, so that the two letters of a flag make 2 and marks add nothing to their letter.
    package var displayWidth: Int {
        var sum = 0
        for scalar in unicodeScalars {
            if scalar.value == 0xFE0F, sum > 0 { return 2 }
            let width = ScalarWidth.width(of: scalar)
            if width == 2 { return 2 }
            sum += width
        }
        return sum
    }
}
