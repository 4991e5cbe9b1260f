/// A file format for contacts.
public enum ContactFormat: String, CaseIterable, Sendable, Codable {
    /// Comma-separated values, with whatever delimiter.
    case csv
    /// Tab-separated values.
    case tsv
    /// A JSON array of objects.
    case json
    /// JSON objects, one a line.
    case ndjson

    /// The format that a file's name tells by its ending; `.gz` does not count.
    public init?(fileName: String) {
        var name = fileName.lowercased()
        if name.hasSuffix(".gz") { name.removeLast(3) }
        guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
        switch name[name.index(after: dot)...] {
        case "csv": self = .csv
        case "tsv", "tab": self = .tsv
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        default: return nil
        }
    }

    /// The format of a text, by its name's ending and else by how it begins.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - content: The first bytes, in UTF-8.
    /// - Throws: ``ContactFormatError`` with `unknownFormat` for a format that is known but cannot be read.
    static func detect(name: String, content: UnsafeBufferPointer<UInt8>) throws -> ContactFormat {
        if let format = ContactFormat(fileName: name) { return format }
        let text = content.drop { $0 <= 0x20 }
        switch text.first {
        case UInt8(ascii: "["): return .json
        case UInt8(ascii: "{"): return isOneObjectPerLine(text) ? .ndjson : .json
        default: break
        }
        let start = String(decoding: text.prefix(16), as: UTF8.self).lowercased()
        for (mark, format) in [("begin:vcard", "vCard"), ("dn:", "LDIF"), ("version: 1", "LDIF")]
        where start.hasPrefix(mark) {
            throw ContactFormatError(.unknownFormat, "is a \(format) file, which cannot be read yet", file: name)
        }
        return .csv
    }

    private static func isOneObjectPerLine(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let line = UnsafeBufferPointer(rebasing: text.prefix { $0 != 0x0A })
        var scanner = JSONScanner(line)
        // A first line that is longer than the window is an object per line as well: nobody indents like that.
        guard line.count < text.count else { return true }
        return (try? scanner.rawValue()) != nil
    }
}
