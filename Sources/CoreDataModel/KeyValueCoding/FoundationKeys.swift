import Foundation

/// Keys of Foundation's own values that predicates use on Apple's systems, where each method without parameters is a key.
enum FoundationKeys {
    static func value(of object: Any, key: String) -> Any? {
        if key == "self" { return object }
        return switch Operand(object) {
        case .string(let text): value(of: text, key: key)
        case .date(let date): value(of: date, key: key)
        case .url(let url): value(of: url, key: key)
        case .data(let data): key == "length" ? data.count : nil
        case .uuid(let uuid): key == "UUIDString" ? uuid.uuidString : nil
        case let number where number.isNumber: value(of: number, key: key)
        default: nil
        }
    }

    private static func value(of text: String, key: String) -> Any? {
        switch key {
        case "length": text.utf16.count
        case "uppercaseString": text.uppercased()
        case "lowercaseString": text.lowercased()
        case "capitalizedString": text.capitalized
        case "integerValue", "intValue", "longLongValue": NSString(string: text).integerValue
        case "doubleValue", "floatValue": NSString(string: text).doubleValue
        case "boolValue": NSString(string: text).boolValue
        case "lastPathComponent": NSString(string: text).lastPathComponent
        case "pathExtension": NSString(string: text).pathExtension
        case "description": text
        default: nil
        }
    }

    private static func value(of date: Date, key: String) -> Any? {
        switch key {
        case "timeIntervalSinceReferenceDate": date.timeIntervalSinceReferenceDate
        case "timeIntervalSince1970": date.timeIntervalSince1970
        case "timeIntervalSinceNow": date.timeIntervalSinceNow
        default: nil
        }
    }

    private static func value(of url: URL, key: String) -> Any? {
        switch key {
        case "absoluteString": url.absoluteString
        case "scheme": url.scheme
        case "host": url.host
        case "path": url.path
        case "query": url.query
        case "lastPathComponent": url.lastPathComponent
        case "pathExtension": url.pathExtension
        default: nil
        }
    }

    private static func value(of number: Operand, key: String) -> Any? {
        guard let double = number.double else { return nil }
        switch key {
        case "doubleValue", "floatValue": return double
        case "integerValue", "intValue", "longLongValue":
            if case .integer(let value) = number { return Int(value) }
            return Int(exactly: double.rounded(.towardZero))
        case "boolValue": return double != 0
        case "stringValue", "description": return text(of: number)
        default: return nil
        }
    }

    /// The digits of a number.
    static func text(of number: Operand) -> String? {
        switch number {
        case .integer(let value): String(value)
        case .unsigned(let value): String(value)
        case .decimal(let value): value.description
        default: number.double.map { NSNumber(value: $0).stringValue }
        }
    }
}
