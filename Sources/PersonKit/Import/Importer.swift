/// One import: reads records, finds whom they mean, and writes them in batches.
///
/// A batch is one transaction; the context is emptied after each, so that memory does not grow with the file.
final class Importer {
    private let stack: PersonStack
    private let queue: DispatchQueue
    private let options: ImportOptions
    private let context: NSManagedObjectContext
    private var maker = DerivedValues.Maker()
    private(set) var report = ImportReport()
    /// Everything met so far, where the store cannot tell: in a first import and in a dry run.
    private var seen = SeenKeys()
    /// The IDs of people that this import added.
    private var addedIDs = SeenKeys()

    init(stack: PersonStack, queue: DispatchQueue, options: ImportOptions) {
        self.stack = stack
        self.queue = queue
        self.options = options
        context = stack.makeContext()
    }

    func run(_ reader: ContactReader) throws -> ImportReport {
        let feed = ImportFeed(reader, options: options)
        do {
            if try canLoad() { try load(feed) } else { try importBatches(feed, first: []) }
        } catch is Cancellation {
            report.wasCancelled = true
        }
        return report
    }

    private struct Cancellation: Error {}

    // MARK: - Reading

    private var hasEnded = false

    /// The next records, ready for the store; empty at the end.
    private func nextBatch(_ feed: ImportFeed) throws -> [ImportedRecord] {
        if hasEnded { return [] }
        let batch = feed.next()
        for (problem, rejected) in batch.problems {
            if problem.severity == .failure { report.failed += 1 }
            note(problem, rejected)
        }
        report.rejectsHeader = batch.rejectsHeader
        switch batch.outcome {
        case .more: if batch.records.isEmpty { return try nextBatch(feed) }
        case .end: hasEnded = true
        case .failure(let error): throw error
        case .cancelled: throw Cancellation()
        }
        return batch.records
    }

    private func note(_ problem: ImportProblem, _ rejected: RejectedRecord? = nil) {
        if report.problems.count < 10_000 { report.problems.append(problem) }
        options.onProblem?(problem, rejected)
    }

    // MARK: - A first import

    /// A store without people takes everything in one transaction, with its indexes built at the end.
    private func canLoad() throws -> Bool {
        #if os(Linux)
            guard !options.isDryRun, stack.store.type == NSSQLiteStoreType else { return false }
            return try context.performAndWait { try context.count(for: Person.fetchRequest()) == 0 }
        #else
            return false
        #endif
    }

    /// Records that may mean somebody who came earlier in the file. They wait until the store's indexes can tell.
    private var deferred: [ImportedRecord] = []
    private static let mostDeferred = 10_000

    private func load(_ feed: ImportFeed) throws {
        var isCancelled = false
        #if os(Linux)
            try queue.sync {
                try stack.store.performBulkLoad {
                    try context.performAndWait {
                        do {
                            // People without IDs may be meant by what else they have, so then all of that is noted.
                            var notesContacts: Bool?
                            while deferred.count < Self.mostDeferred {
                                let batch = try nextBatch(feed)
                                if batch.isEmpty { break }
                                let all = notesContacts ?? !batch[0].hasIdentity
                                notesContacts = all
                                try insertNew(batch, notingContacts: all)
                                options.progress?(report)
                            }
                        } catch is Cancellation {
                            // What is there so far stays.
                            isCancelled = true
                        }
                    }
                }
            }
        #endif
        if isCancelled { throw Cancellation() }
        let waiting = deferred
        deferred = []
        try importBatches(feed, first: waiting)
    }

    private func insertNew(_ batch: [ImportedRecord], notingContacts: Bool) throws {
        var groups = GroupCache(context)
        for record in batch {
            let isClear = notingContacts || record.hasIdentity
            var isNew = isClear
            if isClear {
                for key in record.keys(includingContacts: notingContacts) where !seen.insert(key) { isNew = false }
            }
            if isNew {
                try insert(record, id: record.newID, &groups)
            } else {
                deferred.append(record)
            }
        }
        try context.save()
        context.reset()
    }

    // MARK: - Batches

    private func importBatches(_ feed: ImportFeed, first: [ImportedRecord]) throws {
        for start in stride(from: 0, to: first.count, by: options.batchSize) {
            try importBatch(Array(first[start..<min(start + options.batchSize, first.count)]))
        }
        while true {
            let batch = try nextBatch(feed)
            if batch.isEmpty { return }
            try importBatch(batch)
            options.progress?(report)
        }
    }

