// What generated classes call. `slot` is the property's place in `generatedPropertyNames`.
//
// Each getter first fires the fault, then looks at changed values, then at the packed row.

extension NSManagedObject {
    /// The slot as this model numbers it, with the object's values ready to be read.
    @inline(__always)
    final func ready(_ slot: Int) -> Int {
        if flags.contains(.fault) { prepareToRead(slot) }
        guard let map = layout.slotMap else { return slot }
        return mapped(slot, map)
    }

    @inline(never)
    private final func prepareToRead(_ slot: Int) {
        if flags.contains(.recording) {
            record(slot)
        } else {
            fireFault()
        }
    }

    @inline(never)
    private final func mapped(_ slot: Int, _ map: [Int]) -> Int {
        precondition(
            map[slot] >= 0,
            "\(layout.name) has no property '\(type(of: self).generatedPropertyNames[slot])' in the model of this store"
        )
        return map[slot]
    }

    @inline(__always)
    private final func entry(_ slot: Int) -> UInt64? {
        guard let rowBase else { return nil }
        return PackedRow(base: rowBase).entry(slot)
    }

    @inline(__always)
    private final func integer(_ slot: Int) -> Int64? {
        let slot = ready(slot)
        if let changed = state?.covering(slot) {
            if case .integer(let value) = changed { return value }
            return nil
        }
        return entry(slot).map { Int64(bitPattern: $0) }
    }

    @inline(__always)
    private final func real(_ slot: Int) -> Double? {
        let slot = ready(slot)
        if let changed = state?.covering(slot) {
            if case .real(let value) = changed { return value }
            return nil
        }
        return entry(slot).map { Double(bitPattern: $0) }
    }

    /// The text of a String attribute.
    public final func attribute(_ slot: Int) -> String? {
        let slot = ready(slot)
        if let changed = state?.covering(slot) {
            if case .text(let value) = changed { return value }
            return nil
        }
        guard let rowBase else { return nil }
        let row = PackedRow(base: rowBase)
        return row.entry(slot).map(row.string)
    }

    /// An integer attribute as a scalar; nil reads as 0, as in Xcode's scalar properties.
    public final func attribute(_ slot: Int) -> Int16 { Int16(truncatingIfNeeded: integer(slot) ?? 0) }
    /// An integer attribute as a scalar; nil reads as 0.
    public final func attribute(_ slot: Int) -> Int32 { Int32(truncatingIfNeeded: integer(slot) ?? 0) }
    /// An integer attribute as a scalar; nil reads as 0.
    public final func attribute(_ slot: Int) -> Int64 { integer(slot) ?? 0 }
    /// A Boolean attribute as a scalar; nil reads as false.
    public final func attribute(_ slot: Int) -> Bool { (integer(slot) ?? 0) != 0 }
    /// A Double attribute as a scalar; nil reads as 0.
    public final func attribute(_ slot: Int) -> Double { real(slot) ?? 0 }
    /// A Float attribute as a scalar; nil reads as 0.
    public final func attribute(_ slot: Int) -> Float { Float(real(slot) ?? 0) }
    /// A Date attribute.
    public final func attribute(_ slot: Int) -> Date? { real(slot).map { Date(timeIntervalSinceReferenceDate: $0) } }
    /// A Binary Data attribute; data kept outside the store's file is read now.
    public final func attribute(_ slot: Int) -> Data? {
        let slot = ready(slot)
        guard state == nil, layout.kinds[slot] == .binary, let rowBase else { return anyValue(slot) as? Data }
        let row = PackedRow(base: rowBase)
        return row.entry(slot).map(row.data)
    }
    /// A UUID attribute.
    public final func attribute(_ slot: Int) -> UUID? { anyValue(ready(slot)) as? UUID }
    /// A URI attribute.
    public final func attribute(_ slot: Int) -> URL? { anyValue(ready(slot)) as? URL }
    // A number attribute that is not a scalar would do with either overload: the plain one is meant.
    /// A Decimal attribute.
    @_disfavoredOverload
    public final func attribute(_ slot: Int) -> NSDecimalNumber? { anyValue(ready(slot)) as? NSDecimalNumber }

