/// The pattern of `LIKE`: `?` is one character, `*` any number of them, `\` makes the next character literal; all else,
/// `%` and `_` too, stands for itself. The whole text must match. A character is a Unicode scalar.
struct LikePattern: Sendable {
    private enum Element: Sendable, Equatable {
        case byte(UInt8)
        case anyCharacter
        case anyCharacters
    }

    private let elements: [Element]

    init(_ pattern: String) {
        var elements: [Element] = []
        var isEscaped = false
        for byte in pattern.utf8 {
            switch byte {
            case _ where isEscaped:
                elements.append(.byte(byte))
                isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "?"): elements.append(.anyCharacter)
            case UInt8(ascii: "*"):
                // Two stars mean what one means.
                if elements.last != .anyCharacters { elements.append(.anyCharacters) }
            default: elements.append(.byte(byte))
            }
        }
        // A backslash at the end has nothing to escape.
        if isEscaped { elements.append(.byte(UInt8(ascii: "\\"))) }
        self.elements = elements
    }

    /// Goes back to the last star only, which is enough: an earlier star could not match more than the last one.
    ///
    /// - Complexity: O(*n* · *m*) at worst, O(*n* + *m*) for patterns without many stars.
    func matches(_ text: UnsafeRawBufferPointer) -> Bool {
        elements.withUnsafeBufferPointer { elements in
            var position = 0
            var element = 0
            var starElement = -1
            var starPosition = 0
            while position < text.count {
                if element < elements.count {
                    switch elements[element] {
                    case .anyCharacters:
                        starElement = element
                        starPosition = position
                        element += 1
                        continue
                    case .anyCharacter:
                        position = Self.next(position, in: text)
                        element += 1
                        continue
                    case .byte(let byte) where byte == text[position]:
                        position += 1
                        element += 1
                        continue
                    case .byte: break
                    }
                }
                guard starElement >= 0 else { return false }
                // The star takes one character more.
                starPosition = Self.next(starPosition, in: text)
                position = starPosition
                element = starElement + 1
            }
            while element < elements.count, elements[element] == .anyCharacters { element += 1 }
            return element == elements.count
        }
    }

    private static func next(_ position: Int, in text: UnsafeRawBufferPointer) -> Int {
        var next = position + 1
        while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}
