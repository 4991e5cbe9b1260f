import Foundation

extension BinaryPropertyList {
    /// Deeper nesting is taken for damage.
    private static let deepest = 64

    /// The value that the file holds, in the types that `BinaryPropertyListWriter.data(propertyList:)` takes.
    ///
    /// - Throws: `KeyedArchiveError` with code `corrupt`; also for a collection that is in several places, which could
    ///   make a small file large.
    package func propertyList() throws -> Any {
        var seen: Set<Int> = []
        return try value(at: topIndex, depth: 0, &seen)
    }

    private func value(at index: Int, depth: Int, _ seen: inout Set<Int>) throws -> Any {
        switch try object(at: index) {
        case .bool(let flag): return flag
        case .integer(let number): return number
        case .unsigned(let number): return number
        case .real(let number): return number
        case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let range): return Data(bytes[range])
        case .string(let text): return text
        case .array(let references):
            try enter(index, depth, &seen)
            return try values(references, depth + 1, &seen)
        case .dictionary(let keys, let references):
            try enter(index, depth, &seen)
            var dictionary: [String: Any] = [:]
            let values = try values(references, depth + 1, &seen)
            for (position, value) in values.enumerated() {
                guard case .string(let key) = try object(at: self.index(position, of: keys)) else {
                    throw KeyedArchiveError.corrupt("a key is no string")
                }
                dictionary[key] = value
            }
            return dictionary
        case .null, .uid, .set: throw KeyedArchiveError.corrupt("an object is no property list")
        }
    }

    private func values(_ references: References, _ depth: Int, _ seen: inout Set<Int>) throws -> [Any] {
        var values: [Any] = []
        values.reserveCapacity(references.count)
        for position in 0..<references.count {
            values.append(try value(at: index(position, of: references), depth: depth, &seen))
        }
        return values
    }

    private func enter(_ index: Int, _ depth: Int, _ seen: inout Set<Int>) throws {
        guard depth < Self.deepest, seen.insert(index).inserted else {
            throw KeyedArchiveError.corrupt("a collection is inside of itself, or in two places")
        }
    }
}
