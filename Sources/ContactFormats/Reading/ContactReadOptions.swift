/// How to read a contact file. The defaults find out everything themselves.
public struct ContactReadOptions: Sendable {
    /// The encoding of a file that has no byte-order mark; nil to find out.
    public var encoding: TextEncoding?
    /// CSV: the delimiter, an ASCII character; nil to find out from the header.
    public var delimiter: Character?
    /// CSV: the columns' names, for a file without a header row, or instead of the header row that it has.
    public var headers: [String]?
    /// CSV: whether the first row is a header. Nil means that it is unless ``headers`` is given, and that a header of
    /// which nothing is known is an error.
    public var hasHeader: Bool?
    /// CSV: what a column is, by its header: an attribute's name or an everyday name for it, an attribute with a
    /// label (`emails.work`), a field of one's own (`custom.Shoe size`), or nothing to leave the column out.
    public var map: [String: String] = [:]
    /// How to read dates such as `3/4/1984`; nil keeps them as text, with a warning.
    public var dateOrder: DateOrder?
    /// The largest CSV field to accept, in bytes. A JSON record may be four times as large.
    public var maxFieldSize = 64 * 1024 * 1024

    /// Makes the default options.
    public init() {}
}
