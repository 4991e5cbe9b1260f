/// An object that stands for a row of a store, in one context.
///
/// Subclasses are generated from a model by the `ManagedObjectClasses` plug-in; an object of an entity without a class
/// is read and set by key:
///
/// ```swift
/// let person = NSManagedObject(entity: entity, insertInto: context)
/// person.setValue("Ada", forKey: "name")
/// try context.save()
/// ```
///
/// An object belongs to its context's queue. Pass its `objectID` to other threads, never the object: two threads that
/// touch one object corrupt it.
open class NSManagedObject: NSObject, NSFetchRequestResult {
    final let layout: EntityLayout
    /// The context empties this in every object it still holds before it goes away.
    final unowned(unsafe) var contextReference: NSManagedObjectContext?
    /// Stores live as long as their coordinator, which the context holds.
    final unowned(unsafe) var storeReference: NSPersistentStore?
    /// Z_PK, or a negative number, unique in the process, while the ID is temporary.
    final var primaryKey: Int64
    /// The slab that `rowBase` lies in, or the batch that the object's row will come with.
    final var slab: AnyObject?
    final var rowBase: UnsafeRawPointer?
    final var state: ObjectState?
    final var flags: ObjectFlags = []

    /// Makes an object of `entity`, with its default values, and inserts it into `context` where one is given.
    ///
    /// Traps when the entity is abstract or in no model: that is a mistake in the program.
    public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        layout = EntityLayout.layout(of: entity)
        primaryKey = TemporaryKeys.next()
        contextReference = nil
        storeReference = nil
        super.init()
        flags = [.temporaryID]
        if let context {
            precondition(
                !entity.isAbstract,
                "\(layout.name) is abstract: insert one of its subentities")
            context.insert(self)
        }
    }

    /// Inserts a new object of this class's entity into `context`.
    public convenience init(context: NSManagedObjectContext) {
        self.init(entity: Self.entity(in: context), insertInto: context)
    }

    /// The names of the properties that a generated class reads by slot, in slot order.
    ///
    /// Generated classes override this; it lets the framework notice a class that was compiled for another version of
    /// the model. Empty for classes that read by key.
    open class var generatedPropertyNames: [String] { [] }

    /// The entity that this class stands for, in the model that was loaded last.
    ///
    /// Traps when no loaded model names this class.
    public class func entity() -> NSEntityDescription {
        guard let entity = ObjectClassRegistry.entity(of: self) else {
            preconditionFailure("No model in use names the class \(self): load the model before asking for its entity")
        }
        return entity
    }

    private class func entity(in context: NSManagedObjectContext) -> NSEntityDescription {
        let layouts = context.modelLayout?.layouts ?? []
        if let layout = layouts.first(where: { $0.objectClass == self }) { return layout.entity }
        return entity()
    }

    // MARK: - Life cycle, for subclasses to override

    /// Called once, when the object is first inserted; default values are already set.
    open func awakeFromInsert() {}

    /// Called when the object's values come from the store. Changes made here are not tracked.
    open func awakeFromFetch() {}

    /// Called before the object is saved; it may change values.
    open func willSave() {}

    /// Called after the object was saved.
    open func didSave() {}

    /// Called when the object is about to be deleted, before its relationships are broken.
    open func prepareForDeletion() {}

    /// Called before the object lets go of its values.
    open func willTurnIntoFault() {}

    /// Called after the object has let go of its values.
    open func didTurnIntoFault() {}

    /// Checks the object before it is inserted. An override calls `super` first.
    ///
    /// - Throws: `CocoaError` 1550…1690, or 1560 with several errors.
    open func validateForInsert() throws { try validateProperties() }

    /// Checks the object before its changes are written. An override calls `super` first.
    ///
    /// - Throws: `CocoaError` 1550…1690, or 1560 with several errors.
    open func validateForUpdate() throws { try validateProperties() }

    /// Checks the object before it is deleted. An override calls `super` first.
    ///
    /// - Throws: `CocoaError` 1600 when a relationship's rule denies the deletion.
    open func validateForDelete() throws { try validateDeleteRules() }

    // MARK: - State

    /// The context that the object is registered with; nil after it was deleted and saved, or its context was reset.
    public final var managedObjectContext: NSManagedObjectContext? { contextReference }

    /// The object's entity.
    public final var entity: NSEntityDescription { layout.entity }

    /// Whether the object was inserted and not saved yet.
    public final var isInserted: Bool { flags.contains(.inserted) }

    /// Whether the object was changed and not saved yet.
    public final var isUpdated: Bool { flags.contains(.updated) && !flags.contains(.inserted) }

    /// Whether the object will be deleted by the next save; false again after it.
    public final var isDeleted: Bool { flags.contains(.deleted) }

    /// Whether the object has changes that are not saved.
    public final var hasChanges: Bool { !flags.isDisjoint(with: [.inserted, .updated, .deleted]) }

    /// Whether the object's values have not been read yet.
    public final var isFault: Bool { flags.contains(.fault) }

    /// The object's ID: temporary until it is saved, then permanent.
    public final var objectID: NSManagedObjectID {
        if let lastID = state?.lastID { return lastID }
        if flags.contains(.temporaryID) { flags.insert(.temporaryIDWasShown) }
        return NSManagedObjectID(entity: layout.entity, store: storeReference, primaryKey: primaryKey)
    }

    /// Whether the identity map may drop the object when nobody else holds it.
    final var canBeForgotten: Bool { flags.isDisjoint(with: [.inserted, .updated, .deleted]) }

    /// The row that the object shows; nil for a new object or a fault without one.
    final var row: PackedRow? {
        guard let rowBase, !flags.contains(.batched) else { return nil }
        return PackedRow(base: rowBase)
    }

    /// Entity and ID, never a value: a log must not show what is in a contact book.
    open override var description: String {
        let state =
            isDeleted ? ", deleted" : isInserted ? ", inserted" : isUpdated ? ", updated" : isFault ? ", fault" : ""
        return "<\(layout.name) \(objectIDText)\(state)>"
    }

    open override var debugDescription: String { description }

    final var objectIDText: String { primaryKey < 0 ? "t\(-primaryKey)" : "p\(primaryKey)" }
}

@available(*, unavailable, message: "Objects belong to their context's queue: pass the objectID to other threads.")
extension NSManagedObject: @unchecked Sendable {}
