/// How to write a contact file.
public struct ContactWriteOptions: Sendable {
    /// CSV: the attributes to write as columns, in this order. Nil writes all of them; ``ContactColumnUsage`` finds
    /// those that anyone uses. JSON: the attributes that every object has, null where a record has none; nil writes
    /// those that hold something.
    public var columns: [ContactAttribute]?
    /// CSV: the fields of the user's own that get a column each, under their name. Those without a column, and those
    /// whose column would be taken for something else when it is read again, go into the column `custom`.
    public var customColumns: [String] = []
    /// CSV: the delimiter; nil for a comma, or TAB in TSV. An ASCII character.
    public var delimiter: Character?
    /// CSV: whether lines end in CR LF instead of LF.
    public var crlf = false
    /// CSV: whether the file begins with a byte-order mark, by which Excel knows UTF-8.
    public var bom = false
    /// CSV: whether cells that a spreadsheet would run as a formula get an apostrophe in front. An apostrophe at a
    /// cell's start is taken away again on reading; one behind a `;` or `,` inside of a text stays.
    public var excelSafe = false

    /// Makes the default options.
    public init() {}
}
