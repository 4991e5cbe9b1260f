import Foundation

extension NSPropertyDescription {
    /// The 32 bytes that tell whether two versions of the property store the same: SHA-256 over name, type, whether it is
    /// optional and what else changes the storage. Default values, delete rules, limits, indexes, class names and user
    /// info do not take part.
    ///
    /// A derived or composite attribute's hash is not Apple's: how Apple adds the expression and the elements is not
    /// known.
    public var versionHash: Data {
        var hasher = SHA256()
        var base = Data(name.utf8)
        base.append(isOptional ? 1 : 0)
        base.append(0)
        if let versionHashModifier { base.append(contentsOf: versionHashModifier.utf8) }
        hasher.update(SHA256.hash(base))
        appendVersionHash(to: &hasher)
        return hasher.finalize()
    }

    private func appendVersionHash(to hasher: inout SHA256) {
        switch self {
        case let attribute as NSAttributeDescription:
            hasher.update(UInt32(attribute.attributeType.rawValue).littleEndianBytes)
            if attribute.allowsExternalBinaryDataStorage { hasher.update([1]) }
            if attribute.preservesValueInHistoryOnDeletion { hasher.update([1]) }
        case let relationship as NSRelationshipDescription:
            hasher.update((relationship.destinationEntityName ?? "").utf8)
            hasher.update((relationship.inverseRelationshipName ?? "").utf8)
            hasher.update(UInt32(truncatingIfNeeded: relationship.maxCount).littleEndianBytes)
            hasher.update(UInt32(truncatingIfNeeded: relationship.minCount).littleEndianBytes)
            if relationship.isOrdered { hasher.update([1, 0]) }
        default:
            break
        }
    }

    /// Whether the property's value is in the store, so that it takes part in its entity's hash.
    package var isStored: Bool {
        !isTransient && !(self is NSFetchedPropertyDescription) && !(self is NSExpressionDescription)
    }
}
