/// The prepared statements of one connection, by their text.
///
/// A statement stays in the table while it is in use, but is handed to nobody else meanwhile. Beyond the capacity the
/// one that was used least recently leaves.
final class StatementCache {
    private var statements: [String: PreparedStatement] = [:]
    private var tick: UInt64 = 0

    var capacity = 128 {
        didSet { shrink(to: max(capacity, 0)) }
    }

    var count: Int { statements.count }

    /// The statement with this text if there is one that nobody uses.
    func takeIdle(_ sql: String) -> PreparedStatement? {
        guard let statement = statements[sql], !statement.isInUse else { return nil }
        touch(statement)
        return statement
    }

    /// Keeps a statement that is in use. One with the same text that somebody holds leaves: who holds on to a statement
    /// for long would otherwise have it compiled anew for everybody else.
    func insert(_ statement: PreparedStatement, for sql: String) {
        guard capacity > 0 else { return }
        if statements[sql] == nil { shrink(to: capacity - 1) }
        touch(statement)
        statements[sql] = statement
    }

    func removeAll() {
        statements = [:]
    }

    private func touch(_ statement: PreparedStatement) {
        tick += 1
        statement.lastUse = tick
    }

    /// A search through the table: it runs only when a statement is compiled, which takes far longer.
    private func shrink(to count: Int) {
        while statements.count > count, let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            statements[oldest.key] = nil
        }
    }
}
