import CommandKit

/// What separates the cells of a CSV file: a character, or `tab`.
enum DelimiterArgument {
    static var type: ArgumentType<Character> {
        .custom("CHAR", expected: "one character, or the word tab") { text in
            switch text.lowercased() {
            case "tab", "\\t": "\t"
            case "comma": ","
            case "semicolon": ";"
            case "pipe": "|"
            default: text.count == 1 && text.utf8.count == 1 ? text.first : nil
            }
        }
    }
}
