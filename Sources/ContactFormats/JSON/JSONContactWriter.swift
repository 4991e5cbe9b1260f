/// Writes a JSON array with one record a line, or NDJSON.
struct JSONContactWriter: ContactRecordWriter {
    let isArray: Bool
    private var isFirst = true
    private var text = JSONText()

    init(isArray: Bool) {
        self.isArray = isArray
    }

    mutating func begin(_ output: inout [UInt8]) {
        if isArray { output.append(UInt8(ascii: "[")) }
    }

    mutating func write(_ record: ContactRecord, to output: inout [UInt8]) {
        text.removeAll()
        text.record(record)
        if isArray { output.append(contentsOf: (isFirst ? "\n" : ",\n").utf8) }
        isFirst = false
        output.append(contentsOf: text.bytes)
        if !isArray { output.append(0x0A) }
    }

    mutating func end(_ output: inout [UInt8]) {
        if isArray { output.append(contentsOf: (isFirst ? "]\n" : "\n]\n").utf8) }
    }
}
