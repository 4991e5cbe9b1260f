import CBaseline
import FictionalPeople

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

    /// What a search looks in: name, organization and note in lower case, each word behind a space.
    static let searchAttribute = "searchText"

    /// In Core Data's order: by kind, inside a kind by name.
    let columns: [Column] =
        columns("INTEGER", baseline_integer, ["age", "birthDay", "birthMonth", "birthYear"])
        + columns("TIMESTAMP", baseline_real, ["createdAt", "updatedAt"])
        + columns(
            "VARCHAR", baseline_text,
            [
                "department", "familyName", "gender", "givenName", "jobTitle", "kind", "language", "middleName", "name",
                "namePrefix", "nameSuffix", "nickname", "note", "organization", "personID", "phoneticFamilyName",
                "phoneticGivenName", "photo", "searchText",
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

    /// The tables of our store's search index, and how they are filled; C fills and asks the same ones.
    static let words = "CDSEARCH_ZPERSON_ZSEARCHTEXT_WORDS"
    static let trigrams = "CDSEARCH_ZPERSON_ZSEARCHTEXT_TRIGRAMS"

    let fullTextIndex = fullTextIndex(of: "ZSEARCHTEXT")

    /// A CSV file has no search text: SQLite puts it together.
    let fullTextIndexOfImport = fullTextIndex(
        of: """
            ' ' || lower(coalesce(ZNAME, '') || ' ' || coalesce(ZORGANIZATION, '') || ' ' || coalesce(ZNOTE, '')) || ' '
            """)

    private static func fullTextIndex(of text: String) -> String {
        """
        CREATE VIRTUAL TABLE \(words) USING fts5(text, content='', columnsize=0, detail=none, prefix='1 2 3 4 5',
            tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'");
        CREATE VIRTUAL TABLE \(trigrams) USING fts5(text, content='', columnsize=0, detail=none,
            tokenize="trigram case_sensitive 1");
        INSERT INTO \(words) (rowid, text) SELECT Z_PK, \(text) FROM ZPERSON;
        INSERT INTO \(trigrams) (rowid, text) SELECT Z_PK, \(text) FROM ZPERSON;
        """
    }

    /// All columns of all people.
    var select: String { "SELECT Z_PK, Z_ENT, Z_OPT, \(names) FROM ZPERSON" }

    let selectKeys = "SELECT Z_PK FROM ZPERSON"

    /// The first fifty of those that a full-text query finds, with all columns.
    var selectMatches: String {
        let found = "SELECT rowid AS found FROM \(Self.words) WHERE \(Self.words) MATCH ?1 LIMIT 50"
        // A cross join keeps the order: SQLite does not turn it round.
        return "SELECT Z_PK, Z_ENT, Z_OPT, \(names) FROM (\(found)) CROSS JOIN ZPERSON ON Z_PK = found"
    }

    static func searchText(of person: FictionalPerson) -> String {
        let parts = [person.name, person.organization, person.note].compactMap { $0?.lowercased() }
        return " " + parts.joined(separator: " ") + " "
    }
}
