import CommandKit
import Foundation

/// Where the store is.
struct StoreLocation {
    let path: String
    /// Whether the user has named it, by an option or a variable.
    let isNamed: Bool

    /// `--store`, else `$PEOPLE_STORE`, else `people/people.sqlite` in `$XDG_DATA_HOME`, else in `~/.local/share`.
    ///
    /// - Throws: `CommandError` (73) when nothing says where the user's data are.
    init(_ call: Invocation) throws {
        if let path = call.arguments[StoreOption.store] {
            self.path = path
            isNamed = true
            return
        }
        let folder: String
        // The XDG base directory specification says that a path that is not absolute is to be ignored.
        if let data = call.environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            folder = data
        } else if let home = call.environment["HOME"] {
            folder = home + "/.local/share"
        } else {
            throw CommandError(
                .cannotCreate, "Neither HOME nor XDG_DATA_HOME is set", hint: "Name the store with --store PATH")
        }
        path = folder + "/people/people.sqlite"
        isNamed = false
    }

    /// Whether there is a file with anything in it: an empty one is a book that was never begun.
    ///
    /// - Throws: `CommandError` (66) for a directory, (73) for a device and the like.
    func isThere() throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return status.st_size > 0
        case S_IFDIR: throw CommandError(.missingInput, "is a directory, not a store", file: path)
        default: throw CommandError(.cannotCreate, "is no plain file, so it cannot be a store", file: path)
        }
    }

    /// Makes the folder that the store is to be in.
    ///
    /// - Throws: `CommandError` (73).
    func makeDirectory() throws {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            made += part + "/"
            if mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
            let reason = String(cString: strerror(errno))
            // A folder on the way may be there and only not be ours to write to.
            if access(made, X_OK) != 0 {
                throw CommandError(.cannotCreate, "The store's folder cannot be made: \(reason)", file: path)
            }
        }
    }

    /// The size of the store's file, with what waits beside it to be merged into it, in bytes.
    var size: Int {
        [path, path + "-wal"].reduce(0) { sum, path in
            var status = stat()
            return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    /// A name that leads nowhere is a mistake; a book that was never begun is merely empty.
    var missing: CommandError {
        let hint = "'people add' and 'people import' begin one"
        return isNamed
            ? CommandError(.missingInput, "There is no such store", hint: hint, file: path)
            : CommandError(.nothingFound, "There is no contact book yet", hint: hint)
    }
}
