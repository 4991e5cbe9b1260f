import Foundation

/// Makes a record from a JSON object.
struct JSONRecordDecoder {
    /// What deserves a warning: the key and what is odd about it.
    private(set) var warnings: [(key: String, message: String)] = []

    mutating func record(from scanner: inout JSONScanner) throws(JSONProblem) -> ContactRecord {
        guard try scanner.kind() == .object else { throw scanner.problem("a record must be an object") }
        var record = ContactRecord()
        var seen: UInt64 = 0
        var unknown: [String: CustomValue] = [:]
        var decoder = self
        try scanner.members { (scanner, key) throws(JSONProblem) in
            guard let (attribute, bit) = ContactAttribute.byName[key] else {
                if unknown[key] != nil { decoder.warn(key, "the key occurs twice; the last value is used") }
                unknown[key] = try decoder.customValue(&scanner, key: key)
                return
            }
            if seen & bit != 0 { decoder.warn(key, "the key occurs twice; the last value is used") }
            seen |= bit
            try decoder.read(attribute, into: &record, &scanner)
        }
        self = decoder
        if !unknown.isEmpty { record.custom.merge(unknown) { named, _ in named } }
        return record
    }

    private mutating func warn(_ key: String, _ message: String) {
        warnings.append((key, message))
    }

    /// Reads the value of one attribute; also what a CSV cell holds.
    mutating func read(
        _ attribute: ContactAttribute, into record: inout ContactRecord, _ scanner: inout JSONScanner
    ) throws(JSONProblem) {
        let key = attribute.rawValue
        let isNull = try scanner.kind() == .null
        if isNull { try scanner.null() }
        switch attribute.kindOfValue {
        case .text:
            let text = isNull ? nil : try text(of: attribute, &scanner)
            record[text: attribute] = text?.isEmpty == true ? nil : text
        case .integer: record.age = isNull ? nil : try integer(&scanner, key)
        case .data: record.photoData = isNull ? nil : try base64(&scanner, key)
        case .timestamp:
            let date = isNull ? nil : try timestamp(&scanner, key)
            if attribute == .createdAt { record.createdAt = date } else { record.updatedAt = date }
        case .partialDate: record.birthday = isNull ? nil : try partialDate(&scanner, key)
        case .strings: record[strings: attribute] = isNull ? [] : try strings(&scanner, key)
        case .labeledStrings:
            record[labeled: attribute] =
                isNull
                ? []
                : try list(&scanner, key) { (decoder, scanner, key) throws(JSONProblem) in
                    try decoder.string(&scanner, key)
                }
        case .labeledDates:
            record.dates =
                isNull
                ? []
                : try list(&scanner, key) { (decoder, scanner, key) throws(JSONProblem) in
                    try decoder.partialDate(&scanner, key)
                }
        case .labeledAddresses:
            record.addresses =
                isNull
                ? []
                : try list(&scanner, key) { (decoder, scanner, key) throws(JSONProblem) in
                    try decoder.address(&scanner, key)
                }
        case .labeledRelations:
            record.relations =
                isNull
                ? []
                : try list(&scanner, key) { (decoder, scanner, key) throws(JSONProblem) in
                    try decoder.relation(&scanner, key)
                }
        case .custom: record.custom = isNull ? [:] : try custom(&scanner, key)
        }
    }

    private func text(of attribute: ContactAttribute, _ scanner: inout JSONScanner) throws(JSONProblem) -> String {
        // Identities are often numbers elsewhere.
        if attribute == .personID, try scanner.kind() == .number { return try scanner.number().literal }
        return try string(&scanner, attribute.rawValue)
    }

    private func expect(
        _ kind: JSONScanner.Kind, _ scanner: inout JSONScanner, _ key: String, _ what: String
    ) throws(JSONProblem) {
        guard try scanner.kind() == kind else { throw wrong(key, what, scanner) }
    }

    private func wrong(_ key: String, _ what: String, _ scanner: JSONScanner) -> JSONProblem {
        JSONProblem(message: "\(key) must be \(what)", offset: scanner.position, key: key)
    }

    private func string(_ scanner: inout JSONScanner, _ key: String) throws(JSONProblem) -> String {
        try expect(.string, &scanner, key, "a text in quotes")
        return try scanner.string()
    }

    private func integer(_ scanner: inout JSONScanner, _ key: String) throws(JSONProblem) -> Int {
        try expect(.number, &scanner, key, "a whole number")
        let before = scanner
        let number = try scanner.number()
        guard let value = number.intValue ?? Int(exactly: number.doubleValue) else {
            throw wrong(key, "a whole number", before)
        }
        return value
    }

    private func base64(_ scanner: inout JSONScanner, _ key: String) throws(JSONProblem) -> Data {
        let before = scanner
        guard let data = Data(base64Encoded: try string(&scanner, key), options: .ignoreUnknownCharacters) else {
            throw wrong(key, "base64 text", before)
        }
        return data
    }

    private func timestamp(_ scanner: inout JSONScanner, _ key: String) throws(JSONProblem) -> Date {
        let before = scanner
        guard let date = Timestamp.date(from: try string(&scanner, key)) else {
            throw wrong(key, "an ISO 8601 date such as 2026-01-31T12:00:00Z", before)
        }
        return date
    }

