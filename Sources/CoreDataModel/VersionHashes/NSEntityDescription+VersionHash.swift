import Foundation

extension NSEntityDescription {
    /// The 32 bytes that tell whether two versions of the entity store the same: SHA-256 over name, superentity, stored
    /// properties and uniqueness constraints.
    ///
    /// Two models with equal hashes can use the same store. See `NSPropertyDescription.versionHash` for what does not
    /// take part.
    public var versionHash: Data {
        if let frozen { return frozen.versionHash }
        var hash: Data?
        for entity in superentities.reversed() { hash = entity.versionHash(above: hash) }
        return versionHash(above: hash)
    }

    private func versionHash(above superentityHash: Data?) -> Data {
        var hasher = SHA256()
        hasher.update((name ?? "").utf8)
        hasher.update([isAbstract ? 1 : 0])
        if let superentityHash { hasher.update(superentityHash) }
        let stored = properties.filter(\.isStored).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        for property in stored { hasher.update(property.versionHash) }
        for constraint in uniquenessConstraintNames { hasher.update(constraint.joined(separator: ".").utf8) }
        if let versionHashModifier { hasher.update(versionHashModifier.utf8) }
        let computed = hasher.finalize()
        guard let knownVersionHash, knownVersionHash.computed == computed else { return computed }
        return knownVersionHash.actual
    }

    /// Takes over the hash that Apple's framework computed for this very entity, where ours is not the same. It holds
    /// until the entity is changed in a way that changes the hash. Superentities come first.
    func adoptVersionHash(_ hash: Data) {
        guard !isFrozen, !hasExactVersionHash else { return }
        knownVersionHash = nil
        knownVersionHash = (computed: versionHash, actual: hash)
    }

    /// Whether `versionHash` is what Apple's framework computes. It is not for an entity with a derived or composite
    /// attribute, own or inherited, nor for one below it; and it is not known whether it is for one with several
    /// uniqueness constraints, whose order in the hash has not been found out.
    package var hasExactVersionHash: Bool {
        let isDerived = properties.contains {
            $0.isStored && ($0 is NSDerivedAttributeDescription || $0 is NSCompositeAttributeDescription)
        }
        return !isDerived && ([self] + superentities).allSatisfy { $0.uniquenessConstraints.count < 2 }
    }
}
