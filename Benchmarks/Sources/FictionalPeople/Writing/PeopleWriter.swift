/// Writes people as CSV or as JSON, one after another.
package protocol PeopleWriter {
    /// What stands before the first person.
    func begin(_ buffer: inout ByteBuffer)
    func append(_ person: FictionalPerson, isFirst: Bool, to buffer: inout ByteBuffer)
    /// What stands behind the last person.
    func end(_ buffer: inout ByteBuffer)
}

/// RFC 4180, but with LF line ends; the header holds the attributes' names.
package struct CSVWriter: PeopleWriter {
    private let columns: [PersonColumn]
    private let customKeys: [String]

    package init(profile: PersonMaker.Profile) {
        columns = profile.columns
        customKeys = profile.customKeys
    }

    package func begin(_ buffer: inout ByteBuffer) {
        let headers = columns.map(\.rawValue) + customKeys
        for (index, header) in headers.enumerated() {
            if index > 0 { buffer.append(",") }
            appendCell(header, to: &buffer)
        }
        buffer.append("\n")
    }

    package func append(_ person: FictionalPerson, isFirst: Bool, to buffer: inout ByteBuffer) {
        for (index, column) in columns.enumerated() {
            if index > 0 { buffer.append(",") }
            switch column.value(of: person) {
            case .missing: break
            case .text(let text): appendCell(text, to: &buffer)
            case .number(let number): buffer.append(number)
            case .time(let seconds): buffer.appendTimestamp(seconds)
            case .json:
                // A list of texts or objects always holds a quote, so its cell is always quoted.
                buffer.append("\"")
                let start = buffer.count
                buffer.appendJSON(column, of: person)
                buffer.doubleQuotes(from: start)
                buffer.append("\"")
            }
        }
        for key in customKeys {
            buffer.append(",")
            if let field = person.custom.first(where: { $0.key == key }) { appendCell(field.value, to: &buffer) }
        }
        buffer.append("\n")
    }

    package func end(_ buffer: inout ByteBuffer) {}

    private func appendCell(_ text: String, to buffer: inout ByteBuffer) {
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        }
        guard needsQuotes else { return buffer.append(text) }
        buffer.append("\"")
        let start = buffer.count
        buffer.append(text)
        buffer.doubleQuotes(from: start)
        buffer.append("\"")
    }
}

/// An array with one record a line.
package struct JSONWriter: PeopleWriter {
    private let columns: [PersonColumn]

    package init(profile: PersonMaker.Profile) {
        columns = profile.columns
    }

    package func begin(_ buffer: inout ByteBuffer) {
        buffer.append("[\n")
    }

    package func append(_ person: FictionalPerson, isFirst: Bool, to buffer: inout ByteBuffer) {
        if !isFirst { buffer.append(",\n") }
        buffer.append("{")
        var isFirstMember = true
        for column in columns {
            let value = column.value(of: person)
            if case .missing = value { continue }
            if !isFirstMember { buffer.append(",") }
            isFirstMember = false
            buffer.append("\"")
            buffer.append(column.rawValue)
            buffer.append("\":")
            switch value {
            case .missing: break
            case .text(let text): buffer.appendJSON(text)
            case .number(let number): buffer.append(number)
            case .time(let seconds):
                buffer.append("\"")
                buffer.appendTimestamp(seconds)
                buffer.append("\"")
            case .json: buffer.appendJSON(column, of: person)
            }
        }
        if !person.custom.isEmpty {
            buffer.append(",\"custom\":")
            buffer.appendJSONObject(person.custom.map { ($0.key, $0.value) })
        }
        buffer.append("}")
    }

    package func end(_ buffer: inout ByteBuffer) {
        buffer.append("\n]\n")
    }
}
