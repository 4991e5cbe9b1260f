import Foundation

/// Reads a keyed archive of property-list classes, with secure coding's rule: only classes on a list.
///
/// Foundation's `NSKeyedUnarchiver` on Linux ends the process on some damaged archives and takes 175 µs for a short
/// array. This reader throws instead, never follows a cycle, bounds how far shared objects may unfold, and takes a
/// few microseconds.
struct KeyedArchiveReader {
    /// How deep containers may nest.
    static let depthLimit = 256
    /// How many values an archive may unfold to. A small archive that shares containers can unfold to billions.
    static let sizeLimit = 16_000_000

    private enum Slot {
        case unread
        case reading
        case read(value: Any, size: Int)
    }

    let list: BinaryPropertyList
    let allowed: ArchiveClassList
    private let objects: BinaryPropertyList.References
    private let root: Int
    private var slots: [Slot]
    private var classes: [Int: ArchiveClass] = [:]
    private var depth = 0

    /// - Throws: `KeyedArchiveError` with code `corrupt`.
    init(_ data: Data, allowed: ArchiveClassList) throws {
        list = try BinaryPropertyList(data)
        self.allowed = allowed
        guard case .dictionary(let keys, let values) = try list.object(at: list.topIndex),
            let archiver = try list.index(forKey: "$archiver", keys: keys, values: values),
            case .string("NSKeyedArchiver") = try list.object(at: archiver),
            let objectsIndex = try list.index(forKey: "$objects", keys: keys, values: values),
            case .array(let objects) = try list.object(at: objectsIndex),
            let top = try list.index(forKey: "$top", keys: keys, values: values),
            case .dictionary(let topKeys, let topValues) = try list.object(at: top),
            let rootIndex = try list.index(forKey: "root", keys: topKeys, values: topValues),
            case .uid(let root) = try list.object(at: rootIndex)
        else { throw KeyedArchiveError.corrupt("not a keyed archive") }
        self.objects = objects
        self.root = root
        slots = Array(repeating: .unread, count: objects.count)
    }

    /// The root object as a Swift value (`[String]`, `[Any]`, `[String: Any]`, `String`, `Date` …; numbers as
    /// `NSNumber`), nil where the archive holds nil. A mutable class comes back as that class.
    ///
    /// - Throws: `KeyedArchiveError`.
    mutating func readRoot() throws -> Any? {
        root == 0 ? nil : try value(root).value
    }

    /// The names of all classes in the archive, each with its ancestors.
    ///
    /// Every UID in every object is checked on the way, so that another reader finds them in range.
    func classLineages() throws -> [[String]] {
        var result: [[String]] = []
        for position in 0..<objects.count {
            guard case .dictionary(let keys, let values) = try list.object(at: list.index(position, of: objects))
            else { continue }
            if let names = try lineage(keys: keys, values: values) { result.append(names) }
            for entry in 0..<values.count {
                let index = try list.index(entry, of: values)
                switch try list.object(at: index) {
                case .uid(let uid): try checkRange(uid)
                case .array(let references):
                    for item in 0..<references.count {
                        if case .uid(let uid) = try list.object(at: list.index(item, of: references)) {
                            try checkRange(uid)
                        }
                    }
                default: break
                }
            }
        }
        return result
    }

    private func checkRange(_ uid: Int) throws {
        guard uid < objects.count else { throw KeyedArchiveError.corrupt("a UID points at no object") }
    }

    // MARK: Objects

    private mutating func value(_ uid: Int) throws -> (value: Any, size: Int) {
        try checkRange(uid)
        switch slots[uid] {
        case .read(let value, let size): return (value, size)
        case .reading: throw KeyedArchiveError.corrupt("an object contains itself")
        case .unread: break
        }
        guard depth < Self.depthLimit else {
            throw KeyedArchiveError.corrupt("objects are nested deeper than \(Self.depthLimit)")
        }
        depth += 1
        slots[uid] = .reading
        defer { depth -= 1 }
        let result = try readObject(at: list.index(uid, of: objects))
        guard result.size <= Self.sizeLimit else {
            throw KeyedArchiveError.corrupt("the archive unfolds to more than \(Self.sizeLimit) objects")
        }
        slots[uid] = .read(value: result.value, size: result.size)
        return result
    }

