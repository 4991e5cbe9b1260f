import CommandKit
import ContactFormats
import Foundation

/// A photo as `--photo` takes it: a file, whose content is kept as well, or a URI, of which only the text is.
enum PhotoArgument {
    /// What a photo may weigh, in bytes.
    static let limit = 16 << 20

    /// - Throws: `CommandError` (66) for a file that cannot be read, (65) for one that is too large.
    static func read(_ text: String, into record: inout ContactRecord) throws {
        record.photo = text
        if text.contains("://") { return }
        do {
            let file = try FileByteSource(path: text)
            if let size = file.size, size > limit { throw tooLarge(text) }
            record.photoData = try read(file)
        } catch let error as ContactFormatError {
            throw CommandError(.missingInput, "The photo \(error.message)", file: text)
        }
    }

    private static func read(_ file: FileByteSource) throws -> Data {
        var data = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try chunk.withUnsafeMutableBytes { try file.read(into: $0) }
            if count == 0 { return data }
            data.append(contentsOf: chunk[..<count])
            // A pipe does not tell its size before.
            guard data.count <= limit else { throw tooLarge(file.name) }
        }
    }

    private static func tooLarge(_ file: String) -> CommandError {
        CommandError(.badInput, "The photo is larger than \(limit >> 20) MB", hint: "Make it smaller", file: file)
    }
}
