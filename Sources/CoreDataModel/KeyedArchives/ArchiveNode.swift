import Foundation

/// One object or value of a keyed archive.
///
/// A member that asks for a kind of value (`string`, `array` …) is nil where the node is of another kind.
package struct ArchiveNode: Sendable {
    let graph: ArchiveGraph
    /// Never a reference.
    let value: ArchiveGraph.Value
    /// The object's number in the archive, the same wherever it is referred to; nil for a value inside of an object.
    package let id: Int?

    init(_ value: ArchiveGraph.Value, in graph: ArchiveGraph) {
        self.graph = graph
        var value = value
        var id: Int?
        // The archive's objects are no references themselves; one that is counts as nil.
        if case .reference(let index) = value {
            id = index
            value = graph.objects[index]
            if case .reference = value { value = .null }
        }
        self.id = id
        self.value = value
    }

    /// Whether the node stands for nil.
    package var isNull: Bool {
        if case .null = value { return true }
        return false
    }

    // MARK: Objects

    /// The name of the object's class; nil for a plain value, which needs none.
    package var className: String? { classNames.first }

    /// The name of the object's class and of the classes above it, the nearest first.
    package var classNames: [String] {
        guard case .dictionary(let fields) = value, let reference = fields["$class"],
            case .dictionary(let description) = ArchiveNode(reference, in: graph).value,
            case .string(let name) = description["$classname"]
        else { return [] }
        guard case .array(let names) = description["$classes"] else { return [name] }
        let lineage = names.compactMap { if case .string(let name) = $0 { name } else { nil } }
        return lineage.first == name ? lineage : [name] + lineage
    }

    /// Whether the object's class is the one with this name or below it.
    package func isKind(of name: String) -> Bool { classNames.contains(name) }

    /// The names of the object's fields.
    package var fieldNames: [String] {
        guard case .dictionary(let fields) = value else { return [] }
        return fields.keys.filter { $0 != "$class" }.sorted()
    }

    /// A field of the object; nil where it is missing or holds nil.
    package subscript(_ field: String) -> ArchiveNode? {
        guard case .dictionary(let fields) = value, let value = fields[field] else { return nil }
        let node = ArchiveNode(value, in: graph)
        return node.isNull ? nil : node
    }

    // MARK: Values

    /// The text, also of an `NSMutableString`.
    package var string: String? {
        switch value {
        case .string(let text): text
        case .dictionary: isKind(of: "NSString") ? self["NS.string"]?.string : nil
        default: nil
        }
    }

    /// The whole number; a Boolean is 0 or 1.
    package var int: Int? {
        switch value {
        case .integer(let number): Int(exactly: number)
        case .bool(let flag): flag ? 1 : 0
        case .real(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The truth value; a number is true unless it is 0.
    package var bool: Bool? {
        switch value {
        case .bool(let flag): flag
        case .integer(let number): number != 0
        default: nil
        }
    }

    /// The number.
    package var double: Double? {
        switch value {
        case .real(let number): number
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        default: nil
        }
    }

    /// The bytes, also of an `NSMutableData`.
    package var data: Data? {
        switch value {
        case .data(let data): data
        case .dictionary: isKind(of: "NSData") ? self["NS.data"]?.data : nil
        default: nil
        }
    }

    // MARK: Collections

    /// The elements of an array, a set or an ordered set.
    package var array: [ArchiveNode]? {
        switch value {
        case .array(let values): values.map { ArchiveNode($0, in: graph) }
        case .dictionary:
            ["NSArray", "NSSet", "NSOrderedSet"].contains(where: isKind) ? self["NS.objects"]?.array : nil
        default: nil
        }
    }

    /// The texts of an array; elements that are no text are left out.
    package var strings: [String]? { array?.compactMap(\.string) }

    /// The entries of a dictionary, in the archive's order. A known-keys dictionary, which is an array of values beside
    /// a list of keys, lists the places that are filled.
    package var entries: [(key: ArchiveNode, value: ArchiveNode)]? {
        guard isKind(of: "NSDictionary") else { return nil }
        if isKind(of: "NSKnownKeysDictionary") {
            guard let keys = self["searchMapping"]?["keys"]?.array, let values = self["values"]?.array else {
                return nil
            }
            let empty = self["emptyToken"]?.string
            return Array(zip(keys, values)).filter { _, value in
                !value.isNull && (empty == nil || value.string != empty)
            }
        }
        guard let keys = self["NS.keys"]?.array, let values = self["NS.objects"]?.array, keys.count == values.count
        else { return nil }
        return Array(zip(keys, values))
    }

    /// The entries of a dictionary whose keys are texts; others are left out.
    package var dictionary: [String: ArchiveNode]? {
        guard let entries else { return nil }
        return [String: ArchiveNode](
            entries.compactMap { entry in entry.key.string.map { ($0, entry.value) } }, uniquingKeysWith: { $1 })
    }
}
