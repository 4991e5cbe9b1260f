/// Names a row of a store, or an object that has not been saved yet. Safe to pass between threads and contexts.
public final class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, @unchecked Sendable {
    // Sendable: all properties are constants; the entity is frozen, and the store's own lock guards it.

    /// The entity of the object, a subentity where the row is one.
    public let entity: NSEntityDescription
    let primaryKey: Int64
    /// Nil while the ID is temporary.
    private let identity: StoreIdentity?

    init(entity: NSEntityDescription, store: NSPersistentStore?, primaryKey: Int64) {
        self.entity = entity
        self.primaryKey = primaryKey
        identity = primaryKey < 0 ? nil : store?.identity
    }

    /// The store that the row is in; nil while the ID is temporary or after the store was removed.
    public var persistentStore: NSPersistentStore? { identity?.store }

    var storeIdentifier: String? { identity?.identifier }

    /// Whether the object has not been saved: the ID will be replaced when it is.
    public var isTemporaryID: Bool { primaryKey < 0 }

    /// `x-coredata://<store>/<Entity>/p<key>`; the form of a temporary ID is valid in this process only.
    public func uriRepresentation() -> URL {
        let name = entity.name ?? ""
        let text =
            isTemporaryID
            ? "x-coredata:///\(name)/t\(Self.processToken)\(-primaryKey)"
            : "x-coredata://\(storeIdentifier ?? "")/\(name)/p\(primaryKey)"
        var components = URLComponents()
        components.scheme = "x-coredata"
        return URL(string: text) ?? components.url ?? URL(fileURLWithPath: "/")
    }

    private static let processToken = UUID().uuidString

    // Keys alone tell rows apart well enough: IDs of several stores or entities in one set are rare.
    public override var hash: Int { primaryKey.hashValue }

    public override func isEqual(_ other: Any?) -> Bool {
        guard let other = other as? NSManagedObjectID else { return false }
        return primaryKey == other.primaryKey
            && (identity === other.identity || storeIdentifier == other.storeIdentifier)
            && (entity === other.entity || entity.rootEntity.name == other.entity.rootEntity.name)
    }

    /// The ID itself: it cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override var description: String { "<\(uriRepresentation().absoluteString)>" }
}

/// What object IDs know of their store: one object for all of them, which does not keep the store open.
final class StoreIdentity: @unchecked Sendable {
    // Sendable: `store` is set once, before the store is handed out; a weak reference may be read anywhere.
    let identifier: String
    fileprivate(set) weak var store: NSPersistentStore?

    init(store: NSPersistentStore) {
        identifier = store.identifier ?? ""
        self.store = store
    }
}
