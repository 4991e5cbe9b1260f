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
    public final func mutableOrderedSetValue(forKey key: String) -> MutableOrderedRelationship {
        MutableOrderedRelationship(self, slot: relationshipSlot(key, isOrdered: true))
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

/// An object's ordered relationship, with the members of `NSMutableOrderedSet`, which cannot be subclassed on Linux: it
/// reads storage of its own.
public final class MutableOrderedRelationship: Sequence {
    private let owner: NSManagedObject
    private let slot: Int

    fileprivate init(_ owner: NSManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
    }

    private var members: [NSManagedObject] { owner.loadedToMany(slot).order }

    /// How many objects there are.
    public var count: Int { members.count }
    /// The objects in order.
    public var array: [Any] { members }
    /// The first object; nil for none.
    public var firstObject: Any? { members.first }
    /// The last object; nil for none.
    public var lastObject: Any? { members.last }

    /// The objects in order, as they are now.
    public func makeIterator() -> IndexingIterator<[NSManagedObject]> { members.makeIterator() }

    /// The object at a place.
    ///
    /// - Parameter index: 0..<count; traps outside.
    public func object(at index: Int) -> Any { members[index] }

    /// An object's place; `NSNotFound` when it is no member.
    public func index(of object: Any) -> Int {
        (object as? NSManagedObject).flatMap { members.firstIndex(of: $0) } ?? NSNotFound
    }

    /// Whether an object is a member.
    public func contains(_ object: Any) -> Bool { index(of: object) != NSNotFound }

    /// Adds an object at the end, unless it is a member.
    public func add(_ object: Any) { insert(object, at: count) }

    /// Adds objects at the end, those that are no members.
    public func addObjects(from array: [Any]) {
        for object in array { add(object) }
    }

    /// Inserts an object at a place, unless it is a member.
    ///
    /// - Parameter index: 0…count.
    public func insert(_ object: Any, at index: Int) {
        guard let object = object as? NSManagedObject else {
            preconditionFailure("A relationship holds managed objects, not \(type(of: object))")
        }
        owner.insertMember(object, at: slot, place: index)
    }

    /// Removes an object if it is a member.
    public func remove(_ object: Any) {
        let place = index(of: object)
        if place != NSNotFound { removeObject(at: place) }
    }

    /// Removes the object at a place.
    ///
    /// - Parameter index: 0..<count; traps outside.
    public func removeObject(at index: Int) { owner.removeMember(members[index], at: slot) }

    /// Removes every object.
    public func removeAllObjects() {
        for object in members { owner.removeMember(object, at: slot) }
    }

    /// Puts an object in another's place.
    ///
    /// - Parameter index: 0..<count; traps outside.
    public func replaceObject(at index: Int, with object: Any) {
        removeObject(at: index)
        insert(object, at: index)
    }
}
