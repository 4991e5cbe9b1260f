extension ByteBuffer {
    /// A JSON string, with only what RFC 8259 demands escaped.
    package mutating func appendJSON(_ text: String) {
        append("\"")
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        if isPlain { append(text) } else { appendEscaped(text) }
        append("\"")
    }

    private mutating func appendEscaped(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append("\\")
                append(byte: byte)
            case 0x0A: append("\\n")
            case 0x0D: append("\\r")
            case 0x09: append("\\t")
            case ..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
            default: append(byte: byte)
            }
        }
    }

    package mutating func appendJSON(_ list: [String]) {
        appendJSONList(list) { $0.appendJSON($1) }
    }

    package mutating func appendJSON(_ list: [FictionalPerson.Labeled<String>]) {
        appendJSON(list) { $0.appendJSON($1) }
    }

    package mutating func appendJSON(_ list: [FictionalPerson.Labeled<FictionalPerson.Address>]) {
        appendJSON(list) { buffer, address in
            buffer.appendJSONObject([
                ("street", address.street), ("street2", address.street2), ("poBox", address.poBox),
                ("extended", address.extended), ("city", address.city), ("district", address.district),
                ("region", address.region), ("postalCode", address.postalCode), ("country", address.country),
                ("isoCountry", address.isoCountry), ("formatted", address.formatted),
            ])
        }
    }

    package mutating func appendJSON(_ list: [FictionalPerson.Labeled<FictionalPerson.Relation>]) {
        appendJSON(list) { buffer, relation in
            buffer.appendJSONObject([("name", relation.name), ("personID", relation.personID)])
        }
    }

    /// An object of texts; what is nil is left out.
    package mutating func appendJSONObject(_ members: [(key: String, value: String?)]) {
        append("{")
        var isFirst = true
        for case (let key, let value?) in members {
            if !isFirst { append(",") }
            isFirst = false
            appendJSON(key)
            append(":")
            appendJSON(value)
        }
        append("}")
    }

    private mutating func appendJSON<Value: Sendable>(
        _ list: [FictionalPerson.Labeled<Value>], value: (inout ByteBuffer, Value) -> Void
    ) {
        appendJSONList(list) { buffer, labeled in
            buffer.append("{")
            if let label = labeled.label {
                buffer.append("\"label\":")
                buffer.appendJSON(label)
                buffer.append(",")
            }
            buffer.append("\"value\":")
            value(&buffer, labeled.value)
            if labeled.preferred { buffer.append(",\"preferred\":true") }
            buffer.append("}")
        }
    }

    private mutating func appendJSONList<Element>(_ list: [Element], element: (inout ByteBuffer, Element) -> Void) {
        append("[")
        for index in list.indices {
            if index > 0 { append(",") }
            element(&self, list[index])
        }
        append("]")
    }
}
