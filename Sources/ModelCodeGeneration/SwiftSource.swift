import CoreDataModel

/// Swift source under construction: lines with their indentation, wrapped as the formatter would wrap them.
struct SwiftSource {
    private static let lineLength = 120

    private(set) var text = ""
    private var depth = 0

    /// Adds a line, or an empty one.
    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: "    ", count: depth) + line }
        text += "\n"
    }

    /// Adds documentation, wrapped at the line's length.
    mutating func documentation(_ comment: String) {
        let room = Self.lineLength - depth * 4 - "/// ".count
        for paragraph in comment.split(whereSeparator: \.isNewline) {
            var current = ""
            for word in paragraph.split(separator: " ") {
                if !current.isEmpty, current.count + 1 + word.count > room {
                    line("/// \(current)")
                    current = ""
                }
                current += (current.isEmpty ? "" : " ") + word
            }
            if !current.isEmpty { line("/// \(current)") }
        }
    }

    /// Adds `header {`, the body one step deeper, and `}`.
    mutating func block(_ header: String, _ body: (inout SwiftSource) throws -> Void) rethrows {
        line("\(header) {")
        try indented(body)
        line("}")
    }

    /// Adds `prefix[items]suffix`, on one line where it fits.
    mutating func list(_ prefix: String, _ items: [String], _ suffix: String = "") {
        let single = "\(prefix)[\(items.joined(separator: ", "))]\(suffix)"
        if depth * 4 + single.count <= Self.lineLength {
            line(single)
            return
        }
        line("\(prefix)[")
        indented { source in
            var current = ""
            for item in items {
                if !current.isEmpty, source.depth * 4 + current.count + item.count + 2 > Self.lineLength {
                    source.line(current)
                    current = ""
                }
                current += (current.isEmpty ? "" : " ") + item + ","
            }
            if !current.isEmpty { source.line(current) }
        }
        line("]\(suffix)")
    }

    /// Adds lines one step deeper.
    mutating func indented(_ body: (inout SwiftSource) throws -> Void) rethrows {
        depth += 1
        defer { depth -= 1 }
        try body(&self)
    }
}

extension SwiftSource {
    /// A string literal. Whatever the text, the literal stays on one line and interpolates nothing.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                // Marks that combine with the quotation mark, or are not seen, are written as numbers.
                if scalar.properties.isGraphemeExtend || scalar.properties.generalCategory == .control
                    || scalar.properties.generalCategory == .format
                    || scalar.properties.generalCategory == .lineSeparator
                    || scalar.properties.generalCategory == .paragraphSeparator
                {
                    result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// Text in a comment: one line, and no end of a comment.
    static func comment(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 }).replacing("*/", with: "* /")
    }

    /// A name as code writes it: a keyword in back quotes.
    static func identifier(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Whether a name can be an identifier, back quotes allowed.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
        return name.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
    }

    /// The name with what cannot be in an identifier as `_`.
    static func legalIdentifier(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            result.unicodeScalars.append(scalar == "_" || scalar.properties.isXIDContinue ? scalar : "_")
        }
        return isIdentifier(result) ? result : "_" + result
    }

    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]
}
