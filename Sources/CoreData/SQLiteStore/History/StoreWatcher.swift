import SQLite

/// Notices that a store was written, by this process or another.
///
/// The kernel tells that a file beside the store has changed (inotify on its directory: the write-ahead log itself comes
/// and goes); SQLite's `data_version` then says whether something was committed.
final class StoreWatcher: @unchecked Sendable {
    // Sendable: `connection`, `version` and `round` are used on `queue` only; the rest is constant.

    private let queue = DispatchQueue(label: "NSPersistentStoreRemoteChange")
    private let source: any DispatchSourceRead
    private let connection: Connection
    private let descriptor: Int32
    private let name: String
    private let committed: () -> Void
    private var version: SQLValue?
    /// How often the version has been looked at since the last event; nil when there is nothing to look for.
    private var round: Int?

    /// A commit is many writes, and becomes visible only after the last of them, when the log has been synced, which the
    /// kernel does not tell: hence several looks, in milliseconds one after the other.
    private static let delays = [20, 100, 500, 2000]

    /// - Parameters:
    ///   - connection: One of its own, for reading.
    ///   - committed: Called on a queue of the watcher's, once for several commits in a row.
    /// - Throws: `CocoaError` 134080 when the kernel has no watch left to give.
    init(path: String, connection: Connection, committed: @escaping () -> Void) throws {
        let url = URL(fileURLWithPath: path)
        name = url.lastPathComponent
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0,
            inotify_add_watch(
                descriptor, url.deletingLastPathComponent().path, UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO)) >= 0
        else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            connection.close()
            throw CocoaError.coreData(
                .persistentStoreOpen,
                "Changes of \(path) cannot be watched (\(reason)): raise fs.inotify.max_user_instances, or open the "
                    + "store without NSPersistentStoreRemoteChangeNotificationPostOptionKey")
        }
        self.connection = connection
        self.committed = committed
        version = try connection.pragma("data_version")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.noteEvents() }
        let descriptor = descriptor
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit {
        source.cancel()
        connection.close()
    }

    /// Whether a file of the store is among those that changed; a commit is a write to the database or to its log.
    private func noteEvents() {
        var isOurs = false
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { break }
            isOurs = isOurs || Self.names(in: bytes[..<count]).contains { $0.hasPrefix(name) }
        }
        guard isOurs else { return }
        let isIdle = round == nil
        round = 0
        if isIdle { lookLater(Self.delays[0]) }
    }

    private func lookLater(_ milliseconds: Int) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in self?.look() }
    }

    private func look() {
        // While another process recovers the database it cannot be read: there is a next time.
        if let now = try? connection.pragma("data_version"), now != version {
            version = now
            committed()
        }
        let next = (round ?? 0) + 1
        round = next < Self.delays.count ? next : nil
        if let round { lookLater(Self.delays[round]) }
    }

    /// The names in the kernel's records: watch, mask, cookie and length of the name, each 32 bits, then the name.
    private static func names(in bytes: ArraySlice<UInt8>) -> [String] {
        var names: [String] = []
        var rest = bytes
        while rest.count >= 16 {
            let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            names.append(String(decoding: name, as: UTF8.self))
            rest = rest.dropFirst(16 + length)
        }
        return names
    }
}

extension SQLiteStore {
    /// Tells observers that the store was written.
    func postRemoteChange() {
        guard let coordinator = persistentStoreCoordinator else { return }
        var userInfo: [AnyHashable: Any] = [NSStoreUUIDKey: identifier ?? ""]
        userInfo[NSPersistentStoreURLKey] = url
        userInfo[NSPersistentHistoryTokenKey] = coordinator.currentPersistentHistoryToken(fromStores: [self])
        NotificationCenter.default.post(
            name: .NSPersistentStoreRemoteChange, object: coordinator, userInfo: userInfo)
    }
}
