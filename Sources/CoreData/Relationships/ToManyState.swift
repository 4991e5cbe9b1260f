/// The members of one object's to-many relationship, as far as they are known.
///
/// Before the relationship is read only the changes are known: setting the inverse side must not cost a query.
final class ToManyState {
    let slot: Int
    let isOrdered: Bool
    private(set) var isLoaded: Bool
    /// Valid once loaded; includes the changes.
    private(set) var members: Set<NSManagedObject> = []
    /// The members in order; ordered relationships only.
    private(set) var order: [NSManagedObject] = []
    /// Changes since the last save. Ordered, since an ordered relationship appends in the order of the calls.
    private(set) var added: [NSManagedObject] = []
    private var addedSet: Set<NSManagedObject> = []
    private(set) var removed: Set<NSManagedObject> = []
    /// An ordered relationship whose order was changed: every ordering key is written anew.
    private(set) var isReordered = false
    /// What was added and removed since the event began.
    private(set) var eventChanges: [EventChange] = []
    /// The order when the event began; nil when it was not changed, or the relationship is not ordered.
    private(set) var orderBeforeEvent: [NSManagedObject]?
    private var shownSet: NSSet?
    private var shownOrderedSet: NSOrderedSet?

    struct EventChange {
        let object: NSManagedObject
        let isAddition: Bool
    }

    init(slot: Int, isOrdered: Bool, isLoaded: Bool) {
        self.slot = slot
        self.isOrdered = isOrdered
        self.isLoaded = isLoaded
    }

    var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || isReordered }

    /// What the property shows. The same set until a member changes.
    var value: NSObject {
        if isOrdered {
            if let shownOrderedSet { return shownOrderedSet }
            let made = NSOrderedSet(array: order)
            shownOrderedSet = made
            return made
        }
        if let shownSet { return shownSet }
        let made = NSSet(array: Array(members))
        shownSet = made
        return made
    }

    /// The members in a defined order where there is one.
    var list: [NSManagedObject] { isOrdered ? order : Array(members) }

    /// The members as the store has them.
    var storedValue: NSObject {
        let gone = added
        if isOrdered { return NSOrderedSet(array: order.filter { !gone.contains($0) } + removed) }
        return NSSet(array: Array(members.subtracting(gone).union(removed)))
    }

    var isChangedInEvent: Bool {
        !eventChanges.isEmpty || (orderBeforeEvent.map { $0 != order } ?? false)
    }

    /// The members when the event began.
    var valueBeforeEvent: NSObject {
        if let orderBeforeEvent { return NSOrderedSet(array: orderBeforeEvent) }
        var before = members
        for change in eventChanges.reversed() {
            if change.isAddition { before.remove(change.object) } else { before.insert(change.object) }
        }
        return NSSet(array: Array(before))
    }

    func endEvent() {
        eventChanges = []
        orderBeforeEvent = nil
    }

    private func noteOrder() {
        if isOrdered, isLoaded, orderBeforeEvent == nil { orderBeforeEvent = order }
    }

    /// Takes what the store holds, under the changes already made.
    func load(_ stored: [NSManagedObject]) {
        isLoaded = true
        if isOrdered {
            order = stored.filter { !removed.contains($0) }
            members = Set(order)
            let new = added.filter { !members.contains($0) }
            order += new
            members.formUnion(new)
        } else {
            members = Set(stored).subtracting(removed).union(addedSet)
        }
        forgetShown()
    }

    /// - Returns: false when it was a member already.
    @discardableResult
    func add(_ object: NSManagedObject, at index: Int? = nil) -> Bool {
        noteOrder()
        if isLoaded {
            guard members.insert(object).inserted else { return false }
            if isOrdered {
                if let index, index < order.count {
                    order.insert(object, at: index)
                    isReordered = true
                } else {
                    order.append(object)
                }
            }
        } else if addedSet.contains(object) {
            return false
        }
        if removed.remove(object) == nil {
            if addedSet.insert(object).inserted { added.append(object) }
        } else if isOrdered {
            isReordered = true
        }
        eventChanges.append(EventChange(object: object, isAddition: true))
        forgetShown()
        return true
    }

    /// - Returns: false when it is known not to be a member.
    @discardableResult
    func remove(_ object: NSManagedObject) -> Bool {
        noteOrder()
        if isLoaded {
            guard members.remove(object) != nil else { return false }
            if isOrdered, let index = order.firstIndex(of: object) { order.remove(at: index) }
        }
        if addedSet.remove(object) != nil {
            if let index = added.firstIndex(of: object) { added.remove(at: index) }
        } else {
            removed.insert(object)
        }
        eventChanges.append(EventChange(object: object, isAddition: false))
        forgetShown()
        return true
    }

    /// Puts the members of an ordered relationship into another order; `order` holds the same members.
    func reorder(_ newOrder: [NSManagedObject]) {
        guard newOrder != order else { return }
        noteOrder()
        order = newOrder
        isReordered = true
        forgetShown()
    }

    /// Forgets what was read from the store; the changes stay, and are put on what is read next. A changed order says
    /// where every member is, so it stays whole.
    func forgetStored() {
        guard !isReordered else { return }
        isLoaded = false
        members = []
        order = []
        forgetShown()
    }

    /// The changes are in the store now.
    func commit() {
        added.removeAll()
        addedSet.removeAll()
        removed.removeAll()
        isReordered = false
    }

    private func forgetShown() {
        shownSet = nil
        shownOrderedSet = nil
    }
}
