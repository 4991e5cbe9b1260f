import Foundation

/// A keyed archive as a graph of nodes: class names and fields, without any class being made.
///
///     let graph = try ArchiveGraph(data)
///     let name = graph.root["NSEntityName"]?.string
///
/// It reads archives of classes that this package does not have, such as compiled models, whose objects refer to each
/// other in cycles. Nothing in the archive is instantiated, so a hostile one can do no more than be refused. Both forms
/// are read, the binary and the XML one. Memory grows with the file and not with what it would unfold to.
package final class ArchiveGraph: Sendable {
    /// What one field holds.
    package indirect enum Value: Sendable {
        /// Nil, as the archive's object 0 is.
        case null
        case bool(Bool)
        case integer(Int64)
        /// An integer above `Int64.max`.
        case unsigned(UInt64)
        case real(Double)
        /// Seconds since 2001-01-01 UTC.
        case date(Double)
        case data(Data)
        case string(String)
        /// The number of another object of the archive; checked to be in range.
        case reference(Int)
        case array([Value])
        case dictionary([String: Value])
    }

    /// The archive's objects: the index here is what a reference holds.
    let objects: [Value]
    private let rootIndex: Int

    /// Reads an archive, binary or XML.
    ///
    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    package init(_ data: Data) throws {
        let file: Value
        if data.starts(with: "bplist".utf8) {
            var decoder = BinaryDecoder(list: try BinaryPropertyList(data))
            file = try decoder.value(at: decoder.list.topIndex, depth: 0)
        } else {
            file = try XMLPropertyList.value(of: data)
        }
        guard case .dictionary(let fields) = file, case .string("NSKeyedArchiver") = fields["$archiver"],
            case .array(var objects) = fields["$objects"], case .dictionary(let top) = fields["$top"],
            case .reference(let root) = top["root"], !objects.isEmpty
        else { throw KeyedArchiveError.corrupt("not a keyed archive") }
        objects[0] = .null
        guard root < objects.count, objects.allSatisfy({ Self.isSound($0, count: objects.count) }) else {
            throw KeyedArchiveError.corrupt("a UID points at no object")
        }
        self.objects = objects
        rootIndex = root
    }

    /// The archived object.
    package var root: ArchiveNode { ArchiveNode(.reference(rootIndex), in: self) }

    /// All objects of the archive, in its order.
    package var nodes: [ArchiveNode] { objects.indices.map { ArchiveNode(.reference($0), in: self) } }

    private static func isSound(_ value: Value, count: Int) -> Bool {
        switch value {
        case .reference(let index): index < count
        case .array(let values): values.allSatisfy { isSound($0, count: count) }
        case .dictionary(let fields): fields.values.allSatisfy { isSound($0, count: count) }
        default: true
        }
    }
}

extension ArchiveGraph {
    /// How deep collections may nest inside of one object. Objects refer to each other by number, so that a real archive
    /// needs three.
    static let deepest = 16

    /// Decodes each object of a binary property list once, however often it is referred to.
    private struct BinaryDecoder {
        let list: BinaryPropertyList
        private var decoded: [Int: Value] = [:]
        /// Elements in all collections together: each is read from some bytes of the file, unless those overlap.
        private var room: Int

        init(list: BinaryPropertyList) {
            self.list = list
            room = list.bytes.count
        }

        mutating func value(at index: Int, depth: Int) throws -> Value {
            if let known = decoded[index] { return known }
            let value = try read(at: index, depth: depth)
            decoded[index] = value
            return value
        }

        private mutating func read(at index: Int, depth: Int) throws -> Value {
            switch try list.object(at: index) {
            case .null: return .null
            case .bool(let flag): return .bool(flag)
            case .integer(let number): return .integer(number)
            case .unsigned(let number): return .unsigned(number)
            case .real(let number): return .real(number)
            case .date(let seconds): return .date(seconds)
            case .data(let range):
                try take(range.count)
                return .data(Data(list.bytes[range]))
            case .string(let text):
                try take(text.utf8.count / 4)
                return .string(text)
            case .uid(let number): return .reference(number)
            case .array(let references), .set(let references):
                return .array(try values(references, depth))
            case .dictionary(let keys, let references):
                let values = try values(references, depth)
                var fields = [String: Value](minimumCapacity: values.count)
                for (position, value) in values.enumerated() {
                    guard case .string(let key) = try self.value(at: list.index(position, of: keys), depth: depth)
                    else { throw KeyedArchiveError.corrupt("a key is no string") }
                    fields[key] = value
                }
                return .dictionary(fields)
            }
        }

        private mutating func values(_ references: BinaryPropertyList.References, _ depth: Int) throws -> [Value] {
            guard depth < ArchiveGraph.deepest else {
                throw KeyedArchiveError.corrupt("collections are nested deeper than \(ArchiveGraph.deepest)")
            }
            try take(references.count)
            var values: [Value] = []
            values.reserveCapacity(references.count)
            for position in 0..<references.count {
                values.append(try value(at: list.index(position, of: references), depth: depth + 1))
            }
            return values
        }

        private mutating func take(_ count: Int) throws {
            guard count <= room else { throw KeyedArchiveError.corrupt("objects overlap each other") }
            room -= count
        }
    }
}
