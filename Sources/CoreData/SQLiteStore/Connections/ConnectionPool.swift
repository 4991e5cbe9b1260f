import SQLite
import Synchronization

/// The connections of a store: one that writes, and a few that read beside it.
///
/// In WAL mode a reader sees the last committed state and does not wait for the writer.
final class ConnectionPool: @unchecked Sendable {
    // Sendable: `idle` and `opened` are guarded by `condition`; a connection is used by one thread at a time, the one
    // that took it out.

    private let condition = NSCondition()
    private var idleReaders: [Connection] = []
    private var openReaders = 0
    private var isClosed = false
    private var pinnedReaders: [WeakReader] = []
    private let mostReaders: Int
    private let writerLock = NSRecursiveLock()
    private var writer: Connection?
    private var open: (Bool) throws -> Connection
    /// The thread inside `holdingWriter`: it reads what it has written itself.
    private let holder = Atomic<UInt>(0)

    /// - Parameters:
    ///   - mostReaders: 0 when everything goes through the one connection, as in memory.
    ///   - open: Opens a connection; the argument tells whether it is to write.
    init(mostReaders: Int, writer: Connection?, open: @escaping (_ writes: Bool) throws -> Connection) {
        self.mostReaders = mostReaders
        self.writer = writer
        self.open = open
    }

    /// Runs a block with the connection that writes; one block at a time.
    func write<T>(_ body: (Connection) throws -> T) throws -> T {
        writerLock.lock()
        defer { writerLock.unlock() }
        guard !isClosed else { throw Self.closed }
        if let writer { return try body(writer) }
        let made = try open(true)
        writer = made
        return try body(made)
    }

    /// Runs a block with a connection that reads.
    func read<T>(_ body: (Connection) throws -> T) throws -> T {
        if mostReaders == 0 || isHeldByThisThread { return try write(body) }
        let connection = try takeReader()
        defer { giveBack(connection) }
        return try body(connection)
    }

    /// Runs a block with a connection that stays at one state of the database, or at the latest where there is none.
    ///
    /// A connection in memory has one state only, and a thread that holds the writer reads what it has written.
    func read<T>(through pinned: PinnedReader?, _ body: (Connection) throws -> T) throws -> T {
        guard let pinned, readsBesideWriter else { return try read(body) }
        return try pinned.read(body)
    }

    /// A reader that will stay at the state in which it finds the database at its first read.
    func makePinnedReader() -> PinnedReader {
        condition.withLock {
            let reader = PinnedReader(isClosed: isClosed) { [open] in try open(false) }
            pinnedReaders.removeAll { $0.reader == nil }
            pinnedReaders.append(WeakReader(reader: reader))
            return reader
        }
    }

    private struct WeakReader {
        weak var reader: PinnedReader?
    }

    /// Whether readers have connections of their own just now.
    var readsBesideWriter: Bool { mostReaders > 0 && !isHeldByThisThread }

    /// Runs a long block that may itself read and write: its connection is one more than the pool's, so that such
    /// blocks never wait for each other. Only where `readsBesideWriter`.
    func readAside<T>(_ body: (Connection) throws -> T) throws -> T {
        let connection = try takeReader()
        condition.withLock {
            openReaders -= 1
            condition.signal()
        }
        defer {
            condition.withLock { openReaders += 1 }
            giveBack(connection)
        }
        return try body(connection)
    }

    /// Runs a block, inside `write`, during which this thread's reads go through the writing connection.
    func holdingWriter<T>(_ body: () throws -> T) rethrows -> T {
        holder.store(Self.currentThread, ordering: .relaxed)
        defer { holder.store(0, ordering: .relaxed) }
        return try body()
    }

    /// Whether this thread is inside `holdingWriter`.
    var isHeldByThisThread: Bool { holder.load(ordering: .relaxed) == Self.currentThread }

    private static var currentThread: UInt { UInt(pthread_self()) }

    /// Closes every connection. Those that are pinned go first: the write-ahead log can be emptied without them.
    func close() {
        writerLock.lock()
        defer { writerLock.unlock() }
        let pinned = condition.withLock {
            isClosed = true
            return pinnedReaders.compactMap(\.reader)
        }
        for reader in pinned { reader.close() }
        condition.lock()
        defer { condition.unlock() }
        for reader in idleReaders { reader.close() }
        idleReaders = []
        writer?.close()
        writer = nil
    }

    /// Goes on with the connections that another function opens. Returns false, and goes on as before, while somebody
    /// reads.
    func reopen(with open: @escaping (_ writes: Bool) throws -> Connection) -> Bool {
        writerLock.lock()
        defer { writerLock.unlock() }
        return condition.withLock {
            guard !isClosed, openReaders == idleReaders.count else { return false }
            for reader in idleReaders { reader.close() }
            idleReaders = []
            openReaders = 0
            writer?.close()
            writer = nil
            self.open = open
            return true
        }
    }

    /// How many statements the connections have run; tests count with it.
    var statementCount: Int {
        condition.lock()
        defer { condition.unlock() }
        return (writer?.statementCount ?? 0) + idleReaders.reduce(0) { $0 + $1.statementCount }
            + pinnedReaders.reduce(0) { $0 + ($1.reader?.statementCount ?? 0) }
    }

    private func takeReader() throws -> Connection {
        condition.lock()
        while idleReaders.isEmpty && openReaders >= mostReaders && !isClosed { condition.wait() }
        guard !isClosed else {
            condition.unlock()
            throw Self.closed
        }
        if let reader = idleReaders.popLast() {
            condition.unlock()
            return reader
        }
        openReaders += 1
        let open = open
        condition.unlock()
        do {
            return try open(false)
        } catch {
            condition.withLock { openReaders -= 1 }
            throw error
        }
    }

    private func giveBack(_ connection: Connection) {
        condition.lock()
        defer { condition.unlock() }
        if isClosed {
            connection.close()
        } else if openReaders > mostReaders {
            connection.close()
            openReaders -= 1
        } else {
            idleReaders.append(connection)
        }
        condition.signal()
    }

    static var closed: CocoaError {
        .coreData(.persistentStoreOperation, "The store was removed from its coordinator: add it again to use it")
    }
}
