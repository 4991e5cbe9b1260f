import CommandKit
import CoreData

/// Values that could not be read, such as those in a file that is missing: they are shown as none, so it must be said.
struct UnreadableValues {
    private let talk: Talk
    private(set) var areThere = false

    init(_ talk: Talk) { self.talk = talk }

    /// Says what could not be read since it was asked last.
    mutating func note(_ context: NSManagedObjectContext) {
        do {
            try context.throwNotedError()
        } catch {
            areThere = true
            talk.warning((error as NSError).localizedDescription)
        }
    }
}
