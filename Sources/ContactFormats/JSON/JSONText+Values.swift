import Foundation

extension JSONText {
    /// Writes a record as one object: its attributes in the order of `ContactAttribute`, without those that are empty.
    mutating func record(_ record: ContactRecord) {
        openObject()
        for attribute in ContactAttribute.allCases where record.holds(attribute) {
            key(attribute.rawValue)
            value(of: attribute, in: record)
        }
        closeObject()
    }

    /// Writes a record as one object with exactly these attributes, null where the record has none: whoever asks for
    /// certain fields wants to find them in every object.
    mutating func record(_ record: ContactRecord, attributes: [ContactAttribute]) {
        openObject()
        for attribute in attributes {
            key(attribute.rawValue)
            if record.holds(attribute) {
                value(of: attribute, in: record)
            } else {
                raw("null")
            }
        }
        closeObject()
    }

    /// Writes the value of one attribute.
    mutating func value(of attribute: ContactAttribute, in record: ContactRecord) {
        switch attribute.kindOfValue {
        case .text: string(record[text: attribute] ?? "")
        case .integer: raw(String(record.age ?? 0))
        case .data: string(record.photoData?.base64EncodedString() ?? "")
        case .timestamp:
            let date = attribute == .createdAt ? record.createdAt : record.updatedAt
            string(date.map(Timestamp.text(of:)) ?? "")
        case .partialDate: string(record.birthday?.description ?? "")
        case .strings: strings(record[strings: attribute])
        case .labeledStrings: labeled(record[labeled: attribute]) { $0.string($1) }
        case .labeledDates: labeled(record.dates) { $0.string($1.description) }
        case .labeledAddresses: labeled(record.addresses) { $0.address($1) }
        case .labeledRelations: labeled(record.relations) { $0.relation($1) }
        case .custom: custom(record.custom)
        }
    }

    mutating func strings(_ texts: [String]) {
        openArray()
        for text in texts {
            nextElement()
            string(text)
        }
        closeArray()
    }

    mutating func custom(_ custom: [String: CustomValue]) {
        openObject()
        // By bytes, not by the language's rules, so that the same record gives the same text everywhere.
        for (name, value) in custom.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            key(name)
            switch value {
            case .string(let text): string(text)
            case .number(let number): raw(number.literal)
            case .bool(let flag): raw(flag ? "true" : "false")
            case .strings(let texts): strings(texts)
            }
        }
        closeObject()
    }

    private mutating func labeled<Value>(_ values: [Labeled<Value>], _ write: (inout JSONText, Value) -> Void) {
        openArray()
        for value in values {
            nextElement()
            openObject()
            if let label = value.label, !label.isEmpty {
                key("label")
                string(label)
            }
            key("value")
            write(&self, value.value)
            if value.preferred {
                key("preferred")
                raw("true")
            }
            closeObject()
        }
        closeArray()
    }

    private mutating func address(_ address: PostalAddress) {
        openObject()
        for part in PostalAddress.Part.allCases {
            guard let text = address[part], !text.isEmpty else { continue }
            key(part.rawValue)
            string(text)
        }
        closeObject()
    }

    private mutating func relation(_ relation: Relation) {
        openObject()
        key("name")
        string(relation.name)
        if let personID = relation.personID, !personID.isEmpty {
            key("personID")
            string(personID)
        }
        closeObject()
    }
}
