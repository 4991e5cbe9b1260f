import Foundation

extension ArchiveNode {
    /// How deep collections may nest in a plain value, and how much it may unfold to.
    private static let depthLimit = 32
    private static let countLimit = 100_000

    /// The value of a property-list class (and URL, UUID, decimal number, null) as Foundation has it: numbers as
    /// `NSNumber`, collections as Swift's. Nil for an object of any other class.
    package var plainValue: Any? {
        var count = 0
        return plainValue(depth: 0, &count)
    }

    private func plainValue(depth: Int, _ count: inout Int) -> Any? {
        count += 1
        guard depth < Self.depthLimit, count < Self.countLimit else { return nil }
        if let string { return string }
        if let number { return number }
        if let data { return data }
        if let date { return date }
        if let array {
            var values: [Any] = []
            for node in array {
                guard let value = node.plainValue(depth: depth + 1, &count) else { return nil }
                values.append(value)
            }
            return values
        }
        if let dictionary {
            var values: [String: Any] = [:]
            for (key, node) in dictionary {
                guard let value = node.plainValue(depth: depth + 1, &count) else { return nil }
                values[key] = value
            }
            return values
        }
        switch className {
        case "NSURL":
            let base = depth < 2 ? self["NS.base"]?.plainValue(depth: depth + 1, &count) as? URL : nil
            return self["NS.relative"]?.string.flatMap { URL(string: $0, relativeTo: base) }
        case "NSUUID": return self["NS.uuidbytes"]?.data.flatMap(UUID.init(archivedBytes:))
        case "NSNull": return NSNull()
        default: return nil
        }
    }

    /// A number, with the type that it was archived with.
    private var number: NSNumber? {
        switch className {
        case nil: break
        case "NSDecimalNumber", "NSDecimalNumberPlaceholder":
            guard let length = self["NS.length"]?.int, let exponent = self["NS.exponent"]?.int,
                let mantissa = self["NS.mantissa"]?.data
            else { return nil }
            let decimal = try? Decimal(
                archivedLength: length, exponent: exponent, isNegative: self["NS.negative"]?.bool ?? false,
                mantissa: [UInt8](mantissa), isBigEndian: self["NS.mantissa.bo"]?.int == 2)
            return decimal.map { NSDecimalNumber(decimal: $0) }
        case "NSNumber":
            // The form of old archives.
            return (self["NS.intval"] ?? self["NS.dblval"] ?? self["NS.boolval"])?.number
        default: return nil
        }
        return scalar
    }
}

extension UUID {
    init?(archivedBytes data: Data) {
        let b = [UInt8](data)
        guard b.count == 16 else { return nil }
        self.init(
            uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15])
        )
    }
}
