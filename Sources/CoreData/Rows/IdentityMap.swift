/// From a primary key to the one object that a context has for it: an open-addressing table.
///
/// The table holds its objects. A context that lets go of unused ones calls `sweep`, which can tell safely: when the
/// table's reference is the only one, nobody else can make another, on any thread.
struct IdentityMap: ~Copyable {
    private var keys: UnsafeMutablePointer<Int64>
    private var objects: UnsafeMutablePointer<NSManagedObject?>
    private var capacity: Int
    private(set) var count = 0

    /// No row has this key: SQLite would have to run out of every other one first.
    private static let vacant = Int64.min

    init() {
        capacity = 16
        keys = .allocate(capacity: capacity)
        objects = .allocate(capacity: capacity)
        keys.initialize(repeating: Self.vacant, count: capacity)
        objects.initialize(repeating: nil, count: capacity)
    }

    deinit {
        keys.deallocate()
        objects.deinitialize(count: capacity)
        objects.deallocate()
    }

    @inline(__always)
    private func home(_ key: Int64) -> Int {
        // Fibonacci hashing spreads the consecutive keys of a table over the slots.
        Int(truncatingIfNeeded: (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) >> 20) & (capacity - 1)
    }

    /// - Complexity: O(1).
    @inline(__always)
    subscript(key: Int64) -> NSManagedObject? {
        var index = home(key)
        while true {
            let found = keys[index]
            if found == key { return objects[index] }
            if found == Self.vacant { return nil }
            index = (index + 1) & (capacity - 1)
        }
    }

    /// Adds an object whose key is not in the table.
    mutating func insert(_ object: NSManagedObject, forKey key: Int64) {
        if (count + 1) * 4 > capacity * 3 { rebuild(capacity: capacity * 2) }
        place(object, forKey: key)
        count += 1
    }

    mutating func reserve(_ additional: Int) {
        let needed = (count + additional) * 4 / 3 + 1
        guard needed > capacity else { return }
        var larger = capacity
        while larger < needed { larger *= 2 }
        rebuild(capacity: larger)
    }

    /// Removes a key; the table stays free of gaps.
    mutating func remove(_ key: Int64) {
        var index = home(key)
        while keys[index] != key {
            if keys[index] == Self.vacant { return }
            index = (index + 1) & (capacity - 1)
        }
        count -= 1
        var gap = index
        while true {
            index = (index + 1) & (capacity - 1)
            if keys[index] == Self.vacant { break }
            let distance = (index - home(keys[index])) & (capacity - 1)
            if distance >= (index - gap) & (capacity - 1) {
                keys[gap] = keys[index]
                objects[gap] = objects[index]
                gap = index
            }
        }
        keys[gap] = Self.vacant
        objects[gap] = nil
    }

    mutating func removeAll() {
        objects.update(repeating: nil, count: capacity)
        keys.update(repeating: Self.vacant, count: capacity)
        count = 0
        if capacity > 1024 { rebuild(capacity: 16) }
    }

    func forEach(_ body: (NSManagedObject) -> Void) {
        for index in 0..<capacity {
            if let object = objects[index] { body(object) }
        }
    }

    /// Calls `body` with each object that somebody besides the table holds.
    mutating func forEachHeldElsewhere(_ body: (NSManagedObject) -> Void) {
        for index in 0..<capacity where keys[index] != Self.vacant {
            if isKnownUniquelyReferenced(&objects[index]) { continue }
            if let object = objects[index] { body(object) }
        }
    }

    /// Lets go of every object that nobody else holds and that has nothing to lose.
    ///
    /// - Complexity: O(capacity).
    mutating func sweep() {
        var survivors = 0
        for index in 0..<capacity where keys[index] != Self.vacant {
            if isKnownUniquelyReferenced(&objects[index]), objects[index]?.canBeForgotten ?? true {
                objects[index] = nil
            } else {
                survivors += 1
            }
        }
        guard survivors < count else { return }
        count = survivors
        var smaller = 16
        while smaller * 3 < (survivors + 1) * 4 { smaller *= 2 }
        rebuild(capacity: smaller)
    }

    private mutating func place(_ object: consuming NSManagedObject?, forKey key: Int64) {
        var index = home(key)
        while keys[index] != Self.vacant { index = (index + 1) & (capacity - 1) }
        keys[index] = key
        objects[index] = object
    }

    private mutating func rebuild(capacity newCapacity: Int) {
        let (oldKeys, oldObjects, oldCapacity) = (keys, objects, capacity)
        capacity = newCapacity
        keys = .allocate(capacity: newCapacity)
        objects = .allocate(capacity: newCapacity)
        keys.initialize(repeating: Self.vacant, count: newCapacity)
        objects.initialize(repeating: nil, count: newCapacity)
        for index in 0..<oldCapacity where oldKeys[index] != Self.vacant {
            let object = (oldObjects + index).move()
            (oldObjects + index).initialize(to: nil)
            if let object { place(object, forKey: oldKeys[index]) }
        }
        oldKeys.deallocate()
        oldObjects.deinitialize(count: oldCapacity)
        oldObjects.deallocate()
    }
}
