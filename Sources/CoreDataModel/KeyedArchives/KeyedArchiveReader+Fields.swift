import Foundation

extension KeyedArchiveReader {
    /// The keyed values of one archived instance.
    struct Fields {
        let list: BinaryPropertyList
        let keys: BinaryPropertyList.References
        let values: BinaryPropertyList.References

        func object(_ key: StaticString) throws -> BinaryPropertyList.Object {
            guard let index = try list.index(forKey: key, keys: keys, values: values) else {
                throw KeyedArchiveError.corrupt("an object lacks \(key)")
            }
            return try list.object(at: index)
        }

        func uid(_ key: StaticString) throws -> Int {
            guard case .uid(let uid) = try object(key) else { throw wrong(key) }
            return uid
        }

        func uids(_ key: StaticString) throws -> [Int] {
            guard case .array(let references) = try object(key) else { throw wrong(key) }
            var result: [Int] = []
            result.reserveCapacity(references.count)
            for position in 0..<references.count {
                guard case .uid(let uid) = try list.object(at: list.index(position, of: references)) else {
                    throw wrong(key)
                }
                result.append(uid)
            }
            return result
        }

        func string(_ key: StaticString) throws -> String {
            guard case .string(let string) = try object(key) else { throw wrong(key) }
            return string
        }

        func data(_ key: StaticString) throws -> Data {
            guard case .data(let range) = try object(key) else { throw wrong(key) }
            return Data(list.bytes[range])
        }

        func real(_ key: StaticString) throws -> Double {
            switch try object(key) {
            case .real(let number): return number
            case .integer(let number): return Double(number)
            default: throw wrong(key)
            }
        }

        func integer(_ key: StaticString) throws -> Int64 {
            guard case .integer(let number) = try object(key) else { throw wrong(key) }
            return number
        }

        func bool(_ key: StaticString) throws -> Bool {
            switch try object(key) {
            case .bool(let flag): return flag
            case .integer(let number): return number != 0
            default: throw wrong(key)
            }
        }

        func uuid(_ key: StaticString) throws -> UUID {
            let b = [UInt8](try data(key))
            guard b.count == 16 else { throw wrong(key) }
            return UUID(
                uuid: (
                    b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
                ))
        }

        private func wrong(_ key: StaticString) -> KeyedArchiveError { .corrupt("\(key) has the wrong type") }
    }
}
