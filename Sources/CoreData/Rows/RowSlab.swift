/// A piece of memory that packed rows are copied into, freed with the last object that shows one of them.
package final class RowSlab {
    fileprivate let base: UnsafeMutableRawPointer
    fileprivate let capacity: Int
    fileprivate var used = 0

    fileprivate init(capacity: Int) {
        base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        self.capacity = capacity
    }

    deinit { base.deallocate() }
}

/// Hands out memory for packed rows, slab after slab.
///
/// A row keeps its slab alive, not the arena, so that one surviving object of a large fetch holds a slab, not the
/// whole result.
package struct RowArena {
    /// Small enough that a surviving object wastes little, large enough that a million rows need few allocations.
    static let slabSize = 64 * 1024

    package private(set) var slab: RowSlab
    private var nextSlabSize: Int

    /// - Parameter expectedRows: A guess; a fetch of one row should not take a whole slab.
    package init(expectedRows: Int = .max) {
        nextSlabSize = expectedRows > 64 ? Self.slabSize : 1024
        slab = RowSlab(capacity: 0)
    }

    /// Memory for one row, aligned to 8 bytes, in `slab`.
    package mutating func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
        let size = (byteCount + 7) & ~7
        if slab.capacity - slab.used < size {
            slab = RowSlab(capacity: max(size, nextSlabSize))
            nextSlabSize = min(nextSlabSize * 4, Self.slabSize)
        }
        let pointer = slab.base + slab.used
        slab.used += size
        return pointer
    }
}
