// To-many relationships as sets that can be changed, by name.

extension NSManagedObject {
    /// A to-many relationship as a set: what is added or removed there changes the relationship and its inverse.
    ///
    /// Traps when `key` is no unordered to-many relationship.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
        RelationshipSet(self, slot: relationshipSlot(key, isOrdered: false))
    }

    /// An ordered to-many relationship as an ordered set: what is changed there changes the relationship and its inverse.
    ///
    /// Traps when `key` is no ordered to-many relationship.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        RelationshipOrderedSet(self, slot: relationshipSlot(key, isOrdered: true))
    }

    private final func relationshipSlot(_ key: String, isOrdered: Bool) -> Int {
        guard let slot = layout.properties.slot(forKey: key), layout.kinds[slot] == .toMany,
            layout.relationships[slot]?.isOrdered == isOrdered
        else {
            preconditionFailure(
                "\(layout.name).\(key) is no \(isOrdered ? "ordered" : "unordered") to-many relationship")
        }
        return slot
    }

    /// The values of several properties by name; `NSNull` for nil.
    ///
    /// Traps for an unknown key.
    public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
    }

    /// Sets several properties by name; `NSNull` sets nil.
    ///
    /// Traps for an unknown key or a value of the wrong type.
    public final func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }
}

/// Shows an object's relationship, and passes changes on to it.
private final class RelationshipSet: NSMutableSet {
    private let owner: NSManagedObject
    private let slot: Int

    init(_ owner: NSManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
        super.init(capacity: 0)
    }

    required init(capacity numItems: Int) {
        preconditionFailure("Such a set belongs to an object: ask it for mutableSetValue(forKey:)")
    }

    required init?(coder: NSCoder) { nil }

    private var members: Set<NSManagedObject> { owner.loadedToMany(slot).members }

    override var count: Int { members.count }

    override func member(_ object: Any) -> Any? {
        guard let object = object as? NSManagedObject, members.contains(object) else { return nil }
        return object
    }

    override func objectEnumerator() -> NSEnumerator { NSArray(array: Array(members)).objectEnumerator() }

    override var allObjects: [Any] { Array(members) }

    override func add(_ object: Any) {
        guard let object = object as? NSManagedObject else {
            preconditionFailure("A relationship holds managed objects, not \(type(of: object))")
        }
        owner.insertMember(object, at: slot)
    }

    override func remove(_ object: Any) {
        guard let object = object as? NSManagedObject, members.contains(object) else { return }
        owner.removeMember(object, at: slot)
    }

    override func removeAllObjects() {
        for object in members { owner.removeMember(object, at: slot) }
    }

    override func addObjects(from array: [Any]) {
        for object in array { add(object) }
    }

    override func union(_ otherSet: Set<AnyHashable>) {
        for object in otherSet { add(object.base) }
    }

    override func minus(_ otherSet: Set<AnyHashable>) {
        for object in otherSet { remove(object.base) }
    }

    override func intersect(_ otherSet: Set<AnyHashable>) {
        for object in members where !otherSet.contains(object) { remove(object) }
    }

    override func setSet(_ otherSet: Set<AnyHashable>) {
        intersect(otherSet)
        union(otherSet)
    }

    override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: Array(members)) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: Array(members)) }
}

/// Shows an object's ordered relationship, and passes changes on to it.
private final class RelationshipOrderedSet: NSMutableOrderedSet {
    private let owner: NSManagedObject
    private let slot: Int

    init(_ owner: NSManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
        super.init(capacity: 0)
    }

    override init(capacity numItems: Int) {
        preconditionFailure("Such a set belongs to an object: ask it for mutableOrderedSetValue(forKey:)")
    }

    required convenience init(arrayLiteral elements: Any...) { self.init(capacity: elements.count) }

    required init?(coder: NSCoder) { nil }

    private var members: [NSManagedObject] { owner.loadedToMany(slot).order }

    override var count: Int { members.count }
    override func object(at index: Int) -> Any { members[index] }

    override func index(of object: Any) -> Int {
        (object as? NSManagedObject).flatMap { members.firstIndex(of: $0) } ?? NSNotFound
    }

    override func insert(_ object: Any, at index: Int) {
        guard let object = object as? NSManagedObject else {
            preconditionFailure("A relationship holds managed objects, not \(type(of: object))")
        }
        owner.insertMember(object, at: slot, place: index)
    }

    override func removeObject(at index: Int) { owner.removeMember(members[index], at: slot) }

    override func replaceObject(at index: Int, with object: Any) {
        removeObject(at: index)
        insert(object, at: index)
    }

    override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: members) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: members) }
}
