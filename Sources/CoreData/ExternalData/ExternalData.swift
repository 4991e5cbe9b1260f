/// Large binary values, which a store may keep in files of their own beside it.
///
/// A column of such an attribute begins with a byte that says where the data is: 1, behind the byte; 2, in the file
/// whose name (a UUID as text, then a zero byte) follows.
enum ExternalData {
    /// Larger values go into files.
    static let inlineLimit = 100 * 1024

    private static let inlineMark: UInt8 = 1
    private static let fileMark: UInt8 = 2

    static func inlineForm(of data: Data) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count + 1)
        bytes.append(inlineMark)
        bytes.append(contentsOf: data)
        return bytes
    }

    /// The data that a column's bytes stand for.
    ///
    /// - Throws: `CocoaError` when the file is missing or its name is not a UUID.
    static func data(of bytes: UnsafeRawBufferPointer, store: NSPersistentStore?) throws -> Data? {
        guard let mark = bytes.first, let start = bytes.baseAddress else { return nil }
        switch mark {
        case inlineMark: return Data(bytes: start + 1, count: bytes.count - 1)
        case fileMark:
            guard let file = fileName(of: bytes), let directory = store?.externalDataDirectory else {
                throw CocoaError.coreData(
                    .fileReadCorruptFile, "the reference to its file is damaged; restore the store from a backup")
            }
            let url = directory.appendingPathComponent(file)
            // A link would lead out of the store's own folder, and a pipe may never end.
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw CocoaError.coreData(.fileReadCorruptFile, "\(file) beside the store is no plain file")
            }
            return try Data(contentsOf: url)
        default: return Data(bytes: start, count: bytes.count)
        }
    }

    /// The file that a column's bytes point at; nil when they hold the data themselves.
    ///
    /// Only a UUID is taken for a name, so that no store can point outside its own folder.
    static func fileName(of bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.first == fileMark, bytes.count >= 37 else { return nil }
        let text = String(decoding: bytes[1..<37], as: UTF8.self)
        return UUID(uuidString: text) == nil ? nil : text
    }

    /// What goes into the column for data in a file.
    static func reference(toFile name: String) -> [UInt8] { [fileMark] + Array(name.utf8) + [0] }
}
