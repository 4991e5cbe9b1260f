/// How a piece of text looks on a terminal: `[.bold, .red]`.
package struct Style: OptionSet, Sendable, Hashable {
    package var rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let bold = Style(rawValue: 1 << 0)
    package static let dim = Style(rawValue: 1 << 1)
    package static let underline = Style(rawValue: 1 << 2)
    package static let red = Style(rawValue: 1 << 3)
    package static let green = Style(rawValue: 1 << 4)
    package static let yellow = Style(rawValue: 1 << 5)
    package static let blue = Style(rawValue: 1 << 6)
    package static let magenta = Style(rawValue: 1 << 7)
    package static let cyan = Style(rawValue: 1 << 8)

    /// The parameters of the terminal's "select graphic rendition" (ECMA-48, 8.3.117), by bit.
    private static func parameter(ofBit bit: Int) -> Int {
        switch bit {
        case 0: 1
        case 1: 2
        case 2: 4
        default: 31 + bit - 3
        }
    }

    /// The sequence that turns the style on.
    var sequence: String {
        let parameters = (0..<9).filter { rawValue & (1 << $0) != 0 }.map { String(Self.parameter(ofBit: $0)) }
        return "\u{1B}[\(parameters.joined(separator: ";"))m"
    }
}

/// Puts styles on text where colour is wanted, and leaves it as it is elsewhere: `paint("error:", [.bold, .red])`.
package struct Paint: Sendable {
    package let isEnabled: Bool

    package static let plain = Paint(isEnabled: false)

    package init(isEnabled: Bool) {
        self.isEnabled = isEnabled
    }

    package init(_ mode: ColorMode, terminal: Terminal, environment: Environment) {
        isEnabled = mode.isEnabled(on: terminal, environment: environment)
    }

    package func callAsFunction(_ text: String, _ style: Style) -> String {
        guard isEnabled, !style.isEmpty, !text.isEmpty else { return text }
        return style.sequence + text + "\u{1B}[0m"
    }
}

/// When output is coloured.
package enum ColorMode: String, CaseIterable, Sendable {
    /// On a terminal that can, unless `NO_COLOR` has a value (https://no-color.org).
    case auto
    case always
    case never

    package func isEnabled(on terminal: Terminal, environment: Environment) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: terminal.isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
        }
    }
}
