extension PersonManager {
    /// The people that a reference, as somebody types it, can mean.
    ///
    /// Tried one after the other, the first that finds anybody wins: the whole `personID`; its beginning, from four
    /// characters on; `@nickname`; an exact e-mail address; a phone number in any spelling; the whole name; words of
    /// the name.
    ///
    /// - Parameters:
    ///   - reference: What somebody typed; `name:` in front leaves only the words.
    ///   - limit: The largest number of candidates.
    ///   - searchesWords: Whether words of the name are enough. Without a `name:` they are too little for something
    ///     that cannot be undone.
    /// - Returns: One person when the reference is clear, several candidates by name, or none.
    public func references(
        to reference: String, limit: Int = 20, searchesWords: Bool = true
    ) throws -> [ContactRecord] {
        let text = reference.trimmedOfWhitespace
        guard !text.isEmpty else { return [] }
        if text.hasPrefix(Self.namePrefix) {
            var query = PersonQuery(terms: [String(text.dropFirst(Self.namePrefix.count))])
            query.limit = limit
            return query.terms[0].trimmedOfWhitespace.isEmpty ? [] : try records(query)
        }
        if let person = try person(withID: text) { return [person] }
        for condition in Self.conditions(for: text) where searchesWords || !condition.isSearch {
            var query = PersonQuery(predicate: condition.predicate)
            query.limit = condition.test == nil ? limit : 200
            let found = try records(query).filter { condition.test?($0) ?? true }
            if !found.isEmpty { return Array(found.prefix(limit)) }
        }
        return []
    }

    private static let namePrefix = "name:"

    private struct Condition {
        /// Whether it is fulfilled by words of the name.
        var isSearch = false
        var predicate: NSPredicate
        var test: ((ContactRecord) -> Bool)?
    }

    private static func conditions(for text: String) -> [Condition] {
        var conditions: [Condition] = []
        let folded = SearchFolding.fold(text)
        if text.hasPrefix("@"), text.count > 1 {
            let nick = String(folded.dropFirst())
            conditions.append(
                Condition(
                    predicate: NSPredicate(format: "nickname ==[cd] %@", String(text.dropFirst())),
                    test: { SearchFolding.fold($0.nickname ?? "") == nick }))
            return conditions
        }
        if text.count >= 4, !text.contains(" ") {
            conditions.append(Condition(predicate: NSPredicate(format: "personID BEGINSWITH %@", text)))
            if text.uppercased() != text {
                conditions.append(
                    Condition(predicate: NSPredicate(format: "personID BEGINSWITH %@", text.uppercased())))
            }
        }
        if text.contains("@") {
            conditions.append(
                Condition(
                    predicate: NSPredicate(format: "searchText CONTAINS %@", " " + folded),
                    test: { $0.emails.contains { SearchFolding.fold($0.value) == folded } }))
        }
        if let digits = PhoneDigits(text), digits.national.count >= 5 {
            conditions.append(
                Condition(
                    predicate: digits.predicate, test: { $0.phones.contains { digits.matches(PhoneDigits($0.value)) } }
                ))
        }
        let words = SearchTerm.parse(text).map(\.predicate)
        guard !words.isEmpty else { return conditions }
        let all = NSCompoundPredicate(andPredicateWithSubpredicates: words)
        conditions.append(Condition(predicate: all, test: { SearchFolding.fold($0.name ?? "") == folded }))
        conditions.append(Condition(isSearch: true, predicate: all))
        return conditions
    }
}
