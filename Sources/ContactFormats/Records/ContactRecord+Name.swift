extension ContactRecord {
    /// The name to display: ``name``, or one made from the name's parts, the nickname, the organisation, the first
    /// e-mail address or the first phone number, whichever is there first. Nil when the record has none of them.
    ///
    /// Family name first when ``nameOrder`` is `family-first`.
    public var derivedName: String? {
        if let name, name.contains(where: { !$0.isWhitespace }) { return name }
        let given = [givenName, middleName]
        let core = nameOrder == "family-first" ? [familyName] + given : given + [familyName]
        let parts = ([namePrefix] + core + [nameSuffix]).compactMap { $0 }.filter { !$0.isEmpty }
        if core.contains(where: { $0?.isEmpty == false }) { return parts.joined(separator: " ") }
        let others = [nickname, organization, emails.first?.value, phones.first?.value]
        return others.compactMap { $0 }.first { $0.contains { !$0.isWhitespace } }
    }
}
