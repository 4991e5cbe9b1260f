import Foundation

/// Writes a keyed archive of property-list classes with the class names and keys that Apple's unarchiver reads.
///
/// Foundation's `NSKeyedArchiver` on Linux recurses without end on a decimal number and is slow; values that need it
/// (classes of a program's own) still go through it, see `KeyedArchive`.
struct KeyedArchiveWriter {
    /// A value of a class that is not ours.
    ///
    /// It is thrown and caught on one thread, within one call of `archive(_:)`.
    struct ForeignValue: Error, @unchecked Sendable {
        let value: Any
    }

    private let allowed: ArchiveClassList
    private var list = BinaryPropertyListWriter()
    /// The archive's objects: index here = UID, value = number in `list`.
    private var objects: [Int]
    /// By class name.
    private var classUIDs: [String: Int] = [:]
    private var stringUIDs: [String: Int] = [:]
    private var depth = 0

    init(allowed: ArchiveClassList) {
        self.allowed = allowed
        objects = [list.add(.string("$null"))]
    }

    /// - Throws: `KeyedArchiveError`, or `ForeignValue` for a value that only Foundation's archiver can write.
    mutating func archive(_ root: Any) throws -> Data {
        finish(root: try add(root))
    }

    /// The archive whose root is the object with a UID. Nothing may be added afterwards.
    mutating func finish(root rootUID: Int) -> Data {
        let top = list.add(["root": list.add(.uid(rootUID))])
        let archive = list.add([
            "$version": list.add(.integer(100_000)), "$archiver": list.add(.string("NSKeyedArchiver")), "$top": top,
            "$objects": list.add(.array(objects)),
        ])
        return list.data(top: archive)
    }

    // MARK: Values

    /// Adds a value; its UID.
    ///
    /// - Throws: `KeyedArchiveError`, or `ForeignValue`.
    mutating func add(_ value: Any) throws -> Int {
        if let string = value as? String {
            return value is NSMutableString ? try addMutableString(string) : try addString(string)
        }
        switch value {
        case let number as NSDecimalNumber: return try addDecimal(number.decimalValue)
        case let number as Decimal: return try addDecimal(number)
        case let number as NSNumber: return try addPlain(.number, Self.object(number))
        case let date as Date:
            return try addInstance(.date, ["NS.time": list.add(.real(date.timeIntervalSinceReferenceDate))])
        case let data as Data: return try addPlain(.data, .data(data))
        case let url as URL: return try addURL(url)
        case let uuid as UUID:
            let bytes = withUnsafeBytes(of: uuid.uuid) { Data($0) }
            return try addInstance(.uuid, ["NS.uuidbytes": list.add(.data(bytes))])
        case is NSNull: return try addInstance(.null, [:])
        default: return try addContainer(value)
        }
    }

    private mutating func addContainer(_ value: Any) throws -> Int {
        guard depth < KeyedArchiveReader.depthLimit else {
            throw KeyedArchiveError.corrupt("values are nested deeper than \(KeyedArchiveReader.depthLimit)")
        }
        depth += 1
        defer { depth -= 1 }
        // Foundation's own sets are asked for their elements: a cast to a Swift set traps where one is a collection.
        if type(of: value) is NSSet.Type, let set = value as? NSSet {
            return try addCollection(value is NSMutableSet ? .mutableSet : .set, set.allObjects)
        }
        switch value {
        case let array as [Any]:
            return try addCollection(value is NSMutableArray ? .mutableArray : .array, array)
        case let dictionary as [AnyHashable: Any]:
            return try addDictionary(value is NSMutableDictionary ? .mutableDictionary : .dictionary, dictionary)
        case let set as Set<AnyHashable>:
            return try addCollection(.set, set.map(\.base))
        default: throw ForeignValue(value: value)
        }
    }

    private mutating func addString(_ string: String) throws -> Int {
        if let known = stringUIDs[string] { return known }
        let uid = try addPlain(.string, .string(string))
        stringUIDs[string] = uid
        return uid
    }

    private mutating func addMutableString(_ string: String) throws -> Int {
        try addInstance(.mutableString, ["NS.string": list.add(.string(string))])
    }

    private mutating func addURL(_ url: URL) throws -> Int {
        let base = try url.baseURL.map { try addURL($0) } ?? 0
        try check(.url)
        let relative = stringUIDs[url.relativeString] ?? append(list.add(.string(url.relativeString)))
        stringUIDs[url.relativeString] = relative
        return try addInstance(.url, ["NS.base": list.add(.uid(base)), "NS.relative": list.add(.uid(relative))])
    }

    private mutating func addDecimal(_ decimal: Decimal) throws -> Int {
        let words = decimal.archivedWords
        var mantissa = Data(capacity: 16)
        for place in 0..<8 {
            let word = place < words.count ? words[place] : 0
            mantissa.append(UInt8(truncatingIfNeeded: word))
            mantissa.append(UInt8(word >> 8))
        }
        return try addInstance(
            .decimalNumber,
            [
                // Not compact: trailing zeros may be left in the mantissa, which readers allow.
                "NS.compact": list.add(.bool(false)),
                "NS.exponent": list.add(.integer(words.isEmpty ? 0 : Int64(decimal.exponent))),
                "NS.length": list.add(.integer(Int64(words.count))),
                "NS.mantissa": list.add(.data(mantissa)),
                "NS.mantissa.bo": list.add(.integer(1)),
                "NS.negative": list.add(.bool(decimal.isNaN || decimal.isSignMinus)),
            ])
    }

