import CommandKit
import CoreData

/// An object on the command line: `Person/p12`, `Person/12`, or the URI of its ID.
enum ObjectReference {
    static let positional = Positional("OBJECT", as: .text, help: "The object: Person/p12, or the URI of its ID.")

    /// An object as listings show it.
    static func text(of id: NSManagedObjectID) -> String {
        let uri = id.uriRepresentation()
        return "\(id.entity.name ?? "")/\(uri.lastPathComponent)"
    }

    /// The ID that a text stands for. Whether there is such an object is not looked at.
    ///
    /// - Throws: `CommandError` (2) for a text of another form or an unknown entity.
    static func id(_ text: String, in store: OpenStore) throws -> NSManagedObjectID {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        var uri = URL(string: text)
        if uri?.scheme != "x-coredata" {
            guard parts.count == 2, parts[1].drop(while: { $0 == "p" }).allSatisfy(\.isASCIIDigit), !parts[1].isEmpty
            else { throw malformed(text) }
            let entity = try store.entity(named: String(parts[0]))
            let number = parts[1].drop { $0 == "p" }
            uri = URL(string: "x-coredata://\(store.identifier)/\(entity.name ?? "")/p\(number)")
        }
        guard let uri, let id = store.coordinator.managedObjectID(forURIRepresentation: uri) else {
            throw CommandError(
                .usage, "'\(text.escapedControls)' names no object of this store",
                hint: "Write it as 'coredata fetch' shows it, such as Person/p12")
        }
        return id
    }

    private static func malformed(_ text: String) -> CommandError {
        CommandError(
            .usage, "'\(text.escapedControls)' is no object",
            hint: "Write it as 'coredata fetch' shows it, such as Person/p12")
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
