import Foundation

extension Operand {
    /// Equality of values. Numbers of all types compare by their exact values; texts by their bytes; values of different
    /// kinds are not equal. Null equals null here; what a store makes of null is decided by the caller.
    package func isEqual(to other: Operand) -> Bool {
        switch (self, other) {
        case (.null, .null): return true
        case (.string(let a), .string(let b)): return Self.areEqual(a, b)
        case (.integer(let a), .integer(let b)): return a == b
        case (.date(let a), .date(let b)): return a == b
        case (.uuid(let a), .uuid(let b)): return a == b
        case (.url(let a), .url(let b)): return a.absoluteURL == b.absoluteURL
        case (.data(let a), .data(let b)): return a == b
        case (.collection(let a), .collection(let b)): return Self.areEqual(a, b)
        case (.other(let a), .other(let b)): return Self.areEqual(a, b)
        case _ where isNumber && other.isNumber: return compareNumber(other) == .orderedSame
        default: return false
        }
    }

    /// The order of two values of one kind; nil when they have none: null, NaN, different kinds, collections.
    package func compare(_ other: Operand) -> ComparisonResult? {
        switch (self, other) {
        case (.string(let a), .string(let b)): return Self.compareBytes(a, b)
        case (.integer(let a), .integer(let b)): return Self.order(a, b)
        case (.date(let a), .date(let b)):
            return Self.order(a.timeIntervalSinceReferenceDate, b.timeIntervalSinceReferenceDate)
        case (.uuid(let a), .uuid(let b)): return Self.compareBytes(a.uuidString, b.uuidString)
        case (.url(let a), .url(let b)): return Self.compareBytes(a.absoluteString, b.absoluteString)
        case (.data(let a), .data(let b)):
            if a == b { return .orderedSame }
            return a.lexicographicallyPrecedes(b) ? .orderedAscending : .orderedDescending
        default: return compareNumber(other)
        }
    }

    /// Whether `compare` has a meaning for the two kinds, apart from NaN.
    func hasOrder(with other: Operand) -> Bool {
        switch (self, other) {
        case (.string, .string), (.date, .date), (.uuid, .uuid), (.url, .url), (.data, .data): true
        default: isNumber && other.isNumber
        }
    }

    // MARK: Numbers

    /// Exact, also where a 64-bit integer meets a `Double` beyond 2^53. A decimal fraction meets a `Double` as the nearest
    /// `Double`, as in a store's REAL column: 0.1 equals 0.1.
    private func compareNumber(_ other: Operand) -> ComparisonResult? {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): Self.order(a, b)
        case (.unsigned(let a), .unsigned(let b)): Self.order(a, b)
        case (.integer, .unsigned): .orderedAscending
        case (.unsigned, .integer): .orderedDescending
        case (.double(let a), .double(let b)): Self.order(a, b)
        case (.integer(let a), .double(let b)): Self.order(a, b)
        case (.double(let a), .integer(let b)): Self.order(b, a)?.reversed
        case (.unsigned(let a), .double(let b)): Self.order(a, b)
        case (.double(let a), .unsigned(let b)): Self.order(b, a)?.reversed
        case (.decimal(let a), .double(let b)): Self.order(a.nearestDouble, b)
        case (.double(let a), .decimal(let b)): Self.order(a, b.nearestDouble)
        case (.decimal(let a), .decimal(let b)): Self.order(a, b)
        case (.decimal(let a), .integer(let b)): Self.order(a, Decimal(b))
        case (.integer(let a), .decimal(let b)): Self.order(Decimal(a), b)
        case (.decimal(let a), .unsigned(let b)): Self.order(a, Decimal(b))
        case (.unsigned(let a), .decimal(let b)): Self.order(Decimal(a), b)
        default: nil
        }
    }

    private static func order<T: Comparable>(_ a: T, _ b: T) -> ComparisonResult? {
        a < b ? .orderedAscending : a > b ? .orderedDescending : a == b ? .orderedSame : nil
    }

    private static func order<T: FixedWidthInteger>(_ a: T, _ b: Double) -> ComparisonResult? {
        if b.isNaN { return nil }
        // Both bounds are powers of two, hence exact as a Double.
        if b >= Double(sign: .plus, exponent: T.isSigned ? 63 : 64, significand: 1) { return .orderedAscending }
        if b < Double(T.min) { return .orderedDescending }
        let whole = T(b.rounded(.down))
        if a != whole { return a < whole ? .orderedAscending : .orderedDescending }
        return b > b.rounded(.down) ? .orderedAscending : .orderedSame
    }

    // MARK: Texts, collections, objects

    /// By UTF-8 bytes, which is the order of code points and of SQLite's BINARY.
    static func compareBytes(_ a: String, _ b: String) -> ComparisonResult {
        var a = a
        var b = b
        return a.withUTF8 { a in
            b.withUTF8 { b in Collation.compareBytes(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b)) }
        }
    }

    /// The same bytes. `==` of strings would take composed and decomposed letters for equal.
    static func areEqual(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && compareBytes(a, b) == .orderedSame
    }

    private static func areEqual(_ a: [Any?], _ b: [Any?]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { Operand($0).isEqual(to: Operand($1)) }
    }

    private static func areEqual(_ a: Any, _ b: Any) -> Bool {
        if let a = a as? NSObject, let b = b as? NSObject { return a === b || a.isEqual(b) }
        if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
        if type(of: a) is AnyClass, type(of: b) is AnyClass { return (a as AnyObject) === (b as AnyObject) }
        return false
    }
}

extension ComparisonResult {
    var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedDescending: .orderedAscending
        case .orderedSame: .orderedSame
        }
    }
}
