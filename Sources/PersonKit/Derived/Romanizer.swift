/// Writes names of other scripts in plain Latin letters, one word for each syllable of Han and Hangul and for each word
/// of the rest.
///
/// What was looked up once is remembered: Foundation's transform takes tens of microseconds.
struct Romanizer {
    private var syllables: [UInt32: String] = [:]
    private var words: [String: String] = [:]
    private static let limit = 50_000

    /// Whether a text has letters that are not Latin.
    static func isNeeded(for text: String) -> Bool {
        // Latin letters with their marks end at U+036F; all further letters of use have three bytes or begin with these.
        guard text.utf8.contains(where: { $0 >= 0xCD }) else { return false }
        return text.unicodeScalars.contains { isForeign($0) }
    }

    private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x370, 0x1E00...0x1EFF, 0x2000...0x2BFF, 0x3000...0x3004, 0xFF00...0xFF5E, 0x1F000...0x1FFFF: false
        default: scalar.properties.isAlphabetic
        }
    }

    /// The syllables and words of a text, folded. Latin words stay as they are.
    mutating func romanize(_ text: String, _ folding: inout SearchFolding) -> [String] {
        var result: [String] = []
        var run = String.UnicodeScalarView()
        var runIsForeign = false
        let scalars = Array(text.unicodeScalars)
        func flush(_ romanizer: inout Romanizer, _ folding: inout SearchFolding) {
            guard !run.isEmpty else { return }
            let word = String(run)
            run = String.UnicodeScalarView()
            let latin = runIsForeign ? romanizer.word(word, &folding) : Self.folded(word, &folding)
            result += latin.split(separator: " ").map(String.init)
        }
        var position = 0
        while position < scalars.count {
            let scalar = scalars[position]
            position += 1
            if scalar.isHan || scalar.isHangul {
                flush(&self, &folding)
                if Readings.wordStarts.contains(scalar), position < scalars.count {
                    var pair = String.UnicodeScalarView()
                    pair.append(contentsOf: scalars[(position - 1)...position])
                    if let reading = Readings.words[String(pair)] {
                        result += reading
                        position += 1
                        continue
                    }
                }
                result.append(syllable(scalar, &folding))
            } else if scalar.properties.isWhitespace || scalar == "・" || scalar == "·" {
                flush(&self, &folding)
            } else {
                let isForeign = Self.isForeign(scalar) || (runIsForeign && scalar.properties.isDiacritic)
                if isForeign != runIsForeign { flush(&self, &folding) }
                runIsForeign = isForeign
                run.append(scalar)
            }
        }
        flush(&self, &folding)
        return result.filter { !$0.isEmpty }
    }

    private mutating func syllable(_ scalar: Unicode.Scalar, _ folding: inout SearchFolding) -> String {
        if let known = syllables[scalar.value] { return known }
        // The transform for Han alone is made in a fraction of the time of that for all scripts.
        let made = Self.latin(String(scalar), &folding, by: scalar.isHan ? .mandarinToLatin : .toLatin)
        if syllables.count > Self.limit { syllables.removeAll() }
        syllables[scalar.value] = made
        return made
    }

    private mutating func word(_ word: String, _ folding: inout SearchFolding) -> String {
        if let known = words[word] { return known }
        let made = Self.latin(word, &folding, by: .toLatin)
        if words.count > Self.limit { words.removeAll() }
        words[word] = made
        return made
    }

    private static func latin(
        _ text: String, _ folding: inout SearchFolding, by transform: StringTransform
    ) -> String {
        let latin = text.applyingTransform(transform, reverse: false) ?? text
        // Signs that stand for letters of other scripts (the soft sign, hamza) say nothing to a searcher.
        let letters = folded(latin, &folding).unicodeScalars.filter {
            $0.properties.isAlphabetic || $0 == " " || $0.properties.numericType != nil
        }
        return String(String.UnicodeScalarView(letters.filter { $0.value < 0x2B0 || $0.value > 0x36F }))
    }

    private static func folded(_ text: String, _ folding: inout SearchFolding) -> String {
        var bytes: [UInt8] = []
        folding.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// A Han character.
    var isHan: Bool {
        switch value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// A Hangul syllable.
    var isHangul: Bool { (0xAC00...0xD7A3).contains(value) }
}
