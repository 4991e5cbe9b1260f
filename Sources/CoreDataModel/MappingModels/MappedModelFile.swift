import Foundation

/// Finds the model files that an `.xcmappingmodel` was made for.
///
/// The file also carries both models, but in a form of Xcode's editor that no other program reads. Xcode itself goes by
/// the paths, which are relative to the project's folder.
enum MappedModelFile {
    /// How many folders above the mapping model are looked at.
    private static let reach = 8

    /// The model at a path of a mapping model: in the nearest folder above it that has the path, or the end of it. A
    /// compiled model of the same name counts too.
    ///
    /// - Returns: nil when there is none or it cannot be read.
    static func model(at path: String?, of mapping: URL) -> NSManagedObjectModel? {
        // A path that leads upwards has no business here.
        let parts = (path ?? "").split(separator: "/").map(String.init).filter { $0 != ".." && $0 != "." }
        var folder = mapping.standardizedFileURL
        for _ in 0..<reach {
            let above = folder.deletingLastPathComponent()
            guard above.path != folder.path else { return nil }
            folder = above
            for start in parts.indices {
                let names = Array(parts[start...])
                for names in [names, names.map(compiled)] {
                    let file = names.reduce(folder) { $0.appendingPathComponent($1) }
                    guard FileManager.default.fileExists(atPath: file.path) else { continue }
                    if let model = try? ModelFile.load(contentsOf: file) { return model }
                }
            }
        }
        return nil
    }

    private static func compiled(_ name: String) -> String {
        for (ending, other) in [(".xcdatamodeld", ".momd"), (".xcdatamodel", ".mom")] where name.hasSuffix(ending) {
            return name.dropLast(ending.count) + other
        }
        return name
    }
}
