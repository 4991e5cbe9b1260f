import Foundation

extension ArchiveNode {
    /// How many values one call of `propertyValue` may make, and how deep they may nest.
    private static let largest = 100_000
    private static let deepest = 32

    /// The value as Foundation has it: `String`, `NSNumber`, `NSDecimalNumber`, `Date`, `Data`, `UUID`, `URL`, `NSNull`,
    /// an array or set of such, or a dictionary with texts as keys. Nil for an object of another class, alone or anywhere
    /// in a collection.
    ///
    /// - Throws: `KeyedArchiveError` with code `corrupt` for collections that contain themselves or unfold to too much,
    ///   and for values that are not what their class says.
    package func propertyValue() throws -> Any? {
        var room = Self.largest
        return try propertyValue(depth: 0, &room)
    }

    /// As `propertyValue()`, where several calls share what may be made.
    func propertyValue(_ room: inout Int) throws -> Any? { try propertyValue(depth: 0, &room) }

    private func propertyValue(depth: Int, _ room: inout Int) throws -> Any? {
        room -= 1
        guard depth < Self.deepest, room >= 0 else {
            throw KeyedArchiveError.corrupt("collections contain themselves, or too much")
        }
        if let string { return string }
        if let data { return data }
        switch value {
        case .bool(let flag): return NSNumber(value: flag)
        case .integer(let number): return NSNumber(value: number)
        case .unsigned(let number): return NSNumber(value: number)
        case .real(let number): return NSNumber(value: number)
        case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
        case .null: return NSNull()
        default: break
        }
        if let entries {
            var result: [String: Any] = [:]
            for (key, node) in entries {
                guard let key = key.string, let value = try node.propertyValue(depth: depth + 1, &room) else {
                    return nil
                }
                result[key] = value
            }
            return result
        }
        if let array {
            var items: [Any] = []
            for node in array {
                guard let item = try node.propertyValue(depth: depth + 1, &room) else { return nil }
                items.append(item)
            }
            return isKind(of: "NSSet") ? Self.set(items) : items
        }
        return try objectValue()
    }

    /// The value of one of Foundation's small classes.
    private func objectValue() throws -> Any? {
        switch className {
        case "NSNull": return NSNull()
        case "NSDate", "__NSDate", "__NSTaggedDate":
            guard let seconds = self["NS.time"]?.double else { throw damaged() }
            return Date(timeIntervalSinceReferenceDate: seconds)
        case "NSUUID":
            guard let bytes = self["NS.uuidbytes"]?.data, bytes.count == 16 else { throw damaged() }
            return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        case "NSURL":
            guard let url = url(depth: 0) else { throw damaged() }
            return url
        case "NSDecimalNumber":
            guard let length = self["NS.length"]?.int, let exponent = self["NS.exponent"]?.int,
                let mantissa = self["NS.mantissa"]?.data
            else { throw damaged() }
            let decimal = try Decimal(
                archivedLength: length, exponent: exponent, isNegative: self["NS.negative"]?.bool ?? false,
                mantissa: mantissa, isBigEndian: self["NS.mantissa.bo"]?.int == 2)
            return NSDecimalNumber(decimal: decimal)
        default: return nil
        }
    }

    private func url(depth: Int) -> URL? {
        guard depth < Self.deepest, let text = self["NS.relative"]?.string else { return nil }
        guard let base = self["NS.base"] else { return URL(string: text) }
        return base.url(depth: depth + 1).flatMap { URL(string: text, relativeTo: $0) }
    }

    /// A set of texts, numbers and the like. A decimal number cannot be hashed on Linux, so such a set is none.
    private static func set(_ items: [Any]) -> Any? {
        var set: Set<AnyHashable> = []
        for item in items {
            switch item {
            case is NSDecimalNumber: return nil
            case let text as String: set.insert(text)
            case let number as NSNumber: set.insert(number)
            case let date as Date: set.insert(date)
            case let data as Data: set.insert(data)
            case let uuid as UUID: set.insert(uuid)
            case let url as URL: set.insert(url)
            default: return nil
            }
        }
        return set
    }

    private func damaged() -> KeyedArchiveError {
        .corrupt("an object of class \(className ?? "?") lacks its value")
    }
}
