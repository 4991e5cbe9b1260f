/// A place in the history of one or more stores: everything up to a transaction of each.
///
/// Keep it, in an archive if need be, and ask for what has happened since with
/// `NSPersistentHistoryChangeRequest.fetchHistory(after:)`.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The number of the last transaction, by the store's UUID.
    let numbers: [String: Int64]
    private static let key = "NSPersistentHistoryTokenDictionary"

    init(_ numbers: [String: Int64]) { self.numbers = numbers }

    /// The token itself: it cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True: a token is safe to read from an archive.
    public static var supportsSecureCoding: Bool { true }

    /// Writes the token into an archive.
    public func encode(with coder: NSCoder) {
        let dictionary = NSDictionary(dictionary: numbers.mapValues { NSNumber(value: $0) })
        coder.encode(dictionary, forKey: Self.key)
    }

    /// Nil for an archive of something else.
    public init?(coder: NSCoder) {
        let classes: [AnyClass] = [NSDictionary.self, NSString.self, NSNumber.self]
        guard let decoded = coder.decodeObject(of: classes, forKey: Self.key) as? [String: NSNumber] else {
            return nil
        }
        numbers = decoded.mapValues(\.int64Value)
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? NSPersistentHistoryToken)?.numbers == numbers }

    public override var hash: Int { numbers.hashValue }

    public override var description: String {
        let parts = numbers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "<NSPersistentHistoryToken \(parts.joined(separator: ", "))>"
    }
}
