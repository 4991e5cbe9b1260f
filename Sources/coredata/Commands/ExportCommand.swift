import CommandKit
import CoreData

/// `coredata export`: everything in a store, as files.
enum ExportCommand {
    private static let directory = Positional(
        "DIR", as: .directory, help: "A folder that does not exist yet, or is empty.")

    static var command: Command {
        Command(
            "export",
            summary: "Write everything in a store into files.",
            discussion: """
                Each entity becomes ENTITY.ndjson, an object a line, with all of its attributes and relationships. Bytes \
                become files in the folder data, which the lines name.
                """,
            positionals: [ModelOption.store, directory],
            examples: [HelpEntry("coredata export Notes.sqlite notes", "")],
            action: { call in
                try Interruption.watch {
                    try OpenStore.open(call.arguments[ModelOption.store], for: .reading, call) { try run(in: $0, call) }
                }
            })
    }

    private static func run(in store: OpenStore, _ call: Invocation) throws -> ExitCode {
        let target = URL(fileURLWithPath: call.arguments[directory], isDirectory: true)
        let present = try? FileManager.default.contentsOfDirectory(atPath: target.path)
        guard present?.isEmpty ?? true else {
            throw CommandError(.cannotCreate, "The folder is not empty", hint: "Name another", file: target.path)
        }
        // Written beside and renamed, so that a folder of that name is complete.
        let part = target.deletingLastPathComponent().appendingPathComponent(
            ".\(target.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).part", isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
            var losses = UnreadableValues(call.talk)
            let count = try write(store, to: part, &losses, call)
            if present != nil { try FileManager.default.removeItem(at: target) }
            try FileManager.default.moveItem(at: part, to: target)
            call.talk.report("Exported \(count) \(count == 1 ? "object" : "objects") to \(call.arguments[directory])")
            if losses.areThere { return .partial }
        } catch {
            try? FileManager.default.removeItem(at: part)
            throw error
        }
        return .ok
    }

    private static func write(
        _ store: OpenStore, to directory: URL, _ losses: inout UnreadableValues, _ call: Invocation
    ) throws -> Int {
        let progress = Progress("Exporting", talk: call.talk)
        defer { progress.finish() }
        var count = 0
        for entity in store.model.entities where !entity.isAbstract {
            guard let name = entity.name else { continue }
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.includesSubentities = false
            request.returnsObjectsAsFaults = false
            // The objects of a part are read together with what they lead to.
            let relationships = entity.relationshipsByName.values.filter { !$0.isTransient }
            request.relationshipKeyPathsForPrefetching = relationships.filter(\.isToMany).map(\.name)
            let properties = entity.properties.filter {
                !$0.isTransient && !($0 is NSFetchedPropertyDescription)
            }.sorted { $0.name < $1.name }
            let file = try ExportedFile(directory.appendingPathComponent("\(fileName(name)).ndjson"))
            try store.context.forEach(request) { object in
                try Interruption.check()
                var entries: [(key: String, value: ShownValue)] = [("ID", ShownValue(object.objectID))]
                for property in properties {
                    let value = try object.tryValue(forKey: property.name)
                    let bytes = value as? Data ?? (value as? OpaqueValue)?.data
                    if let bytes {
                        let path = try write(bytes, of: object, property.name, in: directory)
                        entries.append((property.name, .object([("file", .string(path))])))
                    } else {
                        let type = (property as? NSAttributeDescription)?.attributeType
                        entries.append((property.name, ShownValue(value, type: type)))
                    }
                }
                losses.note(store.context)
                try file.write(ShownValue.object(entries).json + "\n")
                count += 1
                progress.update(done: count)
            }
            try file.close()
        }
        return count
    }

    /// A name as part of a file's: whatever a model says, the file is in its folder.
    private static func fileName(_ name: String) -> String {
        name.replacing("/", with: "-").replacing("\0", with: "-").replacing(/^\./, with: "-")
    }

    /// Writes bytes into a file of their own and returns its path within the folder.
    private static func write(
        _ bytes: Data, of object: NSManagedObject, _ key: String, in directory: URL
    ) throws -> String {
        let folder = directory.appendingPathComponent("data", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = fileName("\(ObjectReference.text(of: object.objectID))-\(key)")
        try bytes.write(to: folder.appendingPathComponent(name))
        return "data/\(name)"
    }
}

/// A text file that is written a piece at a time.
private final class ExportedFile {
    private let handle: FileHandle
    private var buffer: [UInt8] = []

    init(_ url: URL) throws {
        try Data().write(to: url)
        handle = try FileHandle(forWritingTo: url)
    }

    func write(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count > 1 << 16 { try flush() }
    }

    func close() throws {
        try flush()
        try handle.close()
    }

    private func flush() throws {
        try handle.write(contentsOf: Data(buffer))
        buffer.removeAll(keepingCapacity: true)
    }
}
