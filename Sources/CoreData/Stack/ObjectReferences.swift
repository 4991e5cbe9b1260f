/// What an atomic or incremental store calls its rows, and the keys that stand for them in memory.
///
/// A name is a number, a text, a UUID or anything else that its text tells apart from every other name of the same root
/// entity; its text is what URIs of object IDs hold.
final class ObjectReferences: @unchecked Sendable {
    // Sendable: `tables` is guarded by `lock`; references are values.

    private struct Table {
        var keys: [String: Int64] = [:]
        /// The reference of key 1 first.
        var references: [Any] = []
    }

    private let lock = NSLock()
    private var tables: [String: Table] = [:]

    /// The key of a row, given out when it is first asked for.
    func key(for reference: Any, in entity: NSEntityDescription) -> Int64 {
        let text = Self.text(of: reference)
        return lock.withLock {
            var table = tables.removeValue(forKey: Self.root(entity)) ?? Table()
            defer { tables[Self.root(entity)] = table }
            if let known = table.keys[text] { return known }
            table.references.append(reference)
            let key = Int64(table.references.count)
            table.keys[text] = key
            return key
        }
    }

    /// The key of the row with this text; nil when no such row has come up.
    func knownKey(forText text: String, in entity: NSEntityDescription) -> Int64? {
        lock.withLock { tables[Self.root(entity)]?.keys[text] }
    }

    /// What the store calls the row; nil for a key that was not given out.
    func reference(of key: Int64, in entity: NSEntityDescription) -> Any? {
        lock.withLock {
            guard let table = tables[Self.root(entity)], key > 0, key <= table.references.count else { return nil }
            return table.references[Int(key) - 1]
        }
    }

    static func text(of reference: Any) -> String { "\(reference)" }

    private static func root(_ entity: NSEntityDescription) -> String { entity.rootEntity.name ?? "" }
}
