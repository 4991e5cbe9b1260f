/// Bytes on their way to a file.
///
/// It owns its memory: an array's checks at each of the few hundred bytes of a person would cost more than making the
/// person.
package struct ByteBuffer: ~Copyable {
    private var memory: UnsafeMutableBufferPointer<UInt8>
    package private(set) var count = 0

    /// - Parameter capacity: How many bytes to make room for at first, at least 1.
    package init(capacity: Int) {
        memory = .allocate(capacity: max(capacity, 64))
    }

    deinit {
        memory.deallocate()
    }

    /// The bytes so far, valid during the call.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<count]))
    }

    package mutating func removeAll() {
        count = 0
    }

    @inline(__always)
    package mutating func append(byte: UInt8) {
        if count == memory.count { grow(by: 1) }
        memory[count] = byte
        count += 1
    }

    @inline(__always)
    package mutating func append(_ byte: Unicode.Scalar) {
        append(byte: UInt8(ascii: byte))
    }

    package mutating func append(_ text: String) {
        let copied: Void? = text.utf8.withContiguousStorageIfAvailable { source in
            if memory.count - count < source.count { grow(by: source.count) }
            _ = UnsafeMutableBufferPointer(rebasing: memory[count...]).update(fromContentsOf: source)
            count += source.count
        }
        // Only a string bridged from elsewhere has no memory of its own.
        if copied == nil { for byte in text.utf8 { append(byte: byte) } }
    }

    /// Doubles every quote from a position on, as a quoted cell of a CSV file needs it.
    mutating func doubleQuotes(from start: Int) {
        let quote = UInt8(ascii: "\"")
        var quotes = 0
        for index in start..<count where memory[index] == quote { quotes += 1 }
        guard quotes > 0 else { return }
        if memory.count - count < quotes { grow(by: quotes) }
        var source = count
        count += quotes
        var target = count
        while target > source {
            source -= 1
            target -= 1
            memory[target] = memory[source]
            if memory[source] == quote {
                target -= 1
                memory[target] = quote
            }
        }
    }

    private mutating func grow(by bytes: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(memory.count * 2, count + bytes))
        _ = larger.update(fromContentsOf: UnsafeMutableBufferPointer(rebasing: memory[..<count]))
        memory.deallocate()
        memory = larger
    }

    package mutating func append(_ number: Int) {
        guard number >= 10 else {
            if number >= 0 { append(byte: UInt8(ascii: "0") + UInt8(number)) } else { append(String(number)) }
            return
        }
        append(number / 10)
        append(byte: UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// A point in time as `2026-01-15T09:30:00Z`.
    ///
    /// - Parameter seconds: Seconds since 1970-01-01 00:00 UTC, not negative.
    package mutating func appendTimestamp(_ seconds: Int) {
        let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
        // Years that begin in March make the leap day the last day of a year, so that months need no table.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        append(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
        append("-")
        appendTwoDigits(month)
        append("-")
        appendTwoDigits(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        append("T")
        appendTwoDigits(second / 3_600)
        append(":")
        appendTwoDigits(second / 60 % 60)
        append(":")
        appendTwoDigits(second % 60)
        append("Z")
    }

    private mutating func appendTwoDigits(_ number: Int) {
        append(byte: UInt8(ascii: "0") + UInt8(number / 10))
        append(byte: UInt8(ascii: "0") + UInt8(number % 10))
    }
}
