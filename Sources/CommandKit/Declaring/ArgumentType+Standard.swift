extension ArgumentType where Value == String {
    /// Any text, also an empty one.
    package static var text: Self { Self("TEXT") { $0 } }

    /// A path of a file; `-` is left as it is and means standard input or output.
    package static var file: Self {
        Self("FILE", completion: .file) { text in
            guard !text.isEmpty else { throw ValueProblem(expected: "a file name") }
            return text
        }
    }

    package static var directory: Self {
        Self("DIR", completion: .directory) { text in
            guard !text.isEmpty else { throw ValueProblem(expected: "a directory name") }
            return text
        }
    }
}

extension ArgumentType where Value == Int {
    /// A whole number in decimal, with or without a sign.
    package static var integer: Self { integer(in: Int.min...Int.max, expected: "a whole number") }

    package static func integer(_ range: ClosedRange<Int>) -> Self {
        integer(in: range, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }

    package static func integer(_ range: PartialRangeFrom<Int>) -> Self {
        integer(in: range.lowerBound...Int.max, expected: "a whole number of \(range.lowerBound) or more")
    }

    private static func integer(in range: ClosedRange<Int>, expected: String) -> Self {
        Self("N") { text in
            guard let value = Int(text), range.contains(value) else { throw ValueProblem(expected: expected) }
            return value
        }
    }
}

extension ArgumentType where Value == Double {
    /// A finite number with a point as decimal mark.
    package static var number: Self {
        number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, expected: "a number")
    }

    package static func number(_ range: ClosedRange<Double>) -> Self {
        number(in: range, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }

    private static func number(in range: ClosedRange<Double>, expected: String) -> Self {
        Self("X") { text in
            // `Double` also reads "nan", "inf" and hexadecimal, which nobody means at a command line.
            let isPlain = text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
            }
            guard isPlain, let value = Double(text), range.contains(value) else {
                throw ValueProblem(expected: expected)
            }
            return value
        }
    }
}

extension ArgumentType where Value == [String] {
    /// Words separated by commas: `name,emails`. Blanks around a word are dropped; an empty word is refused.
    package static var list: Self {
        Self("A,B") { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingBlanks() }
            guard words.allSatisfy({ !$0.isEmpty }) else {
                throw ValueProblem(expected: "words separated by commas")
            }
            return words
        }
    }
}

extension ArgumentType where Value == KeyValue {
    /// `key=value`, cut at the first `=`; the key is not empty, the value may be.
    package static var keyValue: Self {
        Self("KEY=VALUE") { text in
            guard let cut = text.firstIndex(of: "="), cut != text.startIndex else {
                throw ValueProblem(expected: "a key and a value, written KEY=VALUE")
            }
            return KeyValue(key: String(text[..<cut]), value: String(text[text.index(after: cut)...]))
        }
    }
}

/// The two sides of a `key=value` on the command line.
package struct KeyValue: Sendable, Equatable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

extension ArgumentType where Value == Duration {
    /// A length of time: a number and one of `ms`, `s`, `m`, `h`; a bare number is seconds.
    package static var duration: Self {
        custom("TIME", expected: "a time such as 500ms, 5s or 2m") { text in
            let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard let number = Double(digits), number < 1e9 else { return nil }
            switch text[digits.endIndex...] {
            case "ms": return .milliseconds(number)
            case "", "s": return .seconds(number)
            case "m", "min": return .seconds(number * 60)
            case "h": return .seconds(number * 3600)
            default: return nil
            }
        }
    }
}

extension ArgumentType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of an enumeration's raw values. A near miss is told which word was meant.
    package static func choice(_: Value.Type = Value.self, named valueName: String? = nil) -> Self {
        let choices = Value.allCases.map(\.rawValue)
        return Self(valueName ?? choices.joined(separator: "|"), choices: choices) { text in
            if let value = Value(rawValue: text) { return value }
            var sentence = "does not know '\(text.escapedControls)'"
            if let nearest = Spelling.nearest(to: text, among: choices) { sentence += ". Did you mean '\(nearest)'?" }
            throw ValueProblem(sentence: sentence, hint: "Choose one of \(choices.joined(separator: ", "))")
        }
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> String {
        var slice = self
        while slice.first == " " { slice.removeFirst() }
        while slice.last == " " { slice.removeLast() }
        return String(slice)
    }
}
