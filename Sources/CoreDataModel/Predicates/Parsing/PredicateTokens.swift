import Synchronization

/// The tokens of the format strings that were used last: a program has few of them and uses each again and again.
enum PredicateTokens {
    private static let known = Mutex<[String: [PredicateToken]]>([:])
    private static let mostFormats = 256
    private static let longestFormat = 256

    static func of(_ format: String) throws(PredicateParseError) -> [PredicateToken] {
        if let tokens = known.withLock({ $0[format] }) { return tokens }
        var lexer = PredicateLexer(format: format)
        let tokens = try lexer.tokens()
        // A text that holds its values, as a user writes it, comes once.
        guard format.utf8.count <= longestFormat else { return tokens }
        known.withLock { known in
            if known.count >= mostFormats { known.removeAll() }
            known[format] = tokens
        }
        return tokens
    }
}
