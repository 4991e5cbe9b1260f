import Foundation

/// The models that an `.xcmappingmodel` carries, as archives.
enum EmbeddedModel {
    /// - Returns: nil when there is none or it cannot be read.
    static func model(_ archive: Data?) -> NSManagedObjectModel? { nil }
}
