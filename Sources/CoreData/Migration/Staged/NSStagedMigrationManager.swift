/// Option: an `NSStagedMigrationManager` that brings an older store to the coordinator's model, stage by stage.
public let NSPersistentStoreStagedMigrationManagerOptionKey = "NSPersistentStoreStagedMigrationManagerOptionKey"

/// Brings older stores to the newest version of a model by stages.
///
/// ```swift
/// let manager = NSStagedMigrationManager([NSLightweightMigrationStage([v1, v2]), v2ToV3])
/// description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
/// ```
///
/// A store goes through every stage that lies between its version and the coordinator's model. Stages that only infer
/// change the store in its place, one version after the other, each atomically. Where a custom stage takes part, all
/// stages work on a copy that takes the store's place in the end: a handler that fails leaves the store as it was.
open class NSStagedMigrationManager: NSObject, @unchecked Sendable {
    // Sendable: constant but for `container`, which is set on the thread that migrates.

    /// The stages, the oldest versions first.
    public let stages: [NSMigrationStage]
    /// The container that has the store open while a handler runs; nil otherwise.
    open internal(set) var container: NSPersistentContainer?

    /// A manager with stages, the oldest versions first.
    public init(_ stages: [NSMigrationStage]) {
        self.stages = stages
    }

    /// The versions in order, each once.
    ///
    /// - Throws: `CocoaError` 134110 for a version that comes twice.
    func versionChecksums() throws -> [String] {
        var list: [String] = []
        for (index, stage) in stages.enumerated() {
            for (place, checksum) in stage.checksums.enumerated() {
                // A stage may begin where the one before it ends.
                if index > 0, place == 0, list.last == checksum { continue }
                guard !list.contains(checksum) else {
                    throw CocoaError.coreData(
                        .migration,
                        "The version with the checksum \(checksum) comes twice in the stages"
                            + (stage.label.map { ", again in '\($0)'" } ?? "") + ": name each version once, in order")
                }
                list.append(checksum)
            }
        }
        return list
    }
}
