/// How a store of an older version of the contact book is brought to this one.
struct StoreMigration: @unchecked Sendable {
    // Sendable: the models are not changed any more.

    private let url: URL
    private let models: [NSManagedObjectModel]
    /// The copy of the store as it was.
    let backup: URL

    /// Nil for a store that no older version made: a newer program's is left alone.
    init?(of url: URL) throws {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        ContactValueTransformer.registerAll()
        models = try PersonData.makeOtherVersions()
        guard models.contains(where: { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) })
        else {
            return nil
        }
        self.url = url
        backup = Self.backupURL(of: url)
    }

    /// What the store is opened with.
    var options: [AnyHashable: Any] {
        [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
            PersistentStoreModelVersionsOption: models,
        ]
    }

    /// Copies the store, with what waits in its log and with its photos, to where nothing is yet.
    func writeBackup(with coordinator: NSPersistentStoreCoordinator) throws {
        try coordinator.replacePersistentStore(at: backup, withPersistentStoreFrom: url, type: .sqlite)
    }

    /// `people.sqlite.backup-20260131-235959.sqlite`: a store that can be opened, and that sorts by its time.
    private static func backupURL(of url: URL) -> URL {
        let now = Calendar(identifier: .gregorian).dateComponents(
            in: TimeZone(secondsFromGMT: 0) ?? .current, from: Date())
        func digits(_ value: Int?, _ count: Int) -> String {
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = digits(now.year, 4) + digits(now.month, 2) + digits(now.day, 2)
        let time = digits(now.hour, 2) + digits(now.minute, 2) + digits(now.second, 2)
        let stem = "\(url.lastPathComponent).backup-\(day)-\(time)"
        let directory = url.deletingLastPathComponent()
        var candidate = directory.appendingPathComponent("\(stem).sqlite")
        var number = 1
        while FileManager.default.fileExists(atPath: candidate.path) {
            number += 1
            candidate = directory.appendingPathComponent("\(stem)-\(number).sqlite")
        }
        return candidate
    }
}
