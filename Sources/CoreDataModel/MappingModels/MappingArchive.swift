import Foundation

/// A keyed archive of a mapping model or an expression, object by object. No class is made from it: names of classes only
/// tell what the objects mean.
struct MappingArchive {
    /// One object of the archive.
    enum Item {
        case null
        case value(Any)
        case instance(String, KeyedArchiveReader.Fields)
    }

    /// How deep expressions may nest, and how many objects may be looked at in all: a small archive that shares its parts
    /// can unfold to billions.
    private static let depthLimit = 100
    private static let sizeLimit = 200_000

    private let list: BinaryPropertyList
    private let objects: BinaryPropertyList.References
    let root: Int
    private var depth = 0
    private var count = 0

    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    init(_ data: Data) throws {
        list = try BinaryPropertyList(data)
        guard case .dictionary(let keys, let values) = try list.object(at: list.topIndex),
            let objectsIndex = try list.index(forKey: "$objects", keys: keys, values: values),
            case .array(let objects) = try list.object(at: objectsIndex),
            let top = try list.index(forKey: "$top", keys: keys, values: values),
            case .dictionary(let topKeys, let topValues) = try list.object(at: top),
            let rootIndex = try list.index(forKey: "root", keys: topKeys, values: topValues),
            case .uid(let root) = try list.object(at: rootIndex)
        else { throw KeyedArchiveError.corrupt("not a keyed archive") }
        self.objects = objects
        self.root = root
    }

    /// Looks at an object, and at its parts in `body`.
    mutating func visit<T>(_ uid: Int, _ body: (inout MappingArchive, Item) throws -> T) throws -> T {
        guard depth < Self.depthLimit, count < Self.sizeLimit else {
            throw KeyedArchiveError.corrupt("the archive unfolds too far")
        }
        depth += 1
        count += 1
        defer { depth -= 1 }
        return try body(&self, item(uid))
    }

    private func item(_ uid: Int) throws -> Item {
        guard uid < objects.count else { throw KeyedArchiveError.corrupt("a UID points at no object") }
        if uid == 0 { return .null }
        switch try list.object(at: list.index(uid, of: objects)) {
        case .null: return .null
        case .string(let text): return .value(text)
        case .bool(let flag): return .value(flag)
        case .integer(let number): return .value(Int(number))
        case .unsigned(let number): return .value(NSNumber(value: number))
        case .real(let number): return .value(number)
        case .date(let seconds): return .value(Date(timeIntervalSinceReferenceDate: seconds))
        case .data(let range): return .value(Data(list.bytes[range]))
        case .dictionary(let keys, let values):
            let fields = KeyedArchiveReader.Fields(list: list, keys: keys, values: values)
            return try instance(fields)
        case .uid, .array, .set: throw KeyedArchiveError.corrupt("an object has no class")
        }
    }

    private func instance(_ fields: KeyedArchiveReader.Fields) throws -> Item {
        let uid = try fields.uid("$class")
        guard uid < objects.count,
            case .dictionary(let keys, let values) = try list.object(at: list.index(uid, of: objects)),
            let nameIndex = try list.index(forKey: "$classname", keys: keys, values: values),
            case .string(let name) = try list.object(at: nameIndex)
        else { throw KeyedArchiveError.corrupt("an object has no class") }
        return .instance(name, fields)
    }

    // MARK: - Values

    /// A plain value: a text, a number, a date, data, or a list of them; nil for nil.
    mutating func value(_ uid: Int) throws -> Any? {
        try visit(uid) { archive, item in
            switch item {
            case .null, .instance("NSNull", _): return nil
            case .value(let value): return value
            case .instance("NSString", let fields), .instance("NSMutableString", let fields):
                return try fields.string("NS.string")
            case .instance("NSDate", let fields):
                return Date(timeIntervalSinceReferenceDate: try fields.real("NS.time"))
            case .instance("NSData", let fields), .instance("NSMutableData", let fields):
                return try fields.data("NS.data")
            case .instance("NSUUID", let fields): return try fields.uuid("NS.uuidbytes")
            case .instance("NSDecimalNumber", let fields):
                return NSDecimalNumber(decimal: try Decimal(archived: fields))
            case .instance("NSArray", let fields), .instance("NSMutableArray", let fields),
                .instance("NSSet", let fields), .instance("NSMutableSet", let fields):
                return try fields.uids("NS.objects").map { try archive.value($0) }
            case .instance("NSDictionary", let fields), .instance("NSMutableDictionary", let fields):
                return try archive.dictionary(fields)
            case .instance(let name, _):
                throw KeyedArchiveError.corrupt("\(name) is no value that a mapping model may hold")
            }
        }
    }

    private mutating func dictionary(_ fields: KeyedArchiveReader.Fields) throws -> [String: Any] {
        var result: [String: Any] = [:]
        for (key, item) in zip(try fields.uids("NS.keys"), try fields.uids("NS.objects")) {
            guard let name = try value(key) as? String else {
                throw KeyedArchiveError.corrupt("a dictionary has a key that is no text")
            }
            if let item = try value(item) { result[name] = item }
        }
        return result
    }

    /// The value of a field that may be missing.
    mutating func value(_ key: StaticString, of fields: KeyedArchiveReader.Fields) throws -> Any? {
        guard let index = try list.index(forKey: key, keys: fields.keys, values: fields.values) else { return nil }
        switch try list.object(at: index) {
        case .uid(let uid): return try value(uid)
        case .bool(let flag): return flag
        case .integer(let number): return Int(number)
        case .real(let number): return number
        case .string(let text): return text
        default: return nil
        }
    }

    /// The objects of a list, in order; none where the field is nil or missing.
    mutating func list(_ key: StaticString, of fields: KeyedArchiveReader.Fields) throws -> [Int] {
        guard try list.index(forKey: key, keys: fields.keys, values: fields.values) != nil else { return [] }
        return try visit(try fields.uid(key)) { _, item in
            switch item {
            case .null: return []
            case .instance(_, let list): return try list.uids("NS.objects")
            case .value: throw KeyedArchiveError.corrupt("\(key) is no list")
            }
        }
    }
}
