import Foundation
import PersonKit
import Testing

/// A directory for one test, removed with its holder.
final class TemporaryDirectory {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("PersonKit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    func write(_ text: String, to name: String) throws -> URL {
        try Data(text.utf8).write(to: file(name))
        return file(name)
    }
}

extension PersonManager {
    /// The names that a search finds, sorted.
    func names(_ terms: String...) throws -> [String] {
        try search(terms).compactMap(\.name).sorted()
    }
}
