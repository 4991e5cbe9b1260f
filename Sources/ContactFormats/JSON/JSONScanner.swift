/// What is wrong with a JSON text, and where: an offset into its bytes.
struct JSONProblem: Error {
    var message: String
    var offset: Int
    /// The path of keys to the value, such as `emails[1].label`; empty when the syntax itself is broken.
    var key = ""
    /// Whether the text simply stops.
    var isTruncation = false
}

/// Reads JSON (RFC 8259) from bytes by being asked for the next value, so that no tree is ever built.
struct JSONScanner {
    enum Kind {
        case object, array, string, number, bool, null
    }

    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0
    private var depth = 0

    /// Deep enough for every record, and shallow enough for any stack.
    static let maxDepth = 64

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    func problem(_ message: String, at offset: Int? = nil) -> JSONProblem {
        let offset = offset ?? position
        return offset >= bytes.count
            ? JSONProblem(message: "the JSON text is cut off", offset: bytes.count, isTruncation: true)
            : JSONProblem(message: message, offset: offset)
    }

    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// The kind of the value that comes next.
    mutating func kind() throws(JSONProblem) -> Kind {
        skipWhitespace()
        guard position < bytes.count else { throw problem("a value is missing") }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), 0x30...0x39: return .number
        default: throw problem("expected a value")
        }
    }

    /// Makes sure that nothing but white space is left.
    mutating func expectEnd() throws(JSONProblem) {
        skipWhitespace()
        if position < bytes.count { throw problem("unexpected text after the value") }
    }

    mutating func bool() throws(JSONProblem) -> Bool {
        if bytes[position] == UInt8(ascii: "t") {
            try expect("true")
            return true
        }
        try expect("false")
        return false
    }

    mutating func null() throws(JSONProblem) {
        try expect("null")
    }

    private mutating func expect(_ word: StaticString) throws(JSONProblem) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard position + offset < bytes.count, bytes[position + offset] == word.utf8Start[offset] else {
                throw problem("expected \(word)", at: position + offset)
            }
        }
        position += word.utf8CodeUnitCount
    }

    mutating func number() throws(JSONProblem) -> ExactNumber {
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                position += 1
                continue
            default: break
            }
            break
        }
        let literal = bytes[start..<position]
        guard ExactNumber.isNumber(literal) else {
            throw position == bytes.count ? problem("") : problem("this is no JSON number", at: start)
        }
        return ExactNumber(checked: String(decoding: literal, as: UTF8.self))
    }

    /// Calls `body` for each member of an object, at its value, which `body` must read.
    mutating func members(_ body: (inout JSONScanner, String) throws(JSONProblem) -> Void) throws(JSONProblem) {
        try open(UInt8(ascii: "{"))
        skipWhitespace()
        if take(UInt8(ascii: "}")) { return }
        while true {
            skipWhitespace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
                throw problem("expected a key in quotes")
            }
            let key = try string()
            skipWhitespace()
            guard take(UInt8(ascii: ":")) else { throw problem("expected ':' after a key") }
            try body(&self, key)
            skipWhitespace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "}")) else { throw problem("expected ',' or '}'") }
            depth -= 1
            return
        }
    }

    /// Calls `body` for each element of an array with its index, at its value, which `body` must read.
    mutating func elements(_ body: (inout JSONScanner, Int) throws(JSONProblem) -> Void) throws(JSONProblem) {
        try open(UInt8(ascii: "["))
        skipWhitespace()
        if take(UInt8(ascii: "]")) { return }
        var index = 0
        while true {
            try body(&self, index)
            index += 1
            skipWhitespace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "]")) else { throw problem("expected ',' or ']'") }
            depth -= 1
            return
        }
    }

    private mutating func open(_ bracket: UInt8) throws(JSONProblem) {
        skipWhitespace()
        let start = position
        guard take(bracket) else { throw problem("expected '\(Character(Unicode.Scalar(bracket)))'") }
        depth += 1
        guard depth <= Self.maxDepth else {
            throw problem("nested deeper than \(Self.maxDepth) levels", at: start)
        }
        skipWhitespace()
        // An empty one is closed by the caller, which does not count it down.
        if position < bytes.count, bytes[position] == bracket + 2 { depth -= 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Reads any value and gives it as compact JSON text.
    mutating func rawValue() throws(JSONProblem) -> String {
        var text = JSONText()
        try copyValue(into: &text)
        return text.string
    }

    private mutating func copyValue(into text: inout JSONText) throws(JSONProblem) {
        switch try kind() {
        case .string: text.string(try string())
        case .number: text.raw(try number().literal)
        case .bool: text.raw(try bool() ? "true" : "false")
        case .null:
            try null()
            text.raw("null")
        case .array:
            text.openArray()
            try elements { (scanner, _) throws(JSONProblem) in
                text.nextElement()
                try scanner.copyValue(into: &text)
            }
            text.closeArray()
        case .object:
            text.openObject()
            try members { (scanner, key) throws(JSONProblem) in
                text.key(key)
                try scanner.copyValue(into: &text)
            }
            text.closeObject()
        }
    }
}

extension JSONScanner {
    /// Reads a string.
    mutating func string() throws(JSONProblem) -> String {
        let start = position + 1
        let end = plainEnd(from: start)
        guard end < bytes.count else { throw problem("", at: end) }
        if bytes[end] == UInt8(ascii: "\"") {
            position = end + 1
            return try text(UnsafeBufferPointer(rebasing: bytes[start..<end]), at: start)
        }
        var unescaped = Array(bytes[start..<end])
        position = end
        while true {
            guard position < bytes.count else { throw problem("") }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return try unescaped.withUnsafeBufferPointer { buffer throws(JSONProblem) in
                    try text(buffer, at: start)
                }
            case UInt8(ascii: "\\"):
                try escape(into: &unescaped)
            case 0..<0x20:
                throw problem("a control character in a string must be written as \\u00XX")
            default:
                let end = plainEnd(from: position)
                unescaped += bytes[position..<end]
                position = end
            }
        }
    }

    private func text(_ buffer: UnsafeBufferPointer<UInt8>, at start: Int) throws(JSONProblem) -> String {
        guard let text = UTF8Validation.string(buffer) else {
            throw problem("the text is not valid UTF-8: name its encoding with --encoding", at: start)
        }
        return text
    }

    /// The first byte from `start` on that is not just text: a quote, a backslash, a control character, or the end.
    private func plainEnd(from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var end = start
        let ones: UInt64 = 0x0101_0101_0101_0101
        while end + 8 <= bytes.count {
            let word = UnsafeRawPointer(base + end).loadUnaligned(as: UInt64.self)
            let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            // The high bit of a byte is set where subtracting borrows: for zero, and for less than a blank.
            let hits = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | ((word &- ones &* 0x20) & ~word)
            if hits & (ones &* 0x80) != 0 { break }
            end += 8
        }
        while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\")
        {
            end += 1
        }
        return end
    }

    private mutating func escape(into output: inout [UInt8]) throws(JSONProblem) {
        let start = position
        guard position + 1 < bytes.count else { throw problem("", at: bytes.count) }
        let letter = bytes[position + 1]
        position += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(letter)
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "u"):
            var code = try hexDigits()
            if UTF16.isLeadSurrogate(UInt16(code)), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            {
                position += 2
                let trail = try hexDigits()
                if UTF16.isTrailSurrogate(UInt16(trail)) { code = 0x10000 + (code & 0x3FF) << 10 + trail & 0x3FF }
            }
            guard let scalar = Unicode.Scalar(code) else {
                throw problem("half of a surrogate pair stands alone", at: start)
            }
            output.append(contentsOf: String(Character(scalar)).utf8)
        default: throw problem("an unknown escape in a string", at: start)
        }
    }

    private mutating func hexDigits() throws(JSONProblem) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw problem("") }
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
                throw problem("expected four hexadecimal digits after \\u")
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}
