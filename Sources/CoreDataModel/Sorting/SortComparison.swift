import Foundation

/// How a sort descriptor compares two values.
package enum SortComparison: Sendable, Hashable {
    /// `compare:`: numbers and dates by value, texts by code points.
    case standard
    /// `caseInsensitiveCompare:`
    case caseInsensitive
    /// `localizedCompare:`
    case localized
    /// `localizedCaseInsensitiveCompare:`
    case localizedCaseInsensitive
    /// `localizedStandardCompare:`, as in a file browser: "file 9" before "file 10".
    case localizedStandard

    package init?(_ selector: Selector) {
        switch selector.name {
        case "compare:": self = .standard
        case "caseInsensitiveCompare:": self = .caseInsensitive
        case "localizedCompare:": self = .localized
        case "localizedCaseInsensitiveCompare:": self = .localizedCaseInsensitive
        case "localizedStandardCompare:": self = .localizedStandard
        default: return nil
        }
    }

    /// The selector's name.
    package var selector: Selector {
        switch self {
        case .standard: "compare:"
        case .caseInsensitive: "caseInsensitiveCompare:"
        case .localized: "localizedCompare:"
        case .localizedCaseInsensitive: "localizedCaseInsensitiveCompare:"
        case .localizedStandard: "localizedStandardCompare:"
        }
    }
}

/// The name of a comparison method. Without Objective-C there is no `#selector`; a string literal takes its place:
///
/// ```swift
/// NSSortDescriptor(key: "name", ascending: true, selector: "localizedStandardCompare:")
/// NSSortDescriptor(key: "name", ascending: true, selector: .localizedStandardCompare)
/// ```
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The method's name, with its colons.
    public let name: String

    /// Makes a selector of a name such as `"compare:"`.
    public init(_ name: String) { self.name = name }

    /// Makes a selector of a literal.
    public init(stringLiteral name: String) { self.name = name }

    /// The method's name.
    public var description: String { name }

    /// Numbers and dates by value, texts by code points.
    public static let compare: Selector = "compare:"
    /// Texts without regard to case.
    public static let caseInsensitiveCompare: Selector = "caseInsensitiveCompare:"
    /// Texts by the current locale.
    public static let localizedCompare: Selector = "localizedCompare:"
    /// Texts by the current locale without regard to case.
    public static let localizedCaseInsensitiveCompare: Selector = "localizedCaseInsensitiveCompare:"
    /// Texts as people expect lists: by the current locale, numbers by value.
    public static let localizedStandardCompare: Selector = "localizedStandardCompare:"
}
