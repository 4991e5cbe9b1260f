/// Writes a JSON array with one record a line, or NDJSON.
struct JSONContactWriter: ContactRecordWriter {
    let isArray: Bool
    /// The attributes that every object has; nil for those that hold something.
    let attributes: [ContactAttribute]?
    private var isFirst = true
    private var text = JSONText()

    init(isArray: Bool, attributes: [ContactAttribute]? = nil) {
        self.isArray = isArray
        self.attributes = attributes
    }

    mutating func begin(_ output: inout [UInt8]) {
        if isArray { output.append(UInt8(ascii: "[")) }
    }

    mutating func write(_ record: ContactRecord, to output: inout [UInt8]) {
        text.removeAll()
        if let attributes {
            text.record(record, attributes: attributes)
        } else {
            text.record(record)
        }
        if isArray { output.append(contentsOf: (isFirst ? "\n" : ",\n").utf8) }
        isFirst = false
        output.append(contentsOf: text.bytes)
        if !isArray { output.append(0x0A) }
    }

    mutating func end(_ output: inout [UInt8]) {
        if isArray { output.append(contentsOf: (isFirst ? "]\n" : "\n]\n").utf8) }
    }
}
