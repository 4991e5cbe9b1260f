extension CocoaError {
    /// A migration that could not be carried out (134110).
    static func migrationFailed(_ message: String, _ userInfo: [String: Any] = [:]) -> CocoaError {
        .coreData(.migration, message, userInfo)
    }

    /// A migration that cannot be inferred (134190): what is in the way, and the way out.
    ///
    /// - Parameter path: The store; nil where there is none.
    package static func notInferable(_ difference: ModelDifference, path: String? = nil) -> CocoaError {
        let sentences = difference.changesNotInferable.map(\.description)
        return .coreData(
            .inferredMappingModel,
            "How to migrate\(path.map { " \($0)" } ?? "") cannot be inferred. \(sentences.joined(separator: ". "))",
            ["reason": sentences.first ?? ""])
    }
}
