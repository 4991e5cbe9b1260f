import CBaseline

/// The table of people in Core Data's own column layout, and the statements on it.
///
/// Both sides work on the very same tables: when our store makes them, this is where its own SQL comes from.
struct PersonSchema: Sendable {
    /// A table's column with the attribute that it holds.
    struct Column: Sendable {
        let attribute: String
        let type: String
        let kind: baseline_kind
        var name: String { "Z" + attribute.uppercased() }
    }

    /// In Core Data's order: by kind, inside a kind by name.
    let columns: [Column] =
        columns("INTEGER", baseline_integer, ["age", "birthDay", "birthMonth", "birthYear"])
        + columns("TIMESTAMP", baseline_real, ["createdAt", "updatedAt"])
        + columns(
            "VARCHAR", baseline_text,
            [
                "department", "familyName", "gender", "givenName", "jobTitle", "kind", "language", "middleName", "name",
                "namePrefix", "nameSuffix", "nickname", "note", "organization", "personID", "phoneticFamilyName",
                "phoneticGivenName", "photo",
            ])
        + columns(
            "BLOB", baseline_blob,
            ["addresses", "custom", "dates", "emails", "phones", "relations", "tags", "trackRecord", "urls"])

    private static func columns(_ type: String, _ kind: baseline_kind, _ attributes: [String]) -> [Column] {
        attributes.map { Column(attribute: $0, type: type, kind: kind) }
    }

    private var names: String { columns.map(\.name).joined(separator: ", ") }

    var create: String {
        "CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
            + columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ") + ")"
    }

    var insert: String {
        "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, \(names)) VALUES (:Z_PK, 1, 1, "
            + columns.map { ":" + $0.name }.joined(separator: ", ") + ")"
    }

    let indexes = """
        CREATE UNIQUE INDEX Z_Person_UNIQUE_personID ON ZPERSON (ZPERSONID COLLATE BINARY ASC);
        CREATE INDEX Z_Person_byName ON ZPERSON (ZNAME COLLATE BINARY ASC);
        """

    let fullTextIndex = """
        CREATE VIRTUAL TABLE PERSON_SEARCH USING fts5(
            words, content = '', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
        INSERT INTO PERSON_SEARCH (rowid, words)
            SELECT Z_PK, ZNAME || ' ' || coalesce(ZORGANIZATION, '') || ' ' || coalesce(ZNOTE, '') FROM ZPERSON;
        INSERT INTO PERSON_SEARCH (PERSON_SEARCH) VALUES ('optimize');
        """

    /// All columns of all people.
    var select: String { "SELECT Z_PK, Z_ENT, Z_OPT, \(names) FROM ZPERSON" }

    let selectKeys = "SELECT Z_PK FROM ZPERSON"

    /// The first fifty of those that a full-text query finds, with all columns.
    func selectMatches(ranked: Bool) -> String {
        let found =
            "SELECT rowid AS found FROM PERSON_SEARCH WHERE PERSON_SEARCH MATCH ?1"
            + (ranked ? " ORDER BY rank" : "") + " LIMIT 50"
        // A cross join keeps the order: SQLite does not turn it round.
        return "SELECT Z_PK, Z_ENT, Z_OPT, \(names) FROM (\(found)) CROSS JOIN ZPERSON ON Z_PK = found"
    }
}
