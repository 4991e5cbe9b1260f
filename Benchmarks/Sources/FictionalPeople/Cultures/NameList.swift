import Foundation

/// A given or family name with what is derived from it.
package struct Name: Sendable {
    /// The name as it is written.
    package let text: String
    /// Small ASCII letters, for e-mail addresses and file names.
    package let latin: String
    /// How it is pronounced (pinyin, kana), where that is worth a field of its own.
    package let phonetic: String?
}

/// Reads a list of names: words apart by blanks or line breaks, each `text`, `text/latin` or `text/latin/phonetic`,
/// where `_` stands for a blank inside a name.
func names(_ list: String) -> [Name] {
    list.split(whereSeparator: \.isWhitespace).map { word in
        let parts = word.split(separator: "/").map { $0.replacingOccurrences(of: "_", with: " ") }
        let text = parts[0].precomposedStringWithCanonicalMapping
        return Name(
            text: text,
            latin: parts.count > 1 ? parts[1] : asciiLetters(of: text),
            phonetic: parts.count > 2 ? parts[2].precomposedStringWithCanonicalMapping : nil)
    }
}

/// Reads a list of phrases, one a line.
func phrases(_ list: String) -> [String] {
    list.split(separator: "\n").map { String($0).precomposedStringWithCanonicalMapping }
}

/// The small ASCII letters of a name in Latin script: `Łukasz` gives `lukasz`.
private func asciiLetters(of text: String) -> String {
    var result = ""
    for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
        switch scalar {
        case "a"..."z", "0"..."9": result.unicodeScalars.append(scalar)
        case "ł": result += "l"
        case "ø": result += "o"
        case "đ", "ð": result += "d"
        case "ı": result += "i"
        case "ß": result += "ss"
        case "æ": result += "ae"
        case "þ": result += "th"
        default: break
        }
    }
    return result
}
