import CSQLite

/// How a connection opens its database.
package enum OpenMode: Sendable {
    /// The file must exist, and nothing is written. A database in WAL mode still needs a directory that can be
    /// written to, or a `-shm` file that exists: see `immutable`.
    case readOnly
    /// The file must exist. Where the system does not allow writing SQLite opens it for reading: ask `isReadOnly`.
    case readWrite
    /// As `readWrite`, and a missing file is made.
    case readWriteCreate
    /// A new database in memory; the path is only a name for error messages.
    case memory
    /// The file must exist and, as long as it is open, nobody may change it: no locks are taken, no `-wal` file is
    /// looked at and none is made. For files on read-only media and in read-only directories.
    case immutable
    /// As `immutable`, but what a `-wal` file holds is read too, into this connection's own memory. The pragma
    /// `locking_mode` must be set to `exclusive` before anything else, or SQLite looks for shared memory.
    case unlocked

    /// The flags for `sqlite3_open_v2`. SQLite's own mutex is always off: a `Connection` belongs to one queue.
    var flags: Int32 {
        let access =
            switch self {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
            case .immutable, .unlocked: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        return access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    }

    /// The name to hand to `sqlite3_open_v2` so that it opens exactly the file at `path`.
    func fileName(path: String) -> String {
        switch self {
        case .memory:
            return ":memory:"
        case .readOnly, .readWrite, .readWriteCreate:
            // ":memory:" and "file:…" mean something else to SQLite; as names of files they need a directory.
            return path.utf8.starts(with: ":".utf8) || path.utf8.starts(with: "file:".utf8) ? "./" + path : path
        case .immutable, .unlocked:
            // The two slashes are an empty host; without them a path that starts with two slashes would be read as one.
            return "file:" + (path.utf8.first == UInt8(ascii: "/") ? "//" : "") + Self.percentEncoded(path)
                + (self == .immutable ? "?immutable=1" : "?mode=ro&vfs=unix-none")
        }
    }

    private static func percentEncoded(_ path: String) -> String {
        var encoded: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                encoded.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
