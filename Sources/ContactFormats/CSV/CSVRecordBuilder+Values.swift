import Foundation

extension CSVRecordBuilder {
    /// The cell without the apostrophe that guards it from being taken for a formula.
    static func unguarded(_ cell: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard cell.first == UInt8(ascii: "'"), FormulaGuard.isGuarded(cell, minimum: 1) else { return cell }
        return UnsafeBufferPointer(rebasing: cell.dropFirst())
    }

    static func trimmed(_ cell: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = cell.count
        while start < end, cell[start] <= 0x20 { start += 1 }
        while end > start, cell[end - 1] <= 0x20 { end -= 1 }
        return unguarded(UnsafeBufferPointer(rebasing: cell[start..<end]))
    }

    /// The cell as text. The reader has seen that it is valid UTF-8.
    static func text(_ cell: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: cell, as: UTF8.self)
    }

    private mutating func warn(_ column: Int, _ message: String) {
        warnings.append((headers[column], message))
    }

    /// Sets an attribute from a cell, or adds to it when it is a list.
    mutating func set(_ attribute: ContactAttribute, _ cell: UnsafeBufferPointer<UInt8>, _ column: Int) {
        guard !cell.isEmpty else { return }
        switch attribute.kindOfValue {
        case .text: record[text: attribute] = Self.text(cell)
        case .integer:
            let text = Self.text(cell)
            if let age = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) }) {
                record.age = age
            } else {
                keep(text, attribute, column, "is no whole number")
            }
        case .data:
            let text = Self.text(cell)
            if let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) {
                record.photoData = data
            } else {
                keep(text, attribute, column, "is no base64 text")
            }
        case .timestamp:
            let text = Self.text(cell)
            if let date = Timestamp.date(from: text) {
                if attribute == .createdAt { record.createdAt = date } else { record.updatedAt = date }
            } else {
                keep(text, attribute, column, "is no ISO 8601 date")
            }
        case .partialDate: record.birthday = date(Self.text(cell), column)
        default: addToList(attribute, cell, column)
        }
    }

    /// What cannot be the attribute's value stays in the record as a field of the user's own.
    private mutating func keep(_ text: String, _ attribute: ContactAttribute, _ column: Int, _ reason: String) {
        record.custom[attribute.rawValue] = .string(text)
        warn(column, "the cell \(reason); kept in custom")
    }

    private mutating func date(_ text: String, _ column: Int?) -> PartialDate? {
        switch PartialDate.read(text, order: dateOrder) {
        case .date(let date): return date
        case .impossible:
            // What Outlook writes for "no date".
            if text.utf8.allSatisfy({ $0 == 0x30 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "-") }) { return nil }
            if let column { warn(column, "there is no such day; kept as text") }
            return .text(text)
        case .words:
            let isAmbiguous = dateOrder == nil && PartialDate.read(text, order: .dayMonthYear) != .words
            if isAmbiguous, text.utf8.allSatisfy({ $0 == 0x30 || $0 == UInt8(ascii: "/") }) { return nil }
            if isAmbiguous, let column {
                warn(column, "day and month cannot be told apart, kept as text: name their order with --date-order")
            }
            return .text(text)
        }
    }

    private mutating func addToList(_ attribute: ContactAttribute, _ cell: UnsafeBufferPointer<UInt8>, _ column: Int) {
        if cell[0] == UInt8(ascii: "[") || cell[0] == UInt8(ascii: "{") {
            var scanner = JSONScanner(cell)
            var decoder = JSONRecordDecoder()
            var read = ContactRecord()
            do throws(JSONProblem) {
                try decoder.read(attribute, into: &read, &scanner)
                try scanner.expectEnd()
                for warning in decoder.warnings { warnings.append(warning) }
                add(attribute, from: read)
                return
            } catch {
                warn(column, "the cell begins like JSON but is none (\(error.message)); read as plain text")
            }
        }
        let text = Self.text(cell)
        switch attribute.kindOfValue {
        case .custom: record.custom[attribute.rawValue] = .string(text)
        case .labeledAddresses: record.addresses.append(Labeled(PostalAddress(formatted: text)))
        case .strings: record[strings: attribute] += Self.split(text)
        default:
            for value in plainList(text, attribute) { append(value, attribute, label: nil) }
        }
    }

    private mutating func add(_ attribute: ContactAttribute, from other: ContactRecord) {
        switch attribute.kindOfValue {
        case .strings: record[strings: attribute] += other[strings: attribute]
        case .labeledStrings: record[labeled: attribute] += other[labeled: attribute]
        case .labeledDates: record.dates += other.dates
        case .labeledAddresses: record.addresses += other.addresses
        case .labeledRelations: record.relations += other.relations
        case .custom: record.custom.merge(other.custom) { _, new in new }
        default: break
        }
    }

    /// Adds one plain value to a labelled list.
    mutating func append(_ text: String, _ attribute: ContactAttribute, label: String?, preferred: Bool = false) {
        switch attribute.kindOfValue {
        case .labeledDates:
            guard let date = date(text, nil) else { return }
            record.dates.append(Labeled(date, label: label, preferred: preferred))
        case .labeledRelations:
            record.relations.append(Labeled(Relation(name: text), label: label, preferred: preferred))
        case .labeledStrings:
            record[labeled: attribute].append(Labeled(text, label: label, preferred: preferred))
        default: break
        }
    }

    /// The values of a plain cell: `a@example.com; b@example.com`.
    func plainList(_ text: String, _ attribute: ContactAttribute) -> [String] {
        let parts = Self.split(text)
        guard attribute == .urls, parts.count > 1 else { return parts }
        // A semicolon may be part of a web address; only a new scheme or host begins another one.
        return parts.reduce(into: []) { urls, part in
            if let last = urls.last, !part.contains("://"), !part.lowercased().hasPrefix("www.") {
                urls[urls.count - 1] = "\(last);\(part)"
            } else {
                urls.append(part)
            }
        }
    }

    private static func split(_ text: String) -> [String] {
        text.replacing(" ::: ", with: ";").split(separator: ";")
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
    }

    /// Groups as Google lists them: its own "myContacts" says nothing, and "starred" is a mark, not a group.
    mutating func takeGoogleGroups(_ text: String) {
        for name in Self.split(text) {
            let plain = name.hasPrefix("* ") ? String(name.dropFirst(2)) : name
            switch plain.lowercased() {
            case "mycontacts", "my contacts": break
            case "starred": record.custom["starred"] = .bool(true)
            default: record.groups.append(plain)
            }
        }
    }
}

/// Labels as other programs write them.
enum ContactLabel {
    private static let known: [String: String] = [
        "home": "home", "work": "work", "mobile": "mobile", "cell": "mobile", "main": "main", "other": "other",
        "home fax": "fax-home", "work fax": "fax-work", "other fax": "fax-other", "pager": "pager", "fax": "fax",
    ]

    /// A label without the `* ` that marks the one to use first; well-known ones in the spelling of this library.
    static func parse(_ label: String?) -> (label: String?, preferred: Bool) {
        guard let label, !label.isEmpty else { return (nil, false) }
        let isPreferred = label.hasPrefix("* ") || label == "*"
        let name = isPreferred ? String(label.dropFirst(2)) : label
        return (known[name.lowercased()] ?? (name.isEmpty ? nil : name), isPreferred)
    }
}
