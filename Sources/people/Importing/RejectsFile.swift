import ContactFormats

/// The records of a file that could not be taken, in the file's own format: they can be corrected and read again.
final class RejectsFile {
    private let path: String
    private let format: ContactFormat
    private let header: [UInt8]?
    private var file: AtomicOutputFile?
    private var count = 0

    /// - Parameter header: a CSV file's first line.
    init(path: String, format: ContactFormat, header: [UInt8]?) {
        self.path = path
        self.format = format
        self.header = header
    }

    /// - Throws: `ContactFormatError`.
    func add(_ rejected: RejectedRecord) throws {
        // Too large to be held; its line has been named.
        guard let text = rejected.rawText else { return }
        if file == nil {
            file = try AtomicOutputFile(path: path, overwrites: true)
            if format == .json { try write("[\n".utf8) }
            if let header { try write(header + [0x0A]) }
        }
        if format == .json {
            if count > 0 { try write(",\n".utf8) }
            try write(text)
        } else {
            try write(text + [0x0A])
        }
        count += 1
    }

    /// Completes the file, if there is anything in it.
    ///
    /// - Returns: How many records are in it.
    func finish() throws -> Int {
        guard let file else { return 0 }
        if format == .json { try write("\n]\n".utf8) }
        try file.finish()
        return count
    }

    private func write(_ bytes: some Collection<UInt8>) throws {
        try Array(bytes).withUnsafeBytes { try file?.write($0) }
    }
}
