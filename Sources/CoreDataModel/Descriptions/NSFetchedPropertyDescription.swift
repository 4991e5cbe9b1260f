import Foundation

/// A property whose value is what a fetch request finds, kept until the object is refreshed.
///
/// In its predicate `$FETCH_SOURCE` stands for the object and `$FETCHED_PROPERTY` for this description, so that the
/// predicate can use `$FETCHED_PROPERTY.userInfo.limit`.
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

extension NSFetchedPropertyDescription: KeyValueReadable {
    /// The value that `$FETCHED_PROPERTY.key` in the predicate stands for: `name` or `userInfo`.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "name": name
        case "userInfo": userInfo
        default: nil
        }
    }

    /// Whether the key is `name` or `userInfo`.
    public func hasValue(forKey key: String) -> Bool { key == "name" || key == "userInfo" }
}
