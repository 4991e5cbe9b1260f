extension NSManagedObject {
    /// Makes a new row of the object's row and its changes.
    final func repack(version: Int64, with packer: inout RowPacker, in arena: inout RowArena) {
        let made = packed(version: version, with: &packer, in: &arena)
        keepDecodedTransformables()
        rowBase = made.base
        slab = arena.slab
        flags.remove(.fault)
    }

    /// The row that the object's row and its changes make together.
    final func packed(version: Int64, with packer: inout RowPacker, in arena: inout RowArena) -> PackedRow {
        let old = row
        packer.begin(slotCount: layout.slotCount)
        for slot in 0..<layout.slotCount {
            let kind = layout.kinds[slot]
            if kind == .toMany || layout.isTransient[slot] { continue }
            if let changed = state?.change(slot) {
                repack(changed, slot: slot, kind: kind, with: &packer)
            } else if let old, let entry = old.entry(slot) {
                if kind.isStoredAsBytes {
                    packer.addCopy(of: old.bytes(entry), at: slot)
                } else {
                    packer.add(entry, at: slot)
                }
            }
        }
        return packer.finish(primaryKey: primaryKey, version: version, in: &arena)
    }

    /// Whether a save has something to write into the object's own row.
    final var hasStoredChanges: Bool {
        state?.changes.contains { !layout.isTransient[$0.slot] } ?? false
    }

    private final func repack(_ value: StoredValue, slot: Int, kind: SlotKind, with packer: inout RowPacker) {
        switch value {
        case .null: break
        case .integer(let value): packer.add(UInt64(bitPattern: value), at: slot)
        case .real(let value): packer.add(value.bitPattern, at: slot)
        case .text(var value): value.withUTF8 { packer.addCopy(of: UnsafeRawBufferPointer($0), at: slot) }
        case .data(let value):
            if kind == .externalBinary, case .some(.some(let stored)) = state?.encodedData(slot) {
                stored.withUnsafeBytes { packer.addCopy(of: $0, at: slot) }
            } else {
                value.withUnsafeBytes { packer.addCopy(of: $0, at: slot) }
            }
        case .uuid(let value): withUnsafeBytes(of: value.uuid) { packer.addCopy(of: $0, at: slot) }
        case .reference(let object):
            guard let key = object.storeKey, key <= PackedReference.largestKey else { return }
            let number = storeReference?.entityNumber(of: object.layout) ?? 0
            packer.add(PackedReference(key: key, entityNumber: number).entry, at: slot)
        case .object(let box):
            if kind == .decimal, let number = box.value as? NSDecimalNumber {
                packer.add(number.storedValue.bitPattern, at: slot)
            } else if case .some(.some(let data)) = state?.encodedData(slot) {
                data.withUnsafeBytes { packer.addCopy(of: $0, at: slot) }
            }
        }
    }

    /// A value that was set is the value that is read after the save, without decoding it again.
    private final func keepDecodedTransformables() {
        guard let state else { return }
        for change in state.changes
        where layout.kinds[change.slot] == .transformable
            && !layout.isTransient[change.slot]
        {
            state.decoded.removeAll { $0.slot == change.slot }
            guard let value = change.value.value(kind: .transformable) else { continue }
            state.decoded.append((change.slot, value))
        }
    }
}

extension SlotKind {
    /// Whether a row's entry is the place of bytes.
    var isStoredAsBytes: Bool {
        switch self {
        case .string, .uri, .uuid, .binary, .externalBinary, .transformable: true
        default: false
        }
    }
}
