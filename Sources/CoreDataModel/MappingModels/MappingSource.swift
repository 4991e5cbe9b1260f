import Foundation

/// What an `.xcmappingmodel` says, before the models are known.
struct MappingSource {
    /// One entity mapping.
    struct Entity {
        var name: String?
        var number = 0
        var source: String?
        var destination: String?
        var policy: String?
        /// An archived expression.
        var sourceExpression: Data?
        /// A filter on the source objects.
        var predicate: String?
        var attributes: [Property] = []
        var relationships: [Property] = []
    }

    /// The mapping of one property.
    struct Property {
        var name: String
        /// An archived expression.
        var expression: Data?
        /// What Xcode writes for "this mapping, this key path".
        var mapping: String?
        var keyPath: String?
    }

    /// Where the models are, from some folder above the file.
    var sourceModelPath: String?
    var destinationModelPath: String?
    var entities: [Entity] = []
}
