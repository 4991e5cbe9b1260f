import Synchronization

/// Finds policy classes by the names that mapping models give.
enum MigrationPolicyClasses {
    private static let registered = Mutex<[String: NSEntityMigrationPolicy.Type]>([:])

    static func register(_ policyClass: NSEntityMigrationPolicy.Type, name: String) {
        registered.withLock { $0[name] = policyClass }
    }

    /// The class of a mapping's policy: the one registered under its name, the one of that name in the program, or one
    /// that was registered with the same last part of the name.
    ///
    /// - Throws: `CocoaError` 134170 when there is none.
    static func policyClass(for mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy.Type {
        guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else {
            return NSEntityMigrationPolicy.self
        }
        if let exact = registered.withLock({ $0[name] }) { return exact }
        if let found = ObjectClassRegistry.anyClass(named: name) as? NSEntityMigrationPolicy.Type { return found }
        let last = lastPart(name)
        let alike = registered.withLock { $0.filter { lastPart($0.key) == last } }
        if let first = alike.values.first, alike.values.allSatisfy({ $0 == first }) { return first }
        throw CocoaError.coreData(
            .entityMigrationPolicy,
            "The entity mapping \(mapping.label) needs the class \(name), a NSEntityMigrationPolicy: register yours with "
                + "NSEntityMigrationPolicy.register(_:forName:)")
    }

    private static func lastPart(_ name: String) -> Substring { name.split(separator: ".").last ?? "" }
}
