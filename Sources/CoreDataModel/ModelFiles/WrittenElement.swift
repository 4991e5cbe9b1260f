/// An element of a model's XML that is to be written, with its attributes in order.
struct WrittenElement: Equatable {
    struct Attribute: Equatable {
        let name: String
        let value: String
    }

    let name: String
    private(set) var attributes: [Attribute] = []
    var children: [WrittenElement] = []

    init(_ name: String) {
        self.name = name
    }

    /// Adds an attribute; none for nil.
    mutating func set(_ name: String, _ value: String?) {
        guard let value else { return }
        attributes.append(Attribute(name: name, value: value))
    }

    /// Adds an attribute that is `YES`, or none: `NO` is what a missing one means.
    mutating func set(_ name: String, _ flag: Bool) {
        if flag { set(name, "YES") }
    }

    /// Adds an attribute that is a number; none for nil.
    mutating func set(_ name: String, _ number: Int?) {
        set(name, number.map(String.init))
    }

    /// Appends the element as Xcode formats it: each on a line of its own, four spaces for a level.
    func write(to text: inout String, depth: Int = 0) {
        let margin = String(repeating: "    ", count: depth)
        text += "\(margin)<\(name)"
        for attribute in attributes { text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
        guard !children.isEmpty else {
            text += "/>\n"
            return
        }
        text += ">\n"
        for child in children { child.write(to: &text, depth: depth + 1) }
        text += "\(margin)</\(name)>\n"
    }

    /// An attribute's value as XML has it. White space other than the blank is written by number, for a parser makes
    /// blanks of it otherwise; a character that XML cannot hold in any form becomes U+FFFD.
    static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x26: text += "&amp;"
            case 0x3C: text += "&lt;"
            case 0x22: text += "&quot;"
            case 0x09, 0x0A, 0x0D: text += "&#\(scalar.value);"
            case 0..<0x20, 0xFFFE, 0xFFFF: text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
