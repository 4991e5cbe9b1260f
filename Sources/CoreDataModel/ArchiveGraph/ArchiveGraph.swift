import Foundation

/// A keyed archive as a graph of nodes: of each object the class that it says it is of, and its fields.
///
/// No class is ever made, whatever the archive asks for, so that a hostile file can do no more than be read wrong. Objects
/// may lead back to each other; whoever follows them has to stop by itself.
///
/// ```swift
/// let graph = try ArchiveGraph(data)
/// for (name, entity) in graph.root["NSEntities"]?.dictionary ?? [] { … }
/// ```
package final class ArchiveGraph: Sendable {
    fileprivate let objects: [ArchivedValue]
    private let rootValue: ArchivedValue

    /// Reads an archive in binary or XML form.
    ///
    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    package init(_ data: Data) throws {
        let list =
            data.starts(with: Array("bplist".utf8))
            ? try ArchivedValueReader.value(in: data) : try XMLPropertyList.value(in: data)
        guard case .dictionary(let archive) = list, case .string("NSKeyedArchiver")? = archive["$archiver"],
            case .array(let objects)? = archive["$objects"], case .dictionary(let top)? = archive["$top"],
            let root = top["root"]
        else { throw KeyedArchiveError.corrupt("not a keyed archive") }
        self.objects = objects
        rootValue = root
    }

    /// The object that was archived.
    package var root: ArchiveNode {
        ArchiveNode(rootValue, in: self) ?? ArchiveNode(graph: self, value: .null, uid: nil)
    }
}

/// An object of a keyed archive, or a plain value in one.
package struct ArchiveNode: Sendable {
    fileprivate let graph: ArchiveGraph
    fileprivate let value: ArchivedValue
    /// The object's number; nil for a value that stands in another object.
    package let uid: Int?

    fileprivate init(graph: ArchiveGraph, value: ArchivedValue, uid: Int?) {
        self.graph = graph
        self.value = value
        self.uid = uid
    }

    /// Nil for an archived nil, and for a reference to nothing.
    fileprivate init?(_ value: ArchivedValue, in graph: ArchiveGraph) {
        switch value {
        case .uid(let uid):
            guard uid > 0, uid < graph.objects.count else { return nil }
            self.init(graph: graph, value: graph.objects[uid], uid: uid)
        case .null: return nil
        default: self.init(graph: graph, value: value, uid: nil)
        }
    }

    // MARK: - Objects

    /// The class that the object says it is of; nil for a plain value.
    package var className: String? {
        guard case .dictionary(let fields) = value, let reference = fields["$class"],
            case .dictionary(let description)? = ArchiveNode(reference, in: graph)?.value,
            case .string(let name)? = description["$classname"]
        else { return nil }
        return name
    }

    /// A field of the object; nil where there is none, or it is nil.
    package subscript(_ key: String) -> ArchiveNode? {
        guard case .dictionary(let fields) = value, let field = fields[key] else { return nil }
        return ArchiveNode(field, in: graph)
    }

    // MARK: - Plain values

    /// A text, whether mutable or not.
    package var string: String? {
        if case .string(let text) = value { return text }
        guard let className, ["NSString", "NSMutableString"].contains(className) else { return nil }
        return self["NS.string"]?.string
    }

    /// A whole number; a flag counts as 0 or 1.
    package var int: Int? {
        switch value {
        case .integer(let number): Int(exactly: number)
        case .bool(let flag): flag ? 1 : 0
        case .real(let number): Int(exactly: number)
        default: nil
        }
    }

    package var double: Double? {
        switch value {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// A number or flag that stands in the archive by itself.
    var scalar: NSNumber? {
        switch value {
        case .integer(let number): NSNumber(value: number)
        case .bool(let flag): NSNumber(value: flag)
        case .real(let number): NSNumber(value: number)
        default: nil
        }
    }

    package var bool: Bool? { int.map { $0 != 0 } }

    package var data: Data? {
        if case .data(let data) = value { return data }
        guard let className, ["NSData", "NSMutableData"].contains(className) else { return nil }
        return self["NS.data"]?.data
    }

    package var date: Date? {
        if case .date(let seconds) = value { return Date(timeIntervalSinceReferenceDate: seconds) }
        guard className == "NSDate" else { return nil }
        return self["NS.time"]?.double.map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    // MARK: - Collections

    /// The members of an array or set, without nils; nil for anything else.
    package var array: [ArchiveNode]? {
        if case .array(let items) = value { return items.compactMap { ArchiveNode($0, in: graph) } }
        let known = ["NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet"]
        guard let className, known.contains(className) else { return nil }
        return self["NS.objects"]?.array
    }

    /// The entries of a dictionary, in the archive's order; nil for anything else.
    package var entries: [(key: ArchiveNode, value: ArchiveNode)]? {
        switch className {
        case "NSDictionary", "NSMutableDictionary":
            guard let keys = self["NS.keys"]?.array, let values = self["NS.objects"]?.array else { return nil }
            return zip(keys, values).map { (key: $0, value: $1) }
        case "NSKnownKeysDictionary1":
            guard let keys = self["searchMapping"]?["keys"]?.array, let values = self["values"]?.array else {
                return nil
            }
            let empty = self["emptyToken"]?.string
            return zip(keys, values).filter { empty == nil || $1.string != empty }.map { (key: $0, value: $1) }
        default: return nil
        }
    }

    /// The entries of a dictionary whose keys are texts, in the archive's order.
    package var dictionary: [(key: String, value: ArchiveNode)]? {
        entries?.compactMap { entry in entry.key.string.map { (key: $0, value: entry.value) } }
    }
}