    /// A number attribute that is not a scalar.
    public final func attribute(_ slot: Int) -> NSNumber? { anyValue(ready(slot)) as? NSNumber }

    /// A Transformable attribute's value, nil where it is not a `Value`.
    public final func transformable<Value>(_ slot: Int) -> Value? { anyValue(ready(slot)) as? Value }

    /// Sets a String attribute.
    public final func setAttribute(_ slot: Int, _ value: String?) { set(value.map { .text($0) } ?? .null, at: slot) }
    /// Sets an integer attribute.
    public final func setAttribute(_ slot: Int, _ value: Int16) { set(.integer(Int64(value)), at: slot) }
    /// Sets an integer attribute.
    public final func setAttribute(_ slot: Int, _ value: Int32) { set(.integer(Int64(value)), at: slot) }
    /// Sets an integer attribute.
    public final func setAttribute(_ slot: Int, _ value: Int64) { set(.integer(value), at: slot) }
    /// Sets a Boolean attribute.
    public final func setAttribute(_ slot: Int, _ value: Bool) { set(.integer(value ? 1 : 0), at: slot) }
    /// Sets a Double attribute.
    public final func setAttribute(_ slot: Int, _ value: Double) { setReal(value, at: slot) }
    /// Sets a Float attribute.
    public final func setAttribute(_ slot: Int, _ value: Float) { setReal(Double(value), at: slot) }
    /// Sets a Binary Data attribute.
    public final func setAttribute(_ slot: Int, _ value: Data?) { set(value.map { .data($0) } ?? .null, at: slot) }
    /// Sets a UUID attribute.
    public final func setAttribute(_ slot: Int, _ value: UUID?) { set(value.map { .uuid($0) } ?? .null, at: slot) }

    /// Sets a Date attribute.
    public final func setAttribute(_ slot: Int, _ value: Date?) {
        if let value {
            setReal(value.timeIntervalSinceReferenceDate, at: slot)
        } else {
            set(.null, at: slot)
        }
    }

    private final func setReal(_ value: Double, at slot: Int) {
        if value.isNaN { flags.insert(.holdsUnstorable) }
        set(.real(value), at: slot)
    }

    /// Sets a URI attribute.
    public final func setAttribute(_ slot: Int, _ value: URL?) {
        set(value.map { .text($0.absoluteString) } ?? .null, at: slot)
    }

    /// Sets a Decimal attribute.
    public final func setAttribute(_ slot: Int, _ value: NSDecimalNumber?) {
        set(value.map { .object(ValueBox($0)) } ?? .null, at: slot)
    }

    /// Sets a number attribute that is not a scalar.
    ///
    /// Traps when the attribute is an integer and the number is not: that is a mistake in the program.
    public final func setAttribute(_ slot: Int, _ value: NSNumber?) {
        let ours = ready(slot)
        do {
            let property = layout.properties.properties[ours]
            setConverted(try StoredValue(value, kind: layout.kinds[ours], of: property), at: ours)
        } catch {
            preconditionFailure(error.localizedDescription)
        }
    }

    /// Sets a Transformable attribute.
    public final func setTransformable<Value>(_ slot: Int, _ value: Value?) {
        set(value.map { .object(ValueBox($0)) } ?? .null, at: slot)
    }

    private final func set(_ value: StoredValue, at slot: Int) { setChecked(value, at: ready(slot)) }

    /// Sets an attribute to a value that came by key: a number may be too large for its type, or none at all. That is
    /// for validation to report, which passes over attributes without rules unless it is told.
    final func setConverted(_ value: StoredValue, at slot: Int) {
        if !value.fits(layout.kinds[slot]) { flags.insert(.holdsUnstorable) }
        setChecked(value, at: slot)
    }

    /// Sets an attribute; the slot is the model's own and the value's kind has been checked.
    final func setChecked(_ value: StoredValue, at slot: Int) {
        noteChange()
        ensuredState.setChange(value, at: slot)
    }
}
