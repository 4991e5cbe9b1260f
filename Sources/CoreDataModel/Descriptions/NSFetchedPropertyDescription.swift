import Foundation

/// A property whose value is what a fetch request finds. `$FETCH_SOURCE` in its predicate stands for the object.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    /// The request. Its entity must be in the same model.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { willSet { requireMutable() } }

    package override func takeValues(from other: NSPropertyDescription) {
        super.takeValues(from: other)
        guard let other = other as? NSFetchedPropertyDescription else { return }
        fetchRequest = other.fetchRequest?.copy() as? NSFetchRequest<any NSFetchRequestResult>
    }

    package override func freeze() {
        fetchRequest?.freeze()
        super.freeze()
    }
}
