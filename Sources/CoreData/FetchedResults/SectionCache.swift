import Synchronization

/// The sections of a controller's content, kept in a file under the user's caches directory, one for each store and
/// name.
///
/// A file is used only for the request that it was written for, and while the store's files are as they were. What
/// cannot be read or written is no error: the sections are worked out instead.
struct SectionCache {
    private let name: String
    /// What the request asks for, as a hash: predicates hold values that are nobody's business.
    private var request: String?
    private var deletions: Int
    /// The stores as they were before the fetch that is under way; nil when the cache is of no use for it.
    private var state: String?
    private var stores: [NSPersistentStore] = []

    init(name: String, request: AnyFetchRequest, sectionNameKeyPath: String?) {
        self.name = name
        self.request = Self.fingerprint(request, sectionNameKeyPath)
        deletions = Self.deletions(of: name)
    }

    /// Traps when the request was changed and the cache was not deleted since: a mistake in the program, and Apple's
    /// framework ends it too.
    mutating func requireUnchanged(_ request: AnyFetchRequest, _ sectionNameKeyPath: String?) {
        let now = Self.fingerprint(request, sectionNameKeyPath)
        let deletionsNow = Self.deletions(of: name)
        precondition(
            now == self.request || deletionsNow > deletions,
            "The fetch request of the controller with the cache '\(name)' was changed: call "
                + "NSFetchedResultsController.deleteCache(withName:) before that, or make the controller without a cache"
        )
        self.request = now
        deletions = deletionsNow
    }

    // MARK: - Reading and writing

    private struct Entry: Codable {
        let request: String
        let state: String
        let names: [String]
        let counts: [Int]
    }

    /// The sections, when they are known for the stores as they are.
    ///
    /// - Parameter isOverlaid: Whether the result will have changes that are not in the stores.
    mutating func load(_ stores: [NSPersistentStore], isOverlaid: Bool) -> SectionTable? {
        self.stores = stores
        state = isOverlaid ? nil : Self.state(of: stores)
        guard let state, let file = Self.file(name, stores), let data = try? Data(contentsOf: file),
            let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.request == request,
            entry.state == state, entry.names.count == entry.counts.count
        else { return nil }
        return SectionTable(zip(entry.names, entry.counts).map { ($0, $1) })
    }

    /// Keeps the sections of the fetch that `load` began.
    func save(_ table: SectionTable) {
        guard let request, let state, state == Self.state(of: stores), let file = Self.file(name, stores) else {
            return
        }
        let entry = Entry(
            request: request, state: state, names: table.sections.map(\.name), counts: table.sections.map(\.range.count)
        )
        guard let data = try? JSONEncoder().encode(entry) else { return }
        let manager = FileManager.default
        // Names of sections may be names of people.
        try? manager.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try? data.write(to: file, options: .atomic)
    }

    /// Deletes what is kept under a name, or everything.
    static func delete(_ name: String?) {
        deletionCounts.withLock { counts in
            if let name { counts.byName[name, default: 0] += 1 } else { counts.ofAll += 1 }
        }
        guard let directory else { return }
        let manager = FileManager.default
        guard let name else {
            try? manager.removeItem(at: directory)
            return
        }
        let stores = (try? manager.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
        for store in stores { try? manager.removeItem(at: store.appendingPathComponent(fileName(name))) }
    }

    /// How often caches were deleted, so that a controller notices it.
    private static let deletionCounts = Mutex<(byName: [String: Int], ofAll: Int)>(([:], 0))

    private static func deletions(of name: String) -> Int {
        deletionCounts.withLock { $0.byName[name, default: 0] + $0.ofAll }
    }

    // MARK: - Names and states

    private static var directory: URL? {
        FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
            .appendingPathComponent(ProcessInfo.processInfo.processName)
            .appendingPathComponent("FetchedResultsSections")
    }

    private static func file(_ name: String, _ stores: [NSPersistentStore]) -> URL? {
        guard let directory, !stores.isEmpty else { return nil }
        let identifiers = stores.map { $0.identifier ?? "" }.sorted().joined(separator: " ")
        return directory.appendingPathComponent(hash(identifiers)).appendingPathComponent(fileName(name))
    }

    private static func fileName(_ name: String) -> String { hash(name) + ".json" }

    private static func hash(_ text: String) -> String {
        SHA256.hash(text.utf8).prefix(16).map { String(format: "%02x", $0) }.joined()
    }

    /// Size and time of the stores' files; nil for a store that has none.
    private static func state(of stores: [NSPersistentStore]) -> String? {
        var parts: [String] = []
        for store in stores {
            guard let path = store.url?.path else { return nil }
            for file in [path, path + "-wal"] {
                let attributes = try? FileManager.default.attributesOfItem(atPath: file)
                let size = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
                let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
                // An empty log is as good as none.
                parts.append(size == 0 ? "-" : "\(size) \(time)")
            }
        }
        return parts.joined(separator: ",")
    }

    /// What decides over content and sections; nil when that cannot be told, as with a predicate that is a block or
    /// looks at the time.
    private static func fingerprint(_ request: AnyFetchRequest, _ sectionNameKeyPath: String?) -> String? {
        let predicate = request.predicate.map { predicateNode(of: $0).formatText } ?? ""
        guard !predicate.contains("BLOCKPREDICATE"), !predicate.lowercased().contains("now()") else { return nil }
        let parts: [String] = [
            request.entityName ?? "", predicate,
            (request.sortDescriptors ?? []).map { String(describing: $0) }.joined(separator: "; "),
            sectionNameKeyPath ?? "", "\(request.fetchLimit) \(request.fetchOffset)",
            "\(request.includesSubentities) \(request.includesPendingChanges) \(request.resultType.rawValue)",
            Locale.current.identifier,
        ]
        return hash(parts.joined(separator: "\u{0}"))
    }
}
