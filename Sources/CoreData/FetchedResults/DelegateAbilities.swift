import Synchronization

/// What is known of the delegates of a class: nil until one of them was offered the whole content.
struct DelegateAbilities {
    var takesSnapshots: Bool?
    var takesDifferences: Bool?

    private static let known = Mutex<[ObjectIdentifier: DelegateAbilities]>([:])

    static func of(_ delegate: any NSFetchedResultsControllerDelegate) -> DelegateAbilities {
        known.withLock { $0[ObjectIdentifier(type(of: delegate))] ?? DelegateAbilities() }
    }

    static func note(
        _ delegate: any NSFetchedResultsControllerDelegate, _ ability: WritableKeyPath<DelegateAbilities, Bool?>,
        _ value: Bool
    ) {
        known.withLock {
            $0[ObjectIdentifier(type(of: delegate)), default: DelegateAbilities()][keyPath: ability] = value
        }
    }

    /// Whether the changes are told one by one; nil while that is not known.
    func followsChanges(isSectioned: Bool) -> Bool? {
        if takesSnapshots == true { return false }
        if takesSnapshots == nil { return nil }
        return isSectioned ? true : takesDifferences.map { !$0 }
    }
}
