import Foundation

/// How the objects of one version of a model become objects of another: a list of entity mappings.
///
/// ```swift
/// let model = NSMappingModel()
/// model.entityMappings = [people, groups]
/// ```
///
/// A mapping model is for exactly one pair of versions. It is built in code, read from an `.xcmappingmodel` or a `.cdm`,
/// or inferred.
open class NSMappingModel: NSObject {
    /// The entity mappings, in the order in which a migration goes through them.
    open var entityMappings: [NSEntityMapping]! = [] {
        didSet { if entityMappings == nil { entityMappings = [] } }
    }

    /// The entity mappings by name.
    open var entityMappingsByName: [String: NSEntityMapping] {
        Dictionary(entityMappings.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Makes a mapping model without entity mappings.
    public required override init() {}

    /// Whether the mapping model is for this pair of models: each hash that it holds is the models', and there is at
    /// least one.
    package func isFor(source: [String: Data], destination: [String: Data]) -> Bool {
        var count = 0
        for mapping in entityMappings ?? [] {
            for (name, hash, hashes) in [
                (mapping.sourceEntityName, mapping.sourceEntityVersionHash, source),
                (mapping.destinationEntityName, mapping.destinationEntityVersionHash, destination),
            ] {
                guard let name else { continue }
                guard let hash, hashes[name] == hash else { return false }
                count += 1
            }
        }
        return count > 0
    }
}
