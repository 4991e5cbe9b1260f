import CommandKit
import ContactFormats
import Foundation

/// A `key=value` of `--set`: the attribute or the user's own field that it means, and how its text becomes a value.
///
/// | kind of attribute | text |
/// |---|---|
/// | text | as it is |
/// | whole number, date | in decimal; `1984-02-29`, `--02-29`, `1984-02` |
/// | list | `a;b`, or JSON |
/// | list with labels | `work=a@b;c@d`, or JSON |
/// | a field of the user's own | `custom.Shoe size=44` |
enum FieldAssignment {
    /// What a key names.
    enum Target: Equatable {
        case attribute(ContactAttribute)
        case custom(String)
    }

    private static let customPrefix = "custom."

    /// - Throws: `UsageError` for a key that names nothing, with the nearest that does.
    static func target(_ key: String, option: String) throws -> Target {
        if key.hasPrefix(customPrefix), key.utf8.count > customPrefix.utf8.count {
            return .custom(String(key.dropFirst(customPrefix.count)))
        }
        guard let attribute = ContactAttribute(rawValue: key) else {
            throw UsageError(
                "'\(option)' does not know the field '\(key.escapedControls)'" + ContactAttribute.suggestion(for: key),
                hint: "A field of your own is written custom.\(key.escapedControls)")
        }
        return .attribute(attribute)
    }

    /// Sets what the key names.
    ///
    /// - Throws: `UsageError` when the key names nothing or the text is no value of it.
    static func assign(_ pair: KeyValue, to record: inout ContactRecord, option: String = "--set") throws -> Target {
        let target = try target(pair.key, option: option)
        switch target {
        case .custom(let name): record.custom[name] = .string(pair.value)
        case .attribute(let attribute): try assign(pair.value, to: attribute, of: &record, option: option)
        }
        return target
    }

    private static func assign(
        _ text: String, to attribute: ContactAttribute, of record: inout ContactRecord, option: String
    ) throws {
        func refuse(_ expected: String) -> UsageError {
            UsageError("'\(option) \(attribute.rawValue)' needs \(expected)")
        }
        let isJSON = text.hasPrefix("[") || text.hasPrefix("{")
        switch attribute.kindOfValue {
        case .text: record[text: attribute] = text
        case .integer:
            guard let age = Int(text) else { throw refuse("a whole number") }
            record.age = age
        case .partialDate: record.birthday = try date(text, refuse)
        case .timestamp:
            guard let date = Timestamp.date(from: text) else { throw refuse("a time such as 2026-01-31T12:00:00Z") }
            if attribute == .createdAt { record.createdAt = date } else { record.updatedAt = date }
        case .data:
            guard let data = Data(base64Encoded: text) else { throw refuse("base64 text; a file is set with --photo") }
            record.photoData = data
        case .custom:
            guard isJSON else { throw refuse("a JSON object; one field is written \(option) custom.NAME=VALUE") }
            try decode(text, as: attribute, into: &record, refuse)
        case _ where isJSON: try decode(text, as: attribute, into: &record, refuse)
        case .strings: record[strings: attribute] = parts(text)
        case .labeledStrings: record[labeled: attribute] = parts(text).map(LabeledArgument.split)
        case .labeledAddresses: record.addresses = [try AddressArgument.parse(text)]
        case .labeledDates:
            record.dates = try parts(text).map { part in
                let labeled = LabeledArgument.split(part)
                return Labeled(try date(labeled.value, refuse), label: labeled.label)
            }
        case .labeledRelations:
            record.relations = parts(text).map { part in
                let labeled = LabeledArgument.split(part)
                return Labeled(Relation(name: labeled.value), label: labeled.label)
            }
        }
    }

    private static func date(_ text: String, _ refuse: (String) -> UsageError) throws -> PartialDate {
        switch PartialDate.read(text) {
        case .date(let date): return date
        case .impossible, .words: throw refuse("a date such as 1984-02-29, --02-29, 1984-02 or 1984")
        }
    }

    private static func parts(_ text: String) -> [String] {
        text.split(separator: ";").map { part in
            var part = part
            while part.first == " " { part.removeFirst() }
            while part.last == " " { part.removeLast() }
            return String(part)
        }.filter { !$0.isEmpty }
    }

    private static func decode(
        _ json: String, as attribute: ContactAttribute, into record: inout ContactRecord,
        _ refuse: (String) -> UsageError
    ) throws {
        var json = Array(json.utf8)
        let isRead = json.withUnsafeMutableBytes { record.setJSON(UnsafeRawBufferPointer($0), of: attribute) }
        guard isRead else {
            throw refuse("JSON of the form that 'people show --json \(attribute.rawValue)' prints")
        }
    }
}
