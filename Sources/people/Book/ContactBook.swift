import CommandKit
import PersonKit

/// The contact book as the commands use it: opened as far as a command needs it, with the mistakes that a command line
/// can make caught before anything is made or changed.
struct ContactBook {
    /// What a command is going to do.
    enum Access {
        /// Nothing is ever written; the store has to be there.
        case reading
        /// The store has to be there.
        case changing
        /// A store that is not there is made.
        case adding
        /// As if it were changed, but nothing is written.
        case trying
    }

    let manager: PersonManager
    let isTrial: Bool

    /// Opens the book while a block works with it.
    ///
    /// - Throws: `CommandError` (1) when there is no store yet, (66) when the one that was named is not there or is no
    ///   file, (73) when it cannot be made; what `PersonManager` and the block throw.
    static func open<Result>(
        _ call: Invocation, for access: Access, _ body: (ContactBook) throws -> Result
    ) throws -> Result {
        let book = try open(call, for: access)
        // Closed, so that a copy of the one file is a copy of everything.
        do {
            let result = try body(book)
            try book.manager.close()
            return result
        } catch {
            try? book.manager.close()
            throw error
        }
    }

    private static func open(_ call: Invocation, for access: Access) throws -> ContactBook {
        let location = try StoreLocation(call)
        let isThere = try location.isThere()
        if !isThere {
            switch access {
            case .adding: try location.makeDirectory()
            case .trying: return ContactBook(manager: try PersonManager.inMemory(), isTrial: true)
            case .reading, .changing: throw location.missing
            }
        }
        func open(isReadOnly: Bool) throws -> PersonManager {
            try PersonManager(
                storeURL: URL(fileURLWithPath: location.path), isReadOnly: isReadOnly,
                timeout: call.arguments[StoreOption.timeout])
        }
        func migrating() throws -> PersonManager {
            let manager = try open(isReadOnly: false)
            if let backup = try manager.backupURL() {
                call.talk.note(
                    "The store was made by an older version and has been brought up to date; a copy of it as "
                        + "it was is \(backup.path)")
            }
            return manager
        }
        switch access {
        case .adding, .changing: return ContactBook(manager: try migrating(), isTrial: false)
        case .trying: return ContactBook(manager: try open(isReadOnly: true), isTrial: true)
        case .reading:
            do {
                return ContactBook(manager: try open(isReadOnly: true), isTrial: false)
            } catch let error as PersonError where error.isOfOtherVersion {
                // Only a store that can be written can be brought up to date.
                return ContactBook(manager: try migrating(), isTrial: false)
            }
        }
    }

    // MARK: - Reading

    /// How many people are selected, whatever the limit.
    func count(_ selection: Selection) throws -> Int {
        try manager.count(selection.query)
    }

    /// Hands out the selected people one after the other, in constant memory.
    ///
    /// - Parameter attributes: what is read of each; nil for everything but the photo itself.
    func forEach(
        _ selection: Selection, reading attributes: [ContactAttribute]?, _ body: (ContactRecord) throws -> Void
    ) throws {
        var query = selection.query
        query.attributes = attributes
        try manager.forEachRecord(query, body)
    }

    /// - Throws: `PersonError` with `notFound`.
    func person(_ id: String, includesPhotoData: Bool = false) throws -> ContactRecord {
        guard let record = try manager.person(withID: id, includesPhotoData: includesPhotoData) else {
            throw PersonError(.notFound, "There is no person with the ID \(id)", personID: id)
        }
        return record
    }

    // MARK: - Changing

    /// Adds a person.
    ///
    /// - Returns: The ID.
    func add(_ record: ContactRecord) throws -> String {
        let target = isTrial ? try PersonManager.inMemory() : manager
        if isTrial, let id = record.personID, let there = try manager.person(withID: id) { try target.insert(there) }
        return try target.insert(record).personID ?? ""
    }

    func update(_ id: String, _ values: [String: Any?]) throws {
        let target = isTrial ? try PersonManager.inMemory() : manager
        if isTrial { try target.insert(try person(id)) }
        try target.update(personID: id, with: values)
    }

    /// Deletes people, all or none.
    ///
    /// - Throws: `PersonError` with `notFound` when somebody else has deleted one of them meanwhile.
    func delete(_ ids: [String]) throws {
        guard !isTrial else { return }
        try manager.delete(personIDs: ids)
    }
}

extension PersonError {
    /// Whether a store could not be opened because another version of the book made it.
    fileprivate var isOfOtherVersion: Bool {
        (underlying as? CocoaError)?.code == .persistentStoreIncompatibleVersionHash
    }
}

extension Selection {
    /// The same question to the contact book.
    fileprivate var query: PersonQuery {
        var query = PersonQuery(terms: words)
        query.predicate = predicate
        query.tags = tags
        query.sort = order.sort
        query.isReversed = isReversed
        query.limit = limit
        query.offset = offset
        return query
    }
}
