import Foundation

extension ContactRecord: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(_ attribute: ContactAttribute) { stringValue = attribute.rawValue }
    }

    /// Reads a record from an object whose keys are the names in ``ContactAttribute``. Keys that are no attribute
    /// are kept in ``custom``.
    ///
    /// - Throws: `DecodingError` when an attribute holds a value of the wrong kind.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys {
            guard let attribute = ContactAttribute(rawValue: key.stringValue) else {
                custom[key.stringValue] = try container.decode(CustomValue.self, forKey: key)
                continue
            }
            if try container.decodeNil(forKey: key) { continue }
            try decode(attribute, from: container, key)
        }
    }

    private mutating func decode(
        _ attribute: ContactAttribute, from container: KeyedDecodingContainer<Key>, _ key: Key
    ) throws {
        switch attribute.kindOfValue {
        case .text: self[text: attribute] = try container.decode(String.self, forKey: key)
        case .strings: self[strings: attribute] = try container.decode([String].self, forKey: key)
        case .labeledStrings: self[labeled: attribute] = try container.decode([Labeled<String>].self, forKey: key)
        case .integer: age = try container.decode(Int.self, forKey: key)
        case .data:
            guard let data = Data(base64Encoded: try container.decode(String.self, forKey: key)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "\(key.stringValue) is not base64")
            }
            photoData = data
        case .timestamp:
            guard let date = Timestamp.date(from: try container.decode(String.self, forKey: key)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "\(key.stringValue) is not an ISO 8601 date")
            }
            if attribute == .createdAt { createdAt = date } else { updatedAt = date }
        case .partialDate: birthday = try container.decode(PartialDate.self, forKey: key)
        case .labeledAddresses: addresses = try container.decode([Labeled<PostalAddress>].self, forKey: key)
        case .labeledDates: dates = try container.decode([Labeled<PartialDate>].self, forKey: key)
        case .labeledRelations: relations = try container.decode([Labeled<Relation>].self, forKey: key)
        case .custom:
            custom.merge(try container.decode([String: CustomValue].self, forKey: key)) { _, named in named }
        }
    }

    /// Writes the attributes that hold something.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for attribute in ContactAttribute.allCases where holds(attribute) {
            let key = Key(attribute)
            switch attribute.kindOfValue {
            case .text: try container.encodeIfPresent(self[text: attribute], forKey: key)
            case .strings: try container.encode(self[strings: attribute], forKey: key)
            case .labeledStrings: try container.encode(self[labeled: attribute], forKey: key)
            case .integer: try container.encodeIfPresent(age, forKey: key)
            case .data: try container.encodeIfPresent(photoData?.base64EncodedString(), forKey: key)
            case .timestamp:
                let date = attribute == .createdAt ? createdAt : updatedAt
                try container.encodeIfPresent(date.map(Timestamp.text(of:)), forKey: key)
            case .partialDate: try container.encodeIfPresent(birthday, forKey: key)
            case .labeledAddresses: try container.encode(addresses, forKey: key)
            case .labeledDates: try container.encode(dates, forKey: key)
            case .labeledRelations: try container.encode(relations, forKey: key)
            case .custom: try container.encode(custom, forKey: key)
            }
        }
    }

    /// Whether an attribute holds something: not nil, not empty.
    public func holds(_ attribute: ContactAttribute) -> Bool {
        switch attribute.kindOfValue {
        case .text: self[text: attribute]?.isEmpty == false
        case .strings: !self[strings: attribute].isEmpty
        case .labeledStrings: !self[labeled: attribute].isEmpty
        case .integer: age != nil
        case .data: photoData?.isEmpty == false
        case .timestamp: (attribute == .createdAt ? createdAt : updatedAt) != nil
        case .partialDate: birthday != nil
        case .labeledAddresses: !addresses.isEmpty
        case .labeledDates: !dates.isEmpty
        case .labeledRelations: !relations.isEmpty
        case .custom: !custom.isEmpty
        }
    }
}
