extension FixedWidthInteger {
    /// The bytes, the most significant first.
    var bigEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }

    /// The bytes, the least significant first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }

    /// The bits turned right by `count` places.
    func rotated(_ count: Int) -> Self where Self: UnsignedInteger {
        (self >> count) | (self << (Self.bitWidth - count))
    }
}
