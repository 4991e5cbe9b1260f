import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads a property list in its XML form, as Xcode's older tools and others write keyed archives.
///
/// Foundation's own reader hides the references that an archive is made of.
final class XMLPropertyList: NSObject, XMLParserDelegate {
    private static let depthLimit = 32
    private static let wrong = KeyedArchiveError.corrupt("not a property list")

    private enum Container {
        case array([ArchivedValue])
        case dictionary([String: ArchivedValue], key: String?)
    }

    private var open: [Container] = []
    private var text = ""
    private var top: ArchivedValue?
    private var error: KeyedArchiveError?

    static func value(in data: Data) throws -> ArchivedValue {
        let reader = XMLPropertyList()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        parser.shouldResolveExternalEntities = false
        let isWellFormed = parser.parse()
        if let error = reader.error { throw error }
        guard isWellFormed, let top = reader.top else { throw wrong }
        return top
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        switch elementName {
        case "array": open.append(.array([]))
        case "dict": open.append(.dictionary([:], key: nil))
        default: break
        }
        if open.count > Self.depthLimit { fail(parser, .corrupt("the property list is nested too deeply")) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        switch elementName {
        case "plist": return
        case "key":
            guard case .dictionary(let entries, nil)? = open.popLast() else { return fail(parser, Self.wrong) }
            open.append(.dictionary(entries, key: text))
        case "array", "dict":
            switch open.popLast() {
            case .array(let items)?: add(.array(items), parser)
            case .dictionary(let entries, nil)?: add(Self.reference(entries) ?? .dictionary(entries), parser)
            default: fail(parser, Self.wrong)
            }
        default:
            guard let value = scalar(elementName) else { return fail(parser, Self.wrong) }
            add(value, parser)
        }
    }

    /// What `<dict><key>CF$UID</key>…` stands for.
    private static func reference(_ entries: [String: ArchivedValue]) -> ArchivedValue? {
        guard entries.count == 1, case .integer(let number)? = entries["CF$UID"], let uid = Int(exactly: number),
            uid >= 0
        else { return nil }
        return .uid(uid)
    }

    private func scalar(_ element: String) -> ArchivedValue? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch element {
        case "string": return .string(text)
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "integer":
            if let number = Int64(trimmed) { return .integer(number) }
            return UInt64(trimmed).map { .integer(Int64(bitPattern: $0)) }
        case "real": return Double(trimmed).map { .real($0) }
        case "data": return Data(base64Encoded: trimmed, options: .ignoreUnknownCharacters).map { .data($0) }
        case "date":
            let date = try? Date.ISO8601FormatStyle().parse(trimmed)
            return date.map { .date($0.timeIntervalSinceReferenceDate) }
        default: return nil
        }
    }

    private func add(_ value: ArchivedValue, _ parser: XMLParser) {
        switch open.popLast() {
        case nil where top == nil: top = value
        case .array(var items)?:
            items.append(value)
            open.append(.array(items))
        case .dictionary(var entries, let key?)?:
            entries[key] = value
            open.append(.dictionary(entries, key: nil))
        default: fail(parser, Self.wrong)
        }
    }

    private func fail(_ parser: XMLParser, _ error: KeyedArchiveError) {
        self.error = self.error ?? error
        parser.abortParsing()
    }
}
