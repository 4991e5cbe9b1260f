extension Person {
    /// What a query asks for of the person.
    func record(for query: PersonQuery) -> ContactRecord {
        guard let attributes = query.attributes else { return record(includesPhotoData: query.includesPhotoData) }
        var record = ContactRecord()
        for attribute in attributes { read(attribute, into: &record) }
        return record
    }

    /// Reads one attribute, and decodes nothing else.
    private func read(_ attribute: ContactAttribute, into record: inout ContactRecord) {
        switch attribute.kindOfValue {
        case .text: if let text = text(attribute) { record[text: attribute] = text }
        case .integer: record.age = age?.intValue
        case .data: if let photoData { record.photoData = photoData }
        case .timestamp:
            if attribute == .createdAt { record.createdAt = createdAt } else { record.updatedAt = updatedAt }
        case .partialDate: record.birthday = birthday
        case .labeledAddresses: if let addresses { record.addresses = addresses }
        case .labeledDates: if let dates { record.dates = dates }
        case .labeledRelations: if let relations { record.relations = relations }
        case .custom: if let custom { record.custom = custom }
        case .strings:
            switch attribute {
            case .tags: if let tags { record.tags = tags }
            case .trackRecord: if let trackRecord { record.trackRecord = trackRecord }
            default: record.groups = groupNames
            }
        case .labeledStrings:
            if let values = labeledStrings(attribute) { record[labeled: attribute] = values }
        }
    }

    private func text(_ attribute: ContactAttribute) -> String? {
        switch attribute {
        case .personID: personID
        case .name: name
        case .photo: photo
        case .givenName: givenName
        case .familyName: familyName
        case .organization: organization
        // The names of the others are the model's.
        default: value(forKey: attribute.rawValue) as? String
        }
    }

    private func labeledStrings(_ attribute: ContactAttribute) -> [Labeled<String>]? {
        switch attribute {
        case .emails: emails
        case .phones: phones
        case .urls: urls
        case .im: im
        default: socialProfiles
        }
    }
}

extension PersonQuery {
    /// Relationships that are read for many people at once.
    var keyPathsToPrefetch: [String]? {
        attributes.map { $0.contains(.groups) } ?? true ? ["groups"] : nil
    }
}
