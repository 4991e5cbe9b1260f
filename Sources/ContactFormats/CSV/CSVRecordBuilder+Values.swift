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

    private static func wholeNumber(_ cell: UnsafeBufferPointer<UInt8>) -> Int? {
        if cell.count <= 4, cell.allSatisfy({ (0x30...0x39).contains($0) }) {
            return cell.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
        }
        let text = text(cell)
        return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
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
            if let age = Self.wholeNumber(cell) {
                record.age = age
            } else {
                keep(Self.text(cell), attribute, column, "is no whole number")
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
        switch attribute.kindOfValue {
        case .custom: record.custom[attribute.rawValue] = .string(Self.text(cell))
        case .labeledAddresses: record.addresses.append(Labeled(PostalAddress(formatted: Self.text(cell))))
        case .strings: record[strings: attribute] += Self.split(cell)
        default:
            for value in plainList(cell, attribute) { append(value, attribute, label: nil) }
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
    func plainList(_ cell: UnsafeBufferPointer<UInt8>, _ attribute: ContactAttribute) -> [String] {
        let parts = Self.split(cell)
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

    /// The parts between `;`, or ` ::: ` as Google joins values, without blanks around them and without empty ones.
    static func split(_ cell: UnsafeBufferPointer<UInt8>) -> [String] {
        var parts: [String] = []
        var start = 0
        var position = 0
        while position <= cell.count {
            var separator = 0
            if position == cell.count || cell[position] == UInt8(ascii: ";") {
                separator = 1
            } else if cell[position] == UInt8(ascii: " "), cell[position...].starts(with: googleSeparator) {
                separator = googleSeparator.count
            }
            guard separator > 0 else {
                position += 1
                continue
            }
            let part = trimmed(UnsafeBufferPointer(rebasing: cell[start..<position]))
            if !part.isEmpty { parts.append(text(part)) }
            position += separator
            start = position
        }
        return parts
    }

    private static let googleSeparator = Array(" ::: ".utf8)

    /// Groups as Google lists them: its own "myContacts" says nothing, and "starred" is a mark, not a group.
    mutating func takeGoogleGroups(_ cell: UnsafeBufferPointer<UInt8>) {
        for name in Self.split(cell) {
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
