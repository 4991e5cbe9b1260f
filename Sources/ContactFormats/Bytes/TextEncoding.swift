/// A character encoding by its usual name: `utf-8`, `utf-16le`, `cp1252`, `windows-1251`, `latin1`, `shift_jis`, `gbk` …
public struct TextEncoding: Hashable, Sendable, CustomStringConvertible {
    enum Form: Hashable, Sendable {
        case utf8, windows1252
        case utf16(bigEndian: Bool)
        case utf32(bigEndian: Bool)
        case system(String)
    }

    let form: Form
    /// The name, as messages show it.
    public let description: String

    private init(_ form: Form, _ description: String) {
        self.form = form
        self.description = description
    }

    /// Finds an encoding by name, in any case and with or without hyphens.
    ///
    /// Apart from Unicode and windows-1252 these are the encodings of the system's `iconv`.
    ///
    /// - Returns: Nil when the system does not know the name.
    public init?(_ name: String) {
        let key = String(name.lowercased().filter { !"-_ ".contains($0) })
        switch key {
        case "utf8": self.init(.utf8, "UTF-8")
        case "utf16", "utf16le", "unicode": self.init(.utf16(bigEndian: false), "UTF-16LE")
        case "utf16be": self.init(.utf16(bigEndian: true), "UTF-16BE")
        case "utf32", "utf32le": self.init(.utf32(bigEndian: false), "UTF-32LE")
        case "utf32be": self.init(.utf32(bigEndian: true), "UTF-32BE")
        case "cp1252", "windows1252", "1252", "ansi", "ascii", "usascii", "latin1", "iso88591":
            // Browsers read Latin-1 as windows-1252 as well: its C1 controls never occur in contact files.
            self.init(.windows1252, "windows-1252")
        default:
            guard let system = Self.systemNames(key, name).first(where: IconvDecoder.isKnown) else { return nil }
            self.init(.system(system), name)
        }
    }

    private static func systemNames(_ key: String, _ name: String) -> [String] {
        switch key {
        case "932", "cp932", "windows932", "windows31j", "ms932", "sjis", "shiftjis": ["CP932"]
        case "936", "cp936", "windows936", "ms936", "gbk", "gb2312": ["CP936", "GBK"]
        case "949", "cp949", "windows949", "ksc5601", "ksc56011987": ["CP949"]
        case "950", "cp950", "windows950": ["CP950", "BIG5"]
        case "macintosh", "macroman": ["MACINTOSH"]
        default:
            if key.count == 4, Int(key) != nil {
                ["CP" + key]
            } else if key.hasPrefix("windows") {
                ["CP" + key.dropFirst(7)]
            } else {
                [name.uppercased(), key.uppercased()]
            }
        }
    }

    /// UTF-8.
    public static let utf8 = TextEncoding(.utf8, "UTF-8")
    /// The code page of Western Europe, which is what a text of unknown encoding most often is.
    public static let windows1252 = TextEncoding(.windows1252, "windows-1252")

    static let utf16le = TextEncoding(.utf16(bigEndian: false), "UTF-16LE")
    static let utf16be = TextEncoding(.utf16(bigEndian: true), "UTF-16BE")
    static let utf32le = TextEncoding(.utf32(bigEndian: false), "UTF-32LE")
    static let utf32be = TextEncoding(.utf32(bigEndian: true), "UTF-32BE")
}
