/// A row that a save would have overwritten or deleted although somebody else changed it.
///
/// A snapshot has every attribute and to-one relationship by name: `NSNull` for nil, a `NSManagedObjectID` for an object.
open class NSMergeConflict: NSObject {
    /// The object as the context has it.
    public let sourceObject: NSManagedObject
    /// What the object shows now.
    public let objectSnapshot: [String: Any]?
    /// What the object was read with.
    public let cachedSnapshot: [String: Any]?
    /// What the store has; nil when the row was deleted.
    public let persistedSnapshot: [String: Any]?
    /// The version that the object was read with.
    public let oldVersionNumber: UInt
    /// The version in the store; 0 when the row was deleted.
    public let newVersionNumber: UInt
    private let persistedRow: StoredRow?
    /// What a child context and its parent have both changed; nil for a conflict with a store.
    private let slotsChangedInParent: [Int]?

    /// A conflict, for tests of a policy of one's own.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        sourceObject = srcObject
        objectSnapshot = srcObject.snapshot()
        cachedSnapshot = cachesnap
        persistedSnapshot = persnap
        newVersionNumber = UInt(clamping: newvers)
        oldVersionNumber = UInt(clamping: oldvers)
        persistedRow = nil
        slotsChangedInParent = nil
    }

    /// A conflict of a child's object with the parent's; no object there when it was deleted.
    init(_ object: NSManagedObject, original: NSManagedObject?, slots: [Int]) {
        sourceObject = object
        objectSnapshot = object.snapshot()
        cachedSnapshot = object.committedSnapshot()
        persistedSnapshot = original?.snapshot()
        oldVersionNumber = UInt(clamping: object.row?.version ?? 1)
        newVersionNumber = original.map { UInt(clamping: $0.row?.version ?? 1) } ?? 0
        persistedRow = nil
        slotsChangedInParent = slots
    }

    init(_ object: NSManagedObject, persisted: StoredRow?) {
        sourceObject = object
        objectSnapshot = object.snapshot()
        cachedSnapshot = object.row.map { StoredRow($0, slab: object.slab).snapshot(like: object) }
        persistedSnapshot = persisted?.snapshot(like: object)
        oldVersionNumber = UInt(clamping: object.row?.version ?? 0)
        newVersionNumber = UInt(clamping: persisted?.row.version ?? 0)
        persistedRow = persisted
        slotsChangedInParent = nil
    }

    /// Puts the object on top of what the store has, as a policy says.
    func resolve(_ type: NSMergePolicyType) {
        let object = sourceObject
        guard let context = object.contextReference else { return }
        let storeWins = type == .mergeByPropertyStoreTrumpMergePolicyType || type == .rollbackMergePolicyType
        if let slotsChangedInParent {
            switch type {
            case .mergeByPropertyStoreTrumpMergePolicyType where newVersionNumber > 0:
                object.dropChanges(of: slotsChangedInParent)
            case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType:
                context.refresh(object, mergeChanges: false)
            case .overwriteMergePolicyType: object.changeEverything()
            case .errorMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType: break
            }
            return
        }
        guard let persistedRow else {
            if newVersionNumber == 0 { context.resolveLostRow(of: object, isKept: !storeWins) }
            return
        }
        if object.flags.contains(.deleted) {
            if storeWins {
                context.insert(object)
                context.refresh(object, mergeChanges: false)
            } else {
                object.rebase(on: persistedRow)
            }
            return
        }
        switch type {
        case .errorMergePolicyType: return
        case .rollbackMergePolicyType: context.refresh(object, mergeChanges: false)
        case .overwriteMergePolicyType:
            object.changeEverything()
            object.rebase(on: persistedRow)
        case .mergeByPropertyObjectTrumpMergePolicyType: object.rebase(on: persistedRow)
        case .mergeByPropertyStoreTrumpMergePolicyType:
            object.yield(slots: object.changedSlots { !persistedRow.equals(object, at: $0) }, to: persistedRow)
        }
    }
}

/// A row of a store as it is now, apart from any object.
struct StoredRow {
    let row: PackedRow
    let slab: AnyObject?

    init(_ row: PackedRow, slab: AnyObject?) {
        self.row = row
        self.slab = slab
    }

    /// The values by name, for a row of the object's entity and store.
    func snapshot(like object: NSManagedObject) -> [String: Any] {
        // An object in no context: it decodes the row as the real one would, and has no changes.
        let reader = NSManagedObject(entity: object.layout.entity, insertInto: nil)
        reader.storeReference = object.storeReference
        reader.rowBase = row.base
        reader.slab = slab
        return reader.snapshot()
    }

    /// Whether the row and the object's own row have the same value.
    func equals(_ object: NSManagedObject, at slot: Int) -> Bool {
        let mine = object.row.flatMap { old in old.entry(slot).map { (old, $0) } }
        let theirs = row.entry(slot)
        guard let (old, entry) = mine, let theirs else { return mine == nil && theirs == nil }
        guard object.layout.kinds[slot].isStoredAsBytes else { return entry == theirs }
        return old.bytes(entry).elementsEqual(row.bytes(theirs))
    }
}

extension NSManagedObject {
    /// Every attribute and to-one relationship by name, as a merge conflict shows them.
    final func snapshot() -> [String: Any] {
        var values: [String: Any] = [:]
        for (slot, kind) in layout.kinds.enumerated() where kind != .toMany && !layout.isTransient[slot] {
            let name = layout.properties.names[slot]
            if kind == .toOne {
                values[name] = reference(at: slot) ?? NSNull()
            } else {
                let changed = state?.covering(slot)
                values[name] = (changed == nil ? rowValue(slot, kind: kind) : changed?.value(kind: kind)) ?? NSNull()
            }
        }
        return values
    }

    /// The ID of a to-one relationship's object; the object itself need not be in a context.
    private final func reference(at slot: Int) -> NSManagedObjectID? {
        if let changed = state?.covering(slot) {
            if case .reference(let target) = changed { return target.objectID }
            return nil
        }
        guard let entry = row?.entry(slot), let store = storeReference,
            let destination = layout.relationships[slot]?.destination
        else { return nil }
        let reference = PackedReference(entry: entry)
        let target = store.layout(ofEntityNumber: reference.entityNumber) ?? destination
        return NSManagedObjectID(entity: target.entity, store: store, primaryKey: reference.key)
    }
}
