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

    /// `x-coredata://<store>/<Entity>/p<key>`, where the key is the reference object's text for a row of an atomic or
    /// incremental store; the form of a temporary ID is valid in this process only.
    public func uriRepresentation() -> URL {
        let name = entity.name ?? ""
        let text =
            isTemporaryID
            ? "x-coredata:///\(name)/t\(Self.processToken)\(-primaryKey)"
            : "x-coredata://\(storeIdentifier ?? "")/\(name)/p\(keyText)"
        var components = URLComponents()
        components.scheme = "x-coredata"
        return URL(string: text) ?? components.url ?? URL(fileURLWithPath: "/")
    }

    /// The characters that mean themselves in every URI (RFC 3986, 2.3).
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private var keyText: String {
        guard let reference = reference else { return String(primaryKey) }
        return ObjectReferences.text(of: reference).addingPercentEncoding(withAllowedCharacters: Self.plain) ?? ""
    }

    /// What an atomic or incremental store calls the row; nil for other stores.
    var reference: Any? { identity?.references?.reference(of: primaryKey, in: entity) }

    /// Whether keys of the two IDs' stores can be compared: they are the same store, or they open the same file in
    /// which the keys are.
    func sharesKeys(with other: StoreIdentity?) -> Bool {
        identity === other
            || (identity?.identifier == other?.identifier && identity?.references == nil && other?.references == nil)
    }

    private static let processToken = UUID().uuidString

    // Keys alone tell rows apart well enough: IDs of several stores or entities in one set are rare.
    public override var hash: Int { primaryKey.hashValue }

    public override func isEqual(_ other: Any?) -> Bool {
        guard let other = other as? NSManagedObjectID else { return false }
        return primaryKey == other.primaryKey
            && sharesKeys(with: other.identity)
            && (entity === other.entity || entity.rootEntity.name == other.entity.rootEntity.name)
    }

    /// The ID itself: it cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override var description: String { "<\(uriRepresentation().absoluteString)>" }
}

/// What object IDs know of their store: one object for all of them, which does not keep the store open.
final class StoreIdentity: @unchecked Sendable {
    // Sendable: `identifier` is set for good before the store is handed out; a weak reference may be read anywhere.
    private(set) var identifier: String
    private(set) weak var store: NSPersistentStore?
    /// What the keys stand for, in stores that have names of their own for their rows.
    let references: ObjectReferences?

    init(store: NSPersistentStore) {
        identifier = store.identifier ?? ""
        references = store.references
        self.store = store
    }

    /// The store is ready, and its UUID known.
    func settle() { identifier = store?.identifier ?? identifier }
}
