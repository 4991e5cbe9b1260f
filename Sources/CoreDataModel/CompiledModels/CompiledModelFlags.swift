/// `NSFlagsKey` of an attribute.
struct CompiledModelFlags: OptionSet {
    let rawValue: Int
    /// The value may be kept in a file beside the store.
    static let externalStorage = CompiledModelFlags(rawValue: 4)
    /// History keeps the value of a deleted object.
    static let preservedAfterDeletion = CompiledModelFlags(rawValue: 16)
    /// CloudKit may encrypt the value. No file with it was found, so that the bit is a guess.
    static let cloudEncryption = CompiledModelFlags(rawValue: 64)
}

/// `_P` of a property: what the framework can know of it without a look at its other fields.
struct PropertyFlags: OptionSet {
    let rawValue: Int
    /// In every archive.
    static let always = PropertyFlags(rawValue: 0x01)
    static let optional = PropertyFlags(rawValue: 0x02)
    /// Derived attributes and fetched properties.
    static let readOnly = PropertyFlags(rawValue: 0x04)
    static let transient = PropertyFlags(rawValue: 0x08)
    static let noValidationPredicates = PropertyFlags(rawValue: 0x10)
    static let noValidationWarnings = PropertyFlags(rawValue: 0x20)
    static let noUserInfo = PropertyFlags(rawValue: 0x40)
    static let noVersionHashModifier = PropertyFlags(rawValue: 0x80)
    static let ordered = PropertyFlags(rawValue: 0x400)
}

/// `NSFetchRequestFlags`. Every file found has 30, which a new request has; the order of the bits is a guess.
struct ArchivedRequestFlags: OptionSet {
    let rawValue: Int
    static let distinctResults = ArchivedRequestFlags(rawValue: 1)
    static let subentities = ArchivedRequestFlags(rawValue: 2)
    static let propertyValues = ArchivedRequestFlags(rawValue: 4)
    static let faults = ArchivedRequestFlags(rawValue: 8)
    static let pendingChanges = ArchivedRequestFlags(rawValue: 16)
}
