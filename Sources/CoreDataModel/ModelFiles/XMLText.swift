/// XML that is written element by element, indented as Xcode does.
struct XMLText {
    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    private var depth = 0

    /// Adds an element. Attributes without a value are left out.
    ///
    /// - Parameter content: Adds the children; without any, the element is closed at once.
    mutating func element(
        _ name: String, _ attributes: [(name: String, value: String?)] = [],
        _ content: (inout XMLText) -> Void = { _ in }
    ) {
        text += String(repeating: "    ", count: depth) + "<" + name
        for (name, value) in attributes {
            if let value { text += " \(name)=\"\(Self.escaped(value))\"" }
        }
        let head = text.endIndex
        let isEmptySoFar = text.utf8.count
        depth += 1
        content(&self)
        depth -= 1
        if text.utf8.count == isEmptySoFar {
            text += "/>\n"
        } else {
            text.insert(contentsOf: ">\n", at: head)
            text += String(repeating: "    ", count: depth) + "</\(name)>\n"
        }
    }

    /// A value between quotes. Line ends and tabs would be read as spaces; what XML cannot hold is left out.
    private static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\r", "\t": result += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
