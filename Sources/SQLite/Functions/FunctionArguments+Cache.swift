import CSQLite

/// A value that SQLite keeps for an argument of a function.
@usableFromInline
class AuxiliaryValue {
    /// The type within: what was kept for an argument is only given back as what it is.
    @usableFromInline let type: any Any.Type

    @usableFromInline
    init(type: any Any.Type) {
        self.type = type
    }
}

@usableFromInline
final class AuxiliaryBox<Value>: AuxiliaryValue {
    @usableFromInline let value: Value

    @usableFromInline
    init(_ value: Value) {
        self.value = value
        super.init(type: Value.self)
    }
}

extension FunctionArguments {
    /// A value made from a constant argument, such as a compiled pattern, made once for a run of the statement.
    ///
    /// SQLite keeps it as long as the argument is a literal or a parameter; for an argument that differs between rows,
    /// it is made for each. Keep one type of value per argument.
    ///
    ///     let pattern = try arguments.cached(at: 0) { try Pattern(arguments.string(0)) }
    @inlinable
    package func cached<Value>(at index: Int, _ make: () throws -> Value) rethrows -> Value {
        if let kept = sqlite3_get_auxdata(context, Int32(truncatingIfNeeded: index)) {
            let box = Unmanaged<AuxiliaryValue>.fromOpaque(kept).takeUnretainedValue()
            if box.type == Value.self { return unsafeDowncast(box, to: AuxiliaryBox<Value>.self).value }
        }
        let value = try make()
        // SQLite may drop the box before the call returns, so the value is held apart from it.
        let box: AuxiliaryValue = AuxiliaryBox(value)
        keep(box, at: index)
        return value
    }

    @usableFromInline
    func keep(_ box: AuxiliaryValue, at index: Int) {
        sqlite3_set_auxdata(context, Int32(truncatingIfNeeded: index), Unmanaged.passRetained(box).toOpaque()) {
            pointer in
            if let pointer { Unmanaged<AuxiliaryValue>.fromOpaque(pointer).release() }
        }
    }
}