    private mutating func readObject(at index: Int) throws -> (value: Any, size: Int) {
        switch try list.object(at: index) {
        case .string(let string): return (try permit(.string, string), 1)
        case .bool(let flag): return (try permit(.number, NSNumber(value: flag)), 1)
        case .integer(let number): return (try permit(.number, NSNumber(value: number)), 1)
        case .unsigned(let number): return (try permit(.number, NSNumber(value: number)), 1)
        case .real(let number): return (try permit(.number, NSNumber(value: number)), 1)
        case .date(let seconds): return (try permit(.date, Date(timeIntervalSinceReferenceDate: seconds)), 1)
        case .data(let range): return (try permit(.data, Data(list.bytes[range])), 1)
        case .dictionary(let keys, let values):
            return try readInstance(Fields(list: list, keys: keys, values: values))
        case .null, .uid, .array, .set:
            throw KeyedArchiveError.corrupt("an object has no class")
        }
    }

    private func permit(_ archiveClass: ArchiveClass, _ value: Any) throws -> Any {
        guard allowed.allows(archiveClass) else { throw KeyedArchiveError.notAllowed(archiveClass.rawValue) }
        return value
    }

    private mutating func readInstance(_ fields: Fields) throws -> (value: Any, size: Int) {
        let archiveClass = try archiveClass(fields.uid("$class"))
        switch archiveClass {
        case .array, .mutableArray:
            let (items, size) = try values(fields.uids("NS.objects"))
            if archiveClass == .mutableArray { return (NSMutableArray(array: items), size) }
            return (Self.array(items), size)
        case .set, .mutableSet:
            let (items, size) = try values(fields.uids("NS.objects"))
            let set = Set(try items.map(Self.hashable))
            // A Foundation set of collections ends the process when it is compared, see `hashable(_:)`.
            let isMutable = archiveClass == .mutableSet && !items.contains(where: ArchiveClass.isCollection)
            return (isMutable ? NSMutableSet(set: set) : set, size)
        case .dictionary, .mutableDictionary:
            return try readDictionary(fields, mutable: archiveClass == .mutableDictionary)
        case .string, .mutableString:
            let string = try fields.string("NS.string")
            return (archiveClass == .mutableString ? NSMutableString(string: string) : string, 1)
        case .data, .mutableData:
            let data = try fields.data("NS.data")
            return (archiveClass == .mutableData ? NSMutableData(data: data) : data, 1)
        case .date: return (Date(timeIntervalSinceReferenceDate: try fields.real("NS.time")), 1)
        case .url: return (try readURL(fields), 1)
        case .uuid: return (try fields.uuid("NS.uuidbytes"), 1)
        case .decimalNumber: return (NSDecimalNumber(decimal: try Decimal(archived: fields)), 1)
        case .null: return (NSNull(), 1)
        case .number: throw KeyedArchiveError.corrupt("a number has no value")
        }
    }

    private mutating func values(_ uids: [Int]) throws -> (values: [Any], size: Int) {
        var result: [Any] = []
        result.reserveCapacity(uids.count)
        var total = 1
        for uid in uids {
            // UID 0 is nil, which no collection can hold.
            guard uid != 0 else { throw KeyedArchiveError.corrupt("a collection holds nil") }
            let (value, size) = try value(uid)
            total += size
            guard total <= Self.sizeLimit else {
                throw KeyedArchiveError.corrupt("the archive unfolds to more than \(Self.sizeLimit) objects")
            }
            result.append(value)
        }
        return (result, total)
    }