    private mutating func addCollection(_ archiveClass: ArchiveClass, _ items: [Any]) throws -> Int {
        try check(archiveClass)
        let uid = append(0)
        let array = try addUIDs(items)
        objects[uid] = list.add(["NS.objects": array, "$class": classReference(archiveClass)])
        return uid
    }

    private mutating func addDictionary(_ archiveClass: ArchiveClass, _ dictionary: [AnyHashable: Any]) throws -> Int {
        try check(archiveClass)
        let uid = append(0)
        // Sorted where the keys are strings: equal dictionaries give equal bytes.
        for key in dictionary.keys where ArchiveClass.isCollection(key.base) {
            throw KeyedArchiveError.notAllowed("\(type(of: key.base)) as a dictionary's key")
        }
        let entries = dictionary.map { (key: $0.key.base, value: $0.value) }.sorted {
            ($0.key as? String ?? "") < ($1.key as? String ?? "")
        }
        let keys = try addUIDs(entries.map(\.key))
        let values = try addUIDs(entries.map(\.value))
        objects[uid] = list.add(["NS.keys": keys, "NS.objects": values, "$class": classReference(archiveClass)])
        return uid
    }

    // MARK: Objects of other classes

    /// A field of an object whose class only the archive's reader knows.
    enum Field {
        /// Another object, or nil for UID 0.
        case object(Int)
        case bool(Bool)
        case integer(Int)
        case real(Double)
    }

    /// The UID of an object whose fields come later, so that objects may refer to each other.
    mutating func reserve() -> Int { append(0) }

    /// Gives a reserved object its class and fields.
    mutating func fill(_ uid: Int, _ lineage: [String], _ fields: [(key: String, field: Field)]) {
        var keys: [Int] = []
        var values: [Int] = []
        for (key, field) in fields {
            keys.append(list.add(.string(key)))
            switch field {
            case .object(let uid): values.append(list.add(.uid(uid)))
            case .bool(let flag): values.append(list.add(.bool(flag)))
            case .integer(let number): values.append(list.add(.integer(Int64(number))))
            case .real(let number): values.append(list.add(.real(number)))
            }
        }
        keys.append(list.add(.string("$class")))
        values.append(classReference(lineage))
        objects[uid] = list.add(.dictionary(keys: keys, values: values))
    }

    /// Adds an object.
    mutating func addObject(_ lineage: [String], _ fields: [(key: String, field: Field)]) -> Int {
        let uid = reserve()
        fill(uid, lineage, fields)
        return uid
    }

    /// Adds an array or a set of objects.
    mutating func addCollection(_ archiveClass: ArchiveClass, uids: [Int]) -> Int {
        let references = uids.map { list.add(.uid($0)) }
        return append(
            list.add(["NS.objects": list.add(.array(references)), "$class": classReference(archiveClass)]))
    }

    /// Adds a dictionary of objects by name, in the order given.
    mutating func addDictionary(_ archiveClass: ArchiveClass, _ entries: [(key: String, uid: Int)]) throws -> Int {
        var keys: [Int] = []
        for entry in entries { keys.append(list.add(.uid(try addString(entry.key)))) }
        let values = entries.map { list.add(.uid($0.uid)) }
        return append(
            list.add([
                "NS.keys": list.add(.array(keys)), "NS.objects": list.add(.array(values)),
                "$class": classReference(archiveClass),
            ]))
    }

    // MARK: Objects

    private mutating func addUIDs(_ items: [Any]) throws -> Int {
        var references: [Int] = []
        references.reserveCapacity(items.count)
        for item in items { references.append(list.add(.uid(try add(item)))) }
        return list.add(.array(references))
    }

    private mutating func addPlain(_ archiveClass: ArchiveClass, _ object: BinaryPropertyListWriter.Object) throws
        -> Int
    {
        try check(archiveClass)
        return append(list.add(object))
    }

    private mutating func addInstance(_ archiveClass: ArchiveClass, _ fields: KeyValuePairs<StaticString, Int>) throws
        -> Int
    {
        try check(archiveClass)
        let uid = append(0)
        var keys = fields.map { list.add(.string($0.key.description)) }
        var values = fields.map(\.value)
        keys.append(list.add(.string("$class")))
        values.append(classReference(archiveClass))
        objects[uid] = list.add(.dictionary(keys: keys, values: values))
        return uid
    }

    private mutating func classReference(_ archiveClass: ArchiveClass) -> Int {
        classReference(archiveClass.lineage)
    }

    /// - Parameter lineage: The class's name, then those of the classes above it.
    private mutating func classReference(_ lineage: [String]) -> Int {
        if let uid = classUIDs[lineage[0]] { return list.add(.uid(uid)) }
        let names = lineage.map { list.add(.string($0)) }
        let uid = append(list.add(["$classname": names[0], "$classes": list.add(.array(names))]))
        classUIDs[lineage[0]] = uid
        return list.add(.uid(uid))
    }

    private mutating func append(_ object: Int) -> Int {
        objects.append(object)
        return objects.count - 1
    }

    private func check(_ archiveClass: ArchiveClass) throws {
        guard allowed.allows(archiveClass) else { throw KeyedArchiveError.notAllowed(archiveClass.rawValue) }
    }

    private static let booleanClass: AnyClass = type(of: NSNumber(value: true))

    static func object(_ number: NSNumber) -> BinaryPropertyListWriter.Object {
        // The C type of a Boolean is that of an Int8; only its class tells them apart.
        if type(of: number) == booleanClass { return .bool(number.boolValue) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
        case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max): return .unsigned(number.uint64Value)
        default: return .integer(number.int64Value)
        }
    }
}
