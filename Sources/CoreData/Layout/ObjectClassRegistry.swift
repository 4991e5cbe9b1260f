import Synchronization

/// Finds managed object classes by the name that a model gives, and entities by class.
enum ObjectClassRegistry {
    private struct State {
        var classes: [String: NSManagedObject.Type?] = [:]
        /// The models in use, so that `Person(context:)` and `Person.fetchRequest()` find their entity.
        var entities: [ObjectIdentifier: NSEntityDescription] = [:]
    }

    private static let state = Mutex(State())

    /// The class called `name`: "Module.Person", or "Person" in the main module.
    static func objectClass(named name: String) -> NSManagedObject.Type? {
        if let known = state.withLock({ $0.classes[name] }) { return known }
        let found = candidates(name).lazy.compactMap { Self.anyClass(named: $0) as? NSManagedObject.Type }.first
        state.withLock { $0.classes[name] = .some(found) }
        return found
    }

    /// The standard library is asked first: `NSClassFromString` takes milliseconds the first time.
    static func anyClass(named name: String) -> Any.Type? {
        name.contains(".") ? _typeByName(name) ?? NSClassFromString(name) : NSClassFromString(name)
    }

    /// The entity that `objectClass` was last seen with.
    static func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription? {
        state.withLock { $0.entities[ObjectIdentifier(objectClass)] }
    }

    /// Remembers which class shows which entity.
    static func register(_ layout: ModelLayout) {
        state.withLock { state in
            for entity in layout.layouts where entity.objectClass != NSManagedObject.self {
                state.entities[ObjectIdentifier(entity.objectClass)] = entity.entity
            }
        }
    }

    /// Xcode writes ".Person" for "in the module that is being built"; that is the main program's module here.
    private static func candidates(_ name: String) -> [String] {
        let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
        if bare.contains(".") { return [bare] }
        let program = ProcessInfo.processInfo.processName
        return [bare, "\(program).\(bare)"]
    }
}
