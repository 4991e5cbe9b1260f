/// The keys that an import has met, eight bytes each, so that a million people need a few megabytes.
struct SeenKeys {
    private var table = [UInt64](repeating: 0, count: 1 << 12)
    private(set) var count = 0

    /// - Returns: Whether the key is new.
    mutating func insert(_ hash: UInt64) -> Bool {
        // Zero marks a free place.
        let hash = hash == 0 ? 1 : hash
        if count * 4 >= table.count * 3 { grow() }
        let (place, isFree) = find(hash)
        guard isFree else { return false }
        table[place] = hash
        count += 1
        return true
    }

    func contains(_ hash: UInt64) -> Bool { !find(hash == 0 ? 1 : hash).isFree }

    private func find(_ hash: UInt64) -> (place: Int, isFree: Bool) {
        let mask = table.count - 1
        var place = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
        while table[place] != 0 {
            if table[place] == hash { return (place, false) }
            place = (place + 1) & mask
        }
        return (place, true)
    }

    private mutating func grow() {
        let old = table
        table = [UInt64](repeating: 0, count: old.count * 2)
        for hash in old where hash != 0 { table[find(hash).place] = hash }
    }
}