    private mutating func partialDate(_ scanner: inout JSONScanner, _ key: String) throws(JSONProblem) -> PartialDate {
        let text = try string(&scanner, key)
        switch PartialDate.read(text) {
        case .date(let date): return date
        case .words: return .text(text)
        case .impossible:
            warn(key, "there is no such day; kept as text")
            return .text(text)
        }
    }

    private mutating func strings(_ scanner: inout JSONScanner, _ key: String) throws(JSONProblem) -> [String] {
        var texts: [String] = []
        try expect(.array, &scanner, key, "a list of texts")
        let decoder = self
        try scanner.elements { (scanner, index) throws(JSONProblem) in
            texts.append(try decoder.string(&scanner, "\(key)[\(index)]"))
        }
        return texts
    }

    private mutating func list<Value>(
        _ scanner: inout JSONScanner, _ key: String,
        _ read: (inout JSONRecordDecoder, inout JSONScanner, String) throws(JSONProblem) -> Value
    ) throws(JSONProblem) -> [Labeled<Value>] {
        try expect(.array, &scanner, key, "a list")
        var values: [Labeled<Value>] = []
        var decoder = self
        try scanner.elements { (scanner, index) throws(JSONProblem) in
            let key = "\(key)[\(index)]"
            guard try scanner.kind() == .object else {
                values.append(Labeled(try read(&decoder, &scanner, key)))
                return
            }
            let start = scanner
            var label: String?
            var preferred = false
            var value: Value?
            try scanner.members { (scanner, member) throws(JSONProblem) in
                let path = "\(key).\(member)"
                switch member {
                case "value": value = try read(&decoder, &scanner, path)
                case "label" where try scanner.kind() != .null: label = try decoder.string(&scanner, path)
                case "preferred" where try scanner.kind() != .null:
                    try decoder.expect(.bool, &scanner, path, "true or false")
                    preferred = try scanner.bool()
                default:
                    if try scanner.kind() != .null { decoder.warn(path, "the key is unknown and left out") }
                    _ = try scanner.rawValue()
                }
            }
            guard let value else { throw decoder.wrong(key, "an object with a value", start) }
            values.append(Labeled(value, label: label, preferred: preferred))
        }
        self = decoder
        return values
    }

    private mutating func address(_ scanner: inout JSONScanner, _ key: String) throws(JSONProblem) -> PostalAddress {
        if try scanner.kind() == .string { return PostalAddress(formatted: try scanner.string()) }
        try expect(.object, &scanner, key, "an object with the address's parts")
        var address = PostalAddress()
        var decoder = self
        try scanner.members { (scanner, member) throws(JSONProblem) in
            let path = "\(key).\(member)"
            if try scanner.kind() == .null {
                try scanner.null()
            } else if let part = PostalAddress.Part(rawValue: member) {
                let text = try decoder.string(&scanner, path)
                address[part] = text.isEmpty ? nil : text
            } else {
                decoder.warn(path, "the key is unknown and left out")
                _ = try scanner.rawValue()
            }
        }
        self = decoder
        return address
    }

    private mutating func relation(_ scanner: inout JSONScanner, _ key: String) throws(JSONProblem) -> Relation {
        if try scanner.kind() == .string { return Relation(name: try scanner.string()) }
        try expect(.object, &scanner, key, "an object with a name")
        var relation = Relation(name: "")
        let decoder = self
        try scanner.members { (scanner, member) throws(JSONProblem) in
            let path = "\(key).\(member)"
            switch member {
            case "name": relation.name = try decoder.string(&scanner, path)
            case "personID" where try scanner.kind() == .string: relation.personID = try scanner.string()
            default: _ = try scanner.rawValue()
            }
        }
        return relation
    }

    private mutating func custom(
        _ scanner: inout JSONScanner, _ key: String
    ) throws(JSONProblem) -> [String: CustomValue] {
        try expect(.object, &scanner, key, "an object")
        var custom: [String: CustomValue] = [:]
        var decoder = self
        try scanner.members { (scanner, name) throws(JSONProblem) in
            if custom[name] != nil { decoder.warn("\(key).\(name)", "the key occurs twice; the last value is used") }
            custom[name] = try decoder.customValue(&scanner, key: "\(key).\(name)")
        }
        self = decoder
        return custom
    }

    /// Reads a value of the user's own; nil for null. What is nested deeper than a custom value can be is kept as
    /// its JSON text.
    private mutating func customValue(_ scanner: inout JSONScanner, key: String) throws(JSONProblem) -> CustomValue? {
        switch try scanner.kind() {
        case .string: return .string(try scanner.string())
        case .number: return .number(try scanner.number())
        case .bool: return .bool(try scanner.bool())
        case .null:
            try scanner.null()
            return nil
        case .array:
            var copy = scanner
            var texts: [String] = []
            var areTexts = true
            try copy.elements { (scanner, _) throws(JSONProblem) in
                if try scanner.kind() == .string {
                    texts.append(try scanner.string())
                } else {
                    areTexts = false
                    _ = try scanner.rawValue()
                }
            }
            guard !areTexts else {
                scanner = copy
                return .strings(texts)
            }
        case .object: break
        }
        warn(key, "the value is nested and kept as JSON text")
        return .string(try scanner.rawValue())
    }
}
