import CoreData

/// The documents folder of one test, removed with its holder.
final class DocumentsFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("Articles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// A bundle that holds copies of this package's models, as an application's does.
    func bundle(with models: [URL]) throws -> Bundle? {
        let folder = file("Application.bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for model in models {
            try FileManager.default.copyItem(at: model, to: folder.appendingPathComponent(model.lastPathComponent))
        }
        return Bundle(url: folder)
    }
}

/// The models in the source tree.
enum ModelSources {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let company = package.appendingPathComponent("SampleData/Company.xcdatamodeld")
    static let personData = package.appendingPathComponent("Sources/PersonKit/PersonData.xcdatamodeld")
}
