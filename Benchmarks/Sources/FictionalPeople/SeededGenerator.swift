/// A fast generator of pseudo-random numbers (SplitMix64) that gives the same numbers for a seed everywhere.
///
/// The standard library's `randomElement(using:)` may change how it spends a generator's numbers from one release to
/// the next, so choices are made here too: the committed sample files must come out equal under any compiler.
package struct SeededGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, `bound`, which is at least 1.
    package mutating func number(below bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number of a closed range.
    package mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + number(below: range.count)
    }

    /// True so many times in a hundred.
    package mutating func chance(_ percent: Int) -> Bool {
        number(below: 100) < percent
    }

    /// One element of a list that is not empty.
    package mutating func pick<Element>(_ list: [Element]) -> Element {
        list[number(below: list.count)]
    }
}
