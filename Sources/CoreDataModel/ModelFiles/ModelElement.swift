import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// One element of a model's XML, with the line it begins on, so that a mistake can be reported there.
struct ModelElement {
    let name: String
    let attributes: [String: String]
    let line: Int
    var children: [ModelElement] = []

    /// The children with a name, in order.
    func children(named name: String) -> [ModelElement] {
        children.filter { $0.name == name }
    }

    /// An attribute's text, `nil` when it is missing.
    subscript(_ attribute: String) -> String? { attributes[attribute] }

    /// An attribute's text, `nil` also when it is empty.
    func text(_ attribute: String) -> String? {
        attributes[attribute].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// An attribute that is `YES` or `NO`; `nil` when it is missing.
    func flag(_ attribute: String) -> Bool? {
        attributes[attribute].map { $0 == "YES" || $0 == "true" || $0 == "1" }
    }
}

extension ModelElement {
    /// Parses XML.
    ///
    /// - Throws: `ModelError` with code `malformedFile`, the file and the line.
    static func parse(_ data: Data, file: String) throws -> ModelElement {
        let reader = TreeReader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        parser.shouldResolveExternalEntities = false
        let isWellFormed = parser.parse()
        if let depthLine = reader.tooDeepLine {
            throw ModelError(
                .malformedFile, "The elements are nested too deeply for a model", file: file, line: depthLine)
        }
        guard isWellFormed, let root = reader.root else {
            throw ModelError(
                .malformedFile, "The XML is malformed here; restore the file or save it again in Xcode", file: file,
                line: max(parser.lineNumber, 1))
        }
        return root
    }
}

/// Builds the tree of elements while the parser goes through the text.
private final class TreeReader: NSObject, XMLParserDelegate {
    private static let maximumDepth = 64
    private var open: [ModelElement] = []
    private(set) var root: ModelElement?
    private(set) var tooDeepLine: Int?

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard open.count < Self.maximumDepth else {
            if tooDeepLine == nil { tooDeepLine = parser.lineNumber }
            parser.abortParsing()
            return
        }
        open.append(ModelElement(name: elementName, attributes: attributes, line: parser.lineNumber))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = root ?? element
        } else {
            open[open.count - 1].children.append(element)
        }
    }
}
