import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The XML form of an archive's property list.
///
/// Foundation's reader on Linux does not tell an archive's UIDs (`<dict>` with `CF$UID`) from other dictionaries the way
/// that Apple's does, so the text is read here.
enum XMLPropertyList {
    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    static func value(of data: Data) throws -> ArchiveGraph.Value {
        let reader = Reader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        parser.shouldResolveExternalEntities = false
        let isWellFormed = parser.parse()
        if let mistake = reader.mistake { throw KeyedArchiveError.corrupt(mistake) }
        guard isWellFormed, let value = reader.result else {
            throw KeyedArchiveError.corrupt("neither a binary nor an XML property list")
        }
        return value
    }

    /// A collection whose end has not been read.
    private enum Collection {
        case array([ArchiveGraph.Value])
        case dictionary([String: ArchiveGraph.Value], key: String?)
    }

    private final class Reader: NSObject, XMLParserDelegate {
        private var open: [Collection] = []
        private var text = ""
        private(set) var result: ArchiveGraph.Value?
        private(set) var mistake: String?

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            text = ""
            switch name {
            case "array": open.append(.array([]))
            case "dict": open.append(.dictionary([:], key: nil))
            default: return
            }
            if open.count > ArchiveGraph.deepest + 2 {
                stop(parser, "collections are nested deeper than \(ArchiveGraph.deepest)")
            }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            text += string
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) {
            guard mistake == nil, name != "plist" else { return }
            if name == "key" {
                guard case .dictionary(let fields, key: nil) = open.popLast() else {
                    return stop(parser, "a key is outside of a dictionary")
                }
                open.append(.dictionary(fields, key: text))
                return
            }
            guard let value = name == "array" || name == "dict" ? closeCollection() : plainValue(name) else {
                return stop(parser, "<\(name)> does not hold what its name says")
            }
            add(value, parser)
        }

        private func closeCollection() -> ArchiveGraph.Value? {
            switch open.popLast() {
            case .array(let values): return .array(values)
            case .dictionary(let fields, key: nil):
                if fields.count == 1, case .integer(let number) = fields["CF$UID"] {
                    return Int(exactly: number).flatMap { $0 >= 0 ? .reference($0) : nil }
                }
                return .dictionary(fields)
            default: return nil
            }
        }

        private func plainValue(_ name: String) -> ArchiveGraph.Value? {
            let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
            switch name {
            case "string": return .string(text)
            case "integer":
                if let number = Int64(word) { return .integer(number) }
                return UInt64(word).map { .unsigned($0) }
            case "real": return Double(word).map { .real($0) }
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "date":
                return ISO8601DateFormatter().date(from: word).map { .date($0.timeIntervalSinceReferenceDate) }
            case "data":
                return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data($0) }
            default: return nil
            }
        }

        private func add(_ value: ArchiveGraph.Value, _ parser: XMLParser) {
            switch open.popLast() {
            case nil:
                guard result == nil else { return stop(parser, "the property list has two values") }
                result = value
            case .array(var values):
                values.append(value)
                open.append(.array(values))
            case .dictionary(var fields, let key?):
                fields[key] = value
                open.append(.dictionary(fields, key: nil))
            case .dictionary: stop(parser, "a value has no key")
            }
        }

        private func stop(_ parser: XMLParser, _ what: String) {
            if mistake == nil { mistake = what }
            parser.abortParsing()
        }
    }
}
