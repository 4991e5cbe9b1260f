import Foundation

/// Stores a list of contact values as the JSON that files hold too, written by hand: an encoder for `Codable` takes ten
/// times as long, which an import of a million people pays several times a person.
///
/// There is one for each kind of value, under a name that the model states and that never changes.
final class ContactValueTransformer: ValueTransformer {
    private let attribute: ContactAttribute

    /// An attribute that stands for its kind.
    init(_ attribute: ContactAttribute) {
        self.attribute = attribute
        super.init()
    }

    required init() {
        attribute = .tags
        super.init()
    }

    override class func transformedValueClass() -> AnyClass { NSData.self }
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        var record = ContactRecord()
        switch (attribute, value) {
        case (.emails, let value as [Labeled<String>]): record.emails = value
        case (.tags, let value as [String]): record.tags = value
        case (.addresses, let value as [Labeled<PostalAddress>]): record.addresses = value
        case (.dates, let value as [Labeled<PartialDate>]): record.dates = value
        case (.relations, let value as [Labeled<Relation>]): record.relations = value
        case (.custom, let value as [String: CustomValue]): record.custom = value
        default: return nil
        }
        return Data(record.json(of: attribute))
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data, !data.isEmpty else { return nil }
        var record = ContactRecord()
        let attribute = attribute
        guard data.withUnsafeBytes({ record.setJSON($0, of: attribute) }) else { return nil }
        switch attribute {
        case .emails: return record.emails
        case .addresses: return record.addresses
        case .dates: return record.dates
        case .relations: return record.relations
        case .custom: return record.custom
        default: return record.tags
        }
    }

    /// Registers all of them; must come before the model is used.
    static func registerAll() {
        let names: [(String, ContactAttribute)] = [
            ("PersonStrings", .tags), ("PersonLabeledStrings", .emails), ("PersonLabeledAddresses", .addresses),
            ("PersonLabeledDates", .dates), ("PersonLabeledRelations", .relations), ("PersonCustom", .custom),
        ]
        for (name, attribute) in names {
            ValueTransformer.setValueTransformer(
                ContactValueTransformer(attribute), forName: NSValueTransformerName(rawValue: name))
        }
    }
}
