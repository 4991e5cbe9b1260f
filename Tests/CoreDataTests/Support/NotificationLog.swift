import CoreData

/// The notifications that a context posts, as text: "didSave inserted 1, updated 2".
final class NotificationLog: @unchecked Sendable {
    // Sendable: the tests that use it post and read on one thread.
    private(set) var entries: [String] = []
    private(set) var notifications: [Notification] = []
    private var tokens: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
        observe(NSManagedObjectContext.willSaveObjectsNotification, "willSave", context)
        observe(NSManagedObjectContext.didSaveObjectsNotification, "didSave", context)
        observe(NSManagedObjectContext.didChangeObjectsNotification, "didChange", context)
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    private func observe(_ name: Notification.Name, _ label: String, _ context: NSManagedObjectContext) {
        let token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
            [unowned self] notification in
            note(notification, label)
        }
        tokens.append(token)
    }

    private func note(_ notification: Notification, _ label: String) {
        notifications.append(notification)
        var counts: [String] = []
        for key in ["inserted", "updated", "deleted", "refreshed"] {
            guard let objects = notification.userInfo?[key] as? Set<NSManagedObject> else { continue }
            counts.append("\(key) \(objects.count)")
        }
        entries.append(counts.isEmpty ? label : "\(label) \(counts.joined(separator: ", "))")
    }

    /// The entries since the last call.
    func take() -> [String] {
        defer { entries = [] }
        return entries
    }
}
