import CSQLite

/// A compiled statement as the cache keeps it; a `Statement` is one use of it.
final class PreparedStatement {
    let handle: OpaquePointer
    let sql: String
    let parameterCount: Int32

    /// Whether a `Statement` is using it: nobody else may have it meanwhile.
    var isInUse = false
    /// The tick of the cache at its last use.
    var lastUse: UInt64 = 0

    init(handle: OpaquePointer, sql: String) {
        self.handle = handle
        self.sql = sql
        parameterCount = sqlite3_bind_parameter_count(handle)
    }

    deinit {
        sqlite3_finalize(handle)
    }
}
