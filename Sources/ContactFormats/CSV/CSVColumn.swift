/// What a column of a CSV file holds.
package enum CSVColumn: Hashable, Sendable {
    /// Part of a birthday that is spread over columns.
    package enum BirthPart: Hashable, Sendable {
        case year, month, day
    }

    /// Which of several addresses a column belongs to.
    package enum AddressKey: Hashable, Sendable {
        case label(String)
        case number(Int)
    }

    /// Nothing that is wanted.
    case ignored
    /// An attribute under its own name, read byte for byte.
    case exact(ContactAttribute)
    /// An attribute under an everyday name; blanks around the text do not matter.
    case attribute(ContactAttribute)
    /// A value of a labelled list, with the label from the header.
    case labeled(ContactAttribute, String)
    /// A job title, or a title before the name when the name comes in parts.
    case title
    /// Groups as Google Contacts lists them, with its own ones among them.
    case googleGroups
    /// A part of an address.
    case address(AddressKey, PostalAddress.Part)
    /// The one-cell address, or the street when the city has its own column.
    case addressLine(AddressKey)
    /// The label of a numbered value: each row has its own.
    case numberedLabel(ContactAttribute, Int)
    /// A numbered value.
    case numberedValue(ContactAttribute, Int)
    /// A part of the birthday.
    case birth(BirthPart)
    /// A field of the user's own.
    case custom(String)
}
