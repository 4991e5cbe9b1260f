import Synchronization

/// A class whose key paths give no name of their own at run time, and that finds the name itself: generated managed object
/// classes read the key path on a recording object.
package protocol KeyPathNaming {
    /// The key path in key-value coding's form, `"name"` or `"department.name"`; nil if it has none.
    static func keyPathName(of keyPath: AnyKeyPath) -> String?
}

/// Names of key paths for key-value coding.
package enum KeyPathName {
    /// Key paths never change; those with names hold no subscript's argument. Hence `@unchecked Sendable`.
    private struct CacheKey: Hashable, @unchecked Sendable {
        let keyPath: AnyKeyPath
    }

    private static let cache = Mutex<[CacheKey: String]>([:])

    /// The name of `\Person.name`, "name"; nil when it cannot be known. Found once for each key path.
    package static func name(of keyPath: AnyKeyPath) -> String? {
        let cacheKey = CacheKey(keyPath: keyPath)
        if let name = cache.withLock({ $0[cacheKey] }) { return name }
        let root = type(of: keyPath).rootType
        let found = (root as? any KeyPathNaming.Type)?.keyPathName(of: keyPath) ?? describedName(keyPath, root)
        guard let name = found else { return nil }
        cache.withLock { $0[cacheKey] = name }
        return name
    }

    /// The name, or the end of the program.
    package static func requiredName(of keyPath: AnyKeyPath) -> String {
        guard let name = name(of: keyPath) else {
            preconditionFailure(
                "\(keyPath) has no name at run time. Name the key in a string instead: NSSortDescriptor(key:ascending:)."
            )
        }
        return name
    }

    /// Reads the description that Swift gives, `\Person.boss?.name`. Computed properties appear there as addresses.
    private static func describedName(_ keyPath: AnyKeyPath, _ root: Any.Type) -> String? {
        let description = String(describing: keyPath)
        let prefix = "\\\(root)."
        guard description.hasPrefix(prefix) else { return nil }
        let path = description.dropFirst(prefix.count).filter { $0 != "?" && $0 != "!" }
        guard path.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }), !path.isEmpty else {
            return nil
        }
        return path
    }
}
