/// Names a row of a store, or an object that has not been saved yet. Safe to pass between threads and contexts.
public final class NSManagedObjectID: NSObject, NSCopying, NSFetchRequestResult, @unchecked Sendable {
    // Sendable: all properties are constants; the entity is frozen, and the store's own lock guards it.

    /// The entity of the object, a subentity where the row is one.
    public let entity: NSEntityDescription
    /// The store that the row is in; nil while the ID is temporary or after the store was removed.
    public private(set) weak var persistentStore: NSPersistentStore?
    let primaryKey: Int64
    let storeIdentifier: String?

    init(entity: NSEntityDescription, store: NSPersistentStore?, primaryKey: Int64) {
        self.entity = entity
        self.primaryKey = primaryKey
        persistentStore = primaryKey < 0 ? nil : store
        storeIdentifier = primaryKey < 0 ? nil : store?.identifier
    }

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

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(primaryKey)
        hasher.combine(storeIdentifier)
        return hasher.finalize()
    }

    public override func isEqual(_ other: Any?) -> Bool {
        guard let other = other as? NSManagedObjectID else { return false }
        return primaryKey == other.primaryKey && storeIdentifier == other.storeIdentifier
            && rootName == other.rootName
    }

    /// Keys are unique within a root entity's table.
    private var rootName: String? { entity.rootEntity.name }

    /// The ID itself: it cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override var description: String { "<\(uriRepresentation().absoluteString)>" }
}
