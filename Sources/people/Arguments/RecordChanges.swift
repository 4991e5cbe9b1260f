import CommandKit
import ContactFormats

/// What `update` is to change of a person: values to set and fields to empty.
struct RecordChanges {
    /// Holds the values of `targets` that are set.
    private var given = ContactRecord()
    private var targets: [FieldAssignment.Target] = []

    var isEmpty: Bool { targets.isEmpty }

    /// - Throws: `UsageError` for a key that names nothing, is named twice or cannot be changed, and for a text that is
    ///   no value of its field.
    init(set: [KeyValue], unset: [String], photo: String?) throws {
        for pair in set {
            try add(try FieldAssignment.assign(pair, to: &given), key: pair.key)
        }
        for key in unset { try add(try FieldAssignment.target(key, option: "--unset"), key: key) }
        if let photo {
            try add(.attribute(.photo), key: "photo")
            try add(.attribute(.photoData), key: "photoData")
            try PhotoArgument.read(photo, into: &given)
        }
    }

    private mutating func add(_ target: FieldAssignment.Target, key: String) throws {
        guard !targets.contains(target) else {
            throw UsageError("'\(key.escapedControls)' is to be changed twice", hint: "Name each field once")
        }
        if target == .attribute(.personID) {
            throw UsageError("'personID' cannot be changed", hint: "Add a new person and delete this one")
        }
        targets.append(target)
    }

    /// From names of fields to values, as `PersonManager.update` takes them; nil empties a field.
    var values: [String: Any?] {
        var values: [String: Any?] = [:]
        for target in targets {
            switch target {
            case .custom(let name): values.updateValue(given.custom[name], forKey: "custom.\(name)")
            case .attribute(let attribute):
                values.updateValue(given.anyValue(of: attribute), forKey: attribute.rawValue)
            }
        }
        return values
    }
}

extension ContactRecord {
    /// An attribute's value in its own type; nil when there is none.
    fileprivate func anyValue(of attribute: ContactAttribute) -> Any? {
        guard holds(attribute) else { return nil }
        switch attribute.kindOfValue {
        case .text: return self[text: attribute]
        case .integer: return age
        case .data: return photoData
        case .timestamp: return attribute == .createdAt ? createdAt : updatedAt
        case .partialDate: return birthday
        case .strings: return self[strings: attribute]
        case .labeledStrings: return self[labeled: attribute]
        case .labeledAddresses: return addresses
        case .labeledDates: return dates
        case .labeledRelations: return relations
        case .custom: return custom
        }
    }
}