    private mutating func readDictionary(_ fields: Fields, mutable: Bool) throws -> (value: Any, size: Int) {
        let (keys, keySize) = try values(fields.uids("NS.keys"))
        let (values, valueSize) = try values(fields.uids("NS.objects"))
        guard keys.count == values.count else {
            throw KeyedArchiveError.corrupt("a dictionary has \(keys.count) keys and \(values.count) values")
        }
        let size = keySize + valueSize
        if !mutable, let names = Self.strings(keys) {
            return ([String: Any](zip(names, values)) { _, last in last }, size)
        }
        guard !keys.contains(where: ArchiveClass.isCollection) else {
            throw KeyedArchiveError.corrupt("a dictionary has a collection as a key")
        }
        let result = [AnyHashable: Any](zip(try keys.map(Self.hashable), values)) { _, last in last }
        return (mutable ? NSMutableDictionary(dictionary: result) : result, size)
    }

    private mutating func readURL(_ fields: Fields) throws -> URL {
        guard
            case .string(let relative) = try list.object(
                at: list.index(checked(fields.uid("NS.relative")), of: objects))
        else { throw KeyedArchiveError.corrupt("a URL has no text") }
        let baseUID = try fields.uid("NS.base")
        let base = baseUID == 0 ? nil : try value(baseUID).value as? URL
        guard let url = URL(string: relative, relativeTo: base) else {
            throw KeyedArchiveError.corrupt("a URL cannot be read")
        }
        return url
    }

    private func checked(_ uid: Int) throws -> Int {
        try checkRange(uid)
        return uid
    }

    // MARK: Classes

    private mutating func archiveClass(_ uid: Int) throws -> ArchiveClass {
        if let known = classes[uid] { return known }
        try checkRange(uid)
        guard case .dictionary(let keys, let values) = try list.object(at: list.index(uid, of: objects)),
            let names = try lineage(keys: keys, values: values), let name = names.first
        else { throw KeyedArchiveError.corrupt("an object has no class") }
        guard let archiveClass = names.lazy.compactMap(ArchiveClass.init(rawValue:)).first, allowed.allows(archiveClass)
        else { throw KeyedArchiveError.notAllowed(name) }
        classes[uid] = archiveClass
        return archiveClass
    }

    private func lineage(
        keys: BinaryPropertyList.References, values: BinaryPropertyList.References
    ) throws -> [String]? {
        guard let nameIndex = try list.index(forKey: "$classname", keys: keys, values: values),
            case .string(let name) = try list.object(at: nameIndex)
        else { return nil }
        var names = [name]
        if let classesIndex = try list.index(forKey: "$classes", keys: keys, values: values),
            case .array(let references) = try list.object(at: classesIndex)
        {
            for position in 0..<references.count {
                if case .string(let ancestor) = try list.object(at: list.index(position, of: references)) {
                    names.append(ancestor)
                }
            }
        }
        return names
    }

    // MARK: Swift values

    /// `[String]` where all are strings, which casts to `[String]` without a look at each element.
    private static func array(_ items: [Any]) -> Any {
        strings(items) ?? items
    }

    private static func strings(_ items: [Any]) -> [String]? {
        guard !items.isEmpty else { return nil }
        var result: [String] = []
        result.reserveCapacity(items.count)
        for item in items {
            guard type(of: item) == String.self, let string = item as? String else { return nil }
            result.append(string)
        }
        return result
    }

    /// A value as an element of a set or a key.
    ///
    /// Collections become Swift's own, all of hashable elements. Foundation's on Linux end the process when one is
    /// hashed as `AnyHashable`: they bridge to `[Any]`, which is not hashable.
    /// A decimal number there would be worse: hashing it calls itself without end, so it is an error.
    private static func hashable(_ value: Any) throws -> AnyHashable {
        switch value {
        case is NSDecimalNumber:
            throw KeyedArchiveError.corrupt("a set or a key holds a decimal number, which Linux cannot hash")
        case let strings as [String]: return AnyHashable(strings)
        case let items as [Any]: return AnyHashable(try items.map(hashable))
        case let entries as [AnyHashable: Any]: return AnyHashable(try entries.mapValues(hashable))
        case let value as AnyHashable: return value
        // Every other value that the reader makes is hashable.
        default: return AnyHashable(ObjectIdentifier(type(of: value)))
        }
    }
}
