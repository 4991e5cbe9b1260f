import Foundation

/// The models that an `.xcmappingmodel` carries, as archives.
enum EmbeddedModel {
    /// - Returns: nil when there is none or it cannot be read.
    static func model(_ archive: Data?, file: String) -> NSManagedObjectModel? {
        archive.flatMap { try? CompiledModelReader.read($0, file: file) }
    }
}
