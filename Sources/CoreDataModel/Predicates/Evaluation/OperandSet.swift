import Foundation

/// A set of operands under the equality of comparisons, for IN over many values and for distinct values.
struct OperandSet {
    /// Equal operands have equal buckets: numbers by their nearest Double, texts by their bytes.
    private enum Bucket: Hashable {
        case null
        case number(Double)
        case text(Text)
        case value(AnyHashable)
        case rest
    }

    /// A string that is equal to the same bytes only.
    private struct Text: Hashable {
        let string: String

        static func == (a: Text, b: Text) -> Bool { Operand.areEqual(a.string, b.string) }

        func hash(into hasher: inout Hasher) {
            var string = string
            string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private var buckets: [Bucket: [Operand]] = [:]

    init(_ values: [Any?] = []) {
        for value in values { insert(Operand(value)) }
    }

    @discardableResult
    mutating func insert(_ operand: Operand) -> Bool {
        let bucket = Self.bucket(of: operand)
        if buckets[bucket]?.contains(where: { $0.isEqual(to: operand) }) == true { return false }
        buckets[bucket, default: []].append(operand)
        return true
    }

    func contains(_ operand: Operand) -> Bool {
        buckets[Self.bucket(of: operand)]?.contains { $0.isEqual(to: operand) } == true
    }

    var containsNull: Bool { buckets[.null] != nil }

    private static func bucket(of operand: Operand) -> Bucket {
        switch operand {
        case .null: .null
        case .integer, .unsigned, .double, .decimal: .number(operand.double ?? 0)
        case .string(let value): .text(Text(string: value))
        case .date(let value): .value(value)
        case .uuid(let value): .value(value)
        case .url(let value): .value(value.absoluteURL)
        case .data(let value): .value(value)
        case .collection: .rest
        case .other(let value): (value as? AnyHashable).map { .value($0) } ?? .rest
        }
    }
}
