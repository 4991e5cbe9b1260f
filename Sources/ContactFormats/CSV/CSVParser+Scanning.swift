import Foundation

extension CSVParser {
    enum Outcome {
        /// A row; its fields are noted and the window stands behind it.
        case row(hasQuotes: Bool)
        case blank
        case end
        /// More bytes are needed; the field that was being read begins here.
        case incomplete(fieldStart: Int)
        /// The text ends inside the quoted field that begins here.
        case unterminated(quote: Int)
    }

    private static var quote: UInt8 { UInt8(ascii: "\"") }
    private static var lineFeed: UInt8 { 0x0A }
    private static var carriageReturn: UInt8 { 0x0D }

    /// Reads one row from the window's start. On `incomplete` nothing is consumed, and the row is read anew when more
    /// bytes are there.
    func scan() -> Outcome {
        fieldCount = 0
        hasStrayText = false
        rowStart = window.start
        let base = window.base
        let end = window.end
        let isAtEnd = window.isAtEnd
        var position = window.start
        var hasQuotes = false
        // Kept in locals for the loop; every way out that consumes a row stores the count.
        let delimiter = delimiter
        var fields = fields
        var capacity = fieldCapacity
        var count = 0

        @inline(__always)
        func append(_ start: Int, _ end: Int, needsUnquoting: Bool) {
            if count == capacity {
                growFields(count)
                fields = self.fields
                capacity = fieldCapacity
            }
            fields[count] = Field(start: start, end: end, needsUnquoting: needsUnquoting)
            count += 1
        }

        @inline(__always)
        func isSeparator(_ byte: UInt8) -> Bool {
            byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn
        }

        guard position < end else { return isAtEnd ? .end : .incomplete(fieldStart: position) }

        field: while true {
            let fieldStart = position
            if position < end, base[position] == Self.quote {
                hasQuotes = true
                var hasDoubled = false
                var search = position + 1
                while true {
                    guard search < end, let found = memchr(base + search, Int32(Self.quote), end - search) else {
                        return isAtEnd ? .unterminated(quote: fieldStart) : .incomplete(fieldStart: fieldStart)
                    }
                    search = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
                    if search == end, !isAtEnd { return .incomplete(fieldStart: fieldStart) }
                    if search < end, base[search] == Self.quote {
                        hasDoubled = true
                        search += 1
                    } else {
                        break
                    }
                }
                let close = search - 1
                var separator = search
                while separator < end, base[separator] == UInt8(ascii: " ") { separator += 1 }
                if separator == end, !isAtEnd { return .incomplete(fieldStart: fieldStart) }
                let isClean = separator == end || isSeparator(base[separator])
                if isClean {
                    append(fieldStart + 1, close, needsUnquoting: hasDoubled)
                } else {
                    separator = search
                    while separator < end, !isSeparator(base[separator]) { separator += 1 }
                    if separator == end, !isAtEnd { return .incomplete(fieldStart: fieldStart) }
                    append(fieldStart + 1, separator, needsUnquoting: true)
                }
                if separator < end, base[separator] == delimiter {
                    position = separator + 1
                    continue field
                }
                fieldCount = count
                return finishRow(at: separator, hasQuotes: true)
            }

            // An unquoted field, and as many after it as follow without a quote in front.
            var start = fieldStart
            var vector = fieldStart
            let delimiters = SIMD16<UInt8>(repeating: delimiter)
            let lineFeeds = SIMD16<UInt8>(repeating: Self.lineFeed)
            let returns = SIMD16<UInt8>(repeating: Self.carriageReturn)
            while vector < end {
                // The window is padded, so a load may reach beyond its end; what it finds there is ignored below.
                let bytes = UnsafeRawPointer(base + vector).loadUnaligned(as: SIMD16<UInt8>.self)
                let hits = (bytes .== delimiters) .| (bytes .== lineFeeds) .| (bytes .== returns)
                let halves = unsafeBitCast(hits, to: SIMD2<UInt64>.self)
                var half = 0
                while half < 2 {
                    // Each byte of the mask is all ones or all zeros; one bit of each is enough.
                    var mask = UInt64(littleEndian: halves[half]) & 0x0101_0101_0101_0101
                    while mask != 0 {
                        let found = vector + half * 8 + mask.trailingZeroBitCount >> 3
                        mask &= mask - 1
                        if found >= end { break }
                        append(start, found, needsUnquoting: false)
                        guard base[found] == delimiter else {
                            fieldCount = count
                            return finishRow(at: found, hasQuotes: hasQuotes)
                        }
                        start = found + 1
                        if start < end, base[start] == Self.quote {
                            position = start
                            continue field
                        }
                    }
                    half += 1
                }
                vector += 16
            }
            guard isAtEnd else { return .incomplete(fieldStart: start) }
            append(start, end, needsUnquoting: false)
            fieldCount = count
            return finishRow(at: end, hasQuotes: hasQuotes)
        }
    }

    /// Consumes the line end at `position`, which may be the end of the text.
    private func finishRow(at position: Int, hasQuotes: Bool) -> Outcome {
        let base = window.base
        let end = window.end
        var next = position
        if position < end {
            next += 1
            if base[position] == Self.carriageReturn {
                // CR may be followed by LF, or by CR LF; both must be in sight to know.
                if !window.isAtEnd, position + 2 >= end, position + 1 >= end || base[position + 1] != Self.lineFeed {
                    return .incomplete(fieldStart: position)
                }
                if next < end, base[next] == Self.lineFeed {
                    next += 1
                } else if next + 1 < end, base[next] == Self.carriageReturn, base[next + 1] == Self.lineFeed {
                    next += 2
                }
            }
        }
        window.start = next
        if !hasQuotes, fieldCount == 1, position == rowStart { return .blank }
        return .row(hasQuotes: hasQuotes)
    }

    /// Passes over a row that is too large to be held, in constant memory.
    ///
    /// - Returns: True, with the row marked as oversized.
    func skipOversizedRow() throws -> Bool {
        enum State { case fieldStart, unquoted, quoted, afterQuote }
        fieldCount = 0
        isOversized = true
        line = nextLine
        var state = State.fieldStart
        var quoteLine = nextLine
        var lastWasReturn = false
        while true {
            let base = window.base
            var position = window.start
            while position < window.end {
                let byte = base[position]
                if byte == Self.lineFeed || byte == Self.carriageReturn {
                    if state != .quoted {
                        let outcome = finishRow(at: position, hasQuotes: true)
                        if case .incomplete = outcome { break }
                        nextLine += 1
                        return true
                    }
                    if byte == Self.carriageReturn || !lastWasReturn { nextLine += 1 }
                }
                lastWasReturn = byte == Self.carriageReturn
                switch state {
                case .fieldStart, .unquoted:
                    if byte == delimiter {
                        state = .fieldStart
                    } else if byte == Self.quote, state == .fieldStart {
                        state = .quoted
                        quoteLine = nextLine
                    } else {
                        state = .unquoted
                    }
                case .quoted:
                    if byte == Self.quote { state = .afterQuote }
                case .afterQuote:
                    if byte == Self.quote {
                        state = .quoted
                    } else {
                        state = byte == delimiter ? .fieldStart : .unquoted
                    }
                }
                position += 1
            }
            window.start = position
            if try !window.readMore(), window.start == window.end {
                if state == .quoted { throw unterminated(line: quoteLine) }
                return true
            }
        }
    }
}
