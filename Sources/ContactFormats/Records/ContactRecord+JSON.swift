extension ContactRecord {
    /// The compact JSON of one attribute's value, as a CSV cell or a store holds it.
    package func json(of attribute: ContactAttribute) -> [UInt8] {
        var text = JSONText()
        text.value(of: attribute, in: self)
        return text.bytes
    }

    /// The compact JSON of everything in the record: the same bytes for equal records.
    package func json() -> [UInt8] {
        var text = JSONText()
        text.record(self)
        return text.bytes
    }

    /// Sets one attribute from its JSON.
    ///
    /// - Returns: Whether the bytes are the JSON of such a value; the record is unchanged otherwise.
    package mutating func setJSON(_ bytes: UnsafeRawBufferPointer, of attribute: ContactAttribute) -> Bool {
        bytes.withMemoryRebound(to: UInt8.self) { bytes in
            var scanner = JSONScanner(bytes)
            var decoder = JSONRecordDecoder()
            var record = self
            guard (try? decoder.read(attribute, into: &record, &scanner)) != nil, (try? scanner.expectEnd()) != nil
            else { return false }
            self = record
            return true
        }
    }
}
