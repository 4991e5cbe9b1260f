extension ContiguousArray where Element: AnyObject {
    /// Removes the elements at some positions in one pass.
    ///
    /// - Parameter positions: Ascending, without repetitions.
    /// - Complexity: O(n) moves of memory, which look at no element; O(1) reference counts for each removed one.
    mutating func remove(at positions: [Int]) {
        guard let first = positions.first else { return }
        let gone = positions.map { self[$0] }
        let end = count
        withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // What stays moves forward; the removed elements, which `gone` keeps alive, fill the end.
            var target = first
            for (index, position) in positions.enumerated() {
                (base + position).deinitialize(count: 1)
                let next = index + 1 < positions.count ? positions[index + 1] : end
                let length = next - position - 1
                (base + target).moveInitialize(from: base + position + 1, count: length)
                target += length
            }
            for (index, element) in gone.enumerated() { (base + target + index).initialize(to: element) }
        }
        removeLast(gone.count)
    }

    /// Inserts elements in one pass.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - positions: For each of them, ascending, the position in the array as it is before which it goes.
    /// - Complexity: O(n) moves of memory, which look at no element.
    mutating func insert(_ elements: [Element], before positions: [Int]) {
        guard !elements.isEmpty else { return }
        let end = count
        append(contentsOf: elements)
        withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            (base + end).deinitialize(count: elements.count)
            var rest = end
            for index in elements.indices.reversed() {
                let position = positions[index]
                (base + position + index + 1).moveInitialize(from: base + position, count: rest - position)
                (base + position + index).initialize(to: elements[index])
                rest = position
            }
        }
    }
}
