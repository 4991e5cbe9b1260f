extension NSDecimalNumber {
    /// The number as a store's REAL column holds it: the nearest `Double`.
    ///
    /// Through the digits, since Foundation's own conversion here is off by some units in the last place.
    var storedValue: Double { Double(decimalValue.description) ?? .nan }

    /// The number that a REAL column stands for: the shortest decimal fraction that is stored as this `Double`.
    convenience init(stored value: Double) {
        self.init(decimal: Decimal(string: "\(value)") ?? .nan)
    }
}
