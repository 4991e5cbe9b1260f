extension SQLValue: ExpressibleByNilLiteral {
    package init(nilLiteral: ()) { self = .null }
}

extension SQLValue: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension SQLValue: ExpressibleByFloatLiteral {
    package init(floatLiteral value: Double) { self = .real(value) }
}

extension SQLValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
}

/// True is 1 and false is 0, as in SQLite itself.
extension SQLValue: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
}

extension SQLValue: ExpressibleByArrayLiteral {
    package init(arrayLiteral bytes: UInt8...) { self = .blob(bytes) }
}
