import Foundation

/// A value of a keyed archive as the property list around it holds it.
package enum ArchivedValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case data(Data)
    case string(String)
    /// The number of another object.
    case uid(Int)
    case array([ArchivedValue])
    case dictionary([String: ArchivedValue])
}

/// Turns a binary property list into values.
struct ArchivedValueReader {
    /// Objects of an archive hold numbers, texts and references, and lists of them, no deeper.
    private static let depthLimit = 8
    /// A list may hold one object many times, so a small file can unfold to much.
    private static let countLimit = 16_000_000

    private let list: BinaryPropertyList
    private var count = 0

    static func value(in data: Data) throws -> ArchivedValue {
        var reader = ArchivedValueReader(list: try BinaryPropertyList(data))
        return try reader.value(at: reader.list.topIndex, depth: 0)
    }

    private init(list: BinaryPropertyList) { self.list = list }

    private mutating func value(at index: Int, depth: Int) throws -> ArchivedValue {
        count += 1
        guard depth < Self.depthLimit, count < Self.countLimit else {
            throw KeyedArchiveError.corrupt("the property list is nested too deeply, or too large")
        }
        switch try list.object(at: index) {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .integer(let number): return .integer(number)
        case .unsigned(let number): return .integer(Int64(bitPattern: number))
        case .real(let number): return .real(number)
        case .date(let seconds): return .date(seconds)
        case .data(let range): return .data(Data(list.bytes[range]))
        case .string(let text): return .string(text)
        case .uid(let uid): return .uid(uid)
        case .array(let references), .set(let references):
            return .array(
                try (0..<references.count).map { try value(at: list.index($0, of: references), depth: depth + 1) })
        case .dictionary(let keys, let values):
            var entries: [String: ArchivedValue] = [:]
            for position in 0..<keys.count {
                guard case .string(let key) = try list.object(at: list.index(position, of: keys)) else {
                    throw KeyedArchiveError.corrupt("a key is no text")
                }
                entries[key] = try value(at: list.index(position, of: values), depth: depth + 1)
            }
            return .dictionary(entries)
        }
    }
}