    private func importBatch(_ batch: [ImportedRecord]) throws {
        // Somebody else may write the same people meanwhile: then the batch is worked out anew.
        for attempt in 1...4 {
            let before = (report, addedIDs)
            do {
                return try queue.sync { try context.performAndWait { try store(batch) } }
            } catch let error as CocoaError
                where attempt < 4 && [.managedObjectMerge, .managedObjectConstraintMerge].contains(error.code)
            {
                context.performAndWait { context.reset() }
                (report, addedIDs) = before
            } catch {
                context.performAndWait { context.reset() }
                throw error
            }
        }
    }

    private func store(_ batch: [ImportedRecord]) throws {
        var lookup = try ImportLookup(batch, in: context, onMatch: options.onMatch)
        var groups = GroupCache(context)
        for record in batch {
            let person =
                options.onMatch == .add
                ? nil
                : lookup.person(for: record) { [addedIDs] person in
                    addedIDs.contains(Fingerprint.key(1, person.personID ?? ""))
                }
            if let person {
                try change(person, to: record, &groups)
                lookup.note(person, for: record)
            } else if options.isDryRun {
                try dryInsert(record)
            } else {
                var id = record.newID
                while lookup.has(id) { id = UUID().uuidString }
                lookup.note(try insert(record, id: id, &groups), for: record)
            }
        }
        if options.isDryRun { return context.reset() }
        try context.save()
        context.reset()
    }

    /// Counts a new person; one that the file holds twice counts once.
    private func dryInsert(_ record: ImportedRecord) throws {
        var isNew = true
        if options.onMatch != .add {
            for key in record.keys(includingContacts: !record.hasIdentity) where !seen.insert(key) { isNew = false }
        }
        switch (isNew, options.onMatch) {
        case (true, _): report.added += 1
        case (false, .skip): report.skipped += 1
        case (false, _): report.unchanged += 1
        }
    }

    // MARK: - One person

    @discardableResult
    private func insert(_ record: ImportedRecord, id: String, _ groups: inout GroupCache) throws -> Person {
        let person = Person(context: context)
        let now = Date()
        person.take(record.record, insteadOf: nil)
        person.personID = id
        person.take(record.derived)
        if record.record.createdAt == nil { person.createdAt = record.record.updatedAt ?? now }
        if record.record.updatedAt == nil { person.updatedAt = record.record.createdAt ?? now }
        person.revision = 1
        for name in record.record.groups { person.addToGroups(try groups.group(name)) }
        _ = addedIDs.insert(Fingerprint.key(1, id))
        report.added += 1
        return person
    }

    private func change(_ person: Person, to record: ImportedRecord, _ groups: inout GroupCache) throws {
        if options.onMatch == .skip {
            report.skipped += 1
            return
        }
        let readsPhoto = options.onMatch == .replace || record.record.photoData != nil
        let old = person.record(includesPhotoData: readsPhoto)
        var next = old
        if options.onMatch == .replace {
            next = record.record
            next.personID = old.personID
            if next.createdAt == nil, old.createdAt != nil { next.createdAt = old.createdAt }
        } else {
            next.update(from: record.given)
            next.followParts(of: old)
        }
        do throws(PersonError) {
            next = try next.checked()
        } catch {
            report.failed += 1
            note(
                ImportProblem(
                    severity: .failure, file: record.position.file, line: record.position.line, key: error.key,
                    message: error.message))
            return
        }
        guard next.differs(from: old) else {
            report.unchanged += 1
            return
        }
        report.updated += 1
        if options.isDryRun { return }
        if next.updatedAt == old.updatedAt || next.updatedAt == nil { next.updatedAt = Date() }
        person.take(next, insteadOf: old)
        person.take(maker.values(of: next))
        person.revision += 1
        if next.groups != old.groups { person.groups = NSSet(array: try next.groups.map { try groups.group($0) }) }
    }
}

extension ContactRecord {
    /// Whether a person would change, apart from the book's own records of when and whence.
    fileprivate func differs(from old: ContactRecord) -> Bool {
        var (a, b) = (self, old)
        if a.updatedAt != b.updatedAt { a.updatedAt = b.updatedAt }
        if a.createdAt != b.createdAt { a.createdAt = b.createdAt }
        if a.sourceKey != b.sourceKey { a.sourceKey = b.sourceKey }
        if a.source != b.source { a.source = b.source }
        // Groups are a set.
        a.groups.sort()
        b.groups.sort()
        return a != b
    }
}

/// The groups of a batch by name, each read or made once.
private struct GroupCache {
    private let context: NSManagedObjectContext
    private var groups: [String: Group] = [:]

    init(_ context: NSManagedObjectContext) { self.context = context }

    mutating func group(_ name: String) throws -> Group {
        if let group = groups[name] { return group }
        let group = try PersonManager.groups(named: [name], in: context)[0]
        groups[name] = group
        return group
    }
}
