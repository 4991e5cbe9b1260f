import Foundation

/// Writes a keyed archive object by object. Objects may lead to each other: one gets its number first and its fields later.
struct ArchiveGraphWriter {
    /// What a field of an object holds.
    enum Field {
        case null
        /// Another object.
        case object(Int)
        case int(Int)
        case bool(Bool)
    }

    private var list = BinaryPropertyListWriter()
    /// The archive's objects: index here = UID, value = number in `list`.
    private var objects: [Int]
    private var strings: [String: Int] = [:]
    private var classes: [String: Int] = [:]

    init() { objects = [list.add(.string("$null"))] }

    /// A number for an object whose fields follow.
    mutating func reserve() -> Int {
        objects.append(0)
        return objects.count - 1
    }

    /// - Parameter lineage: The object's class and its ancestors below `NSObject`.
    mutating func fill(_ uid: Int, _ lineage: [String], _ fields: KeyValuePairs<String, Field>) {
        fill(uid, lineage, fields.map { ($0.key, $0.value) })
    }

    mutating func fill(_ uid: Int, _ lineage: [String], _ fields: [(String, Field)]) {
        var keys = fields.map { list.add(.string($0.0)) }
        var values = fields.map { value($0.1) }
        keys.append(list.add(.string("$class")))
        values.append(list.add(.uid(classNumber(lineage))))
        objects[uid] = list.add(.dictionary(keys: keys, values: values))
    }

    mutating func add(_ lineage: [String], _ fields: KeyValuePairs<String, Field>) -> Int {
        let uid = reserve()
        fill(uid, lineage, fields)
        return uid
    }

    mutating func add(_ lineage: [String], _ fields: [(String, Field)]) -> Int {
        let uid = reserve()
        fill(uid, lineage, fields)
        return uid
    }

    private mutating func value(_ field: Field) -> Int {
        switch field {
        case .null: list.add(.uid(0))
        case .object(let uid): list.add(.uid(uid))
        case .int(let number): list.add(.integer(Int64(number)))
        case .bool(let flag): list.add(.bool(flag))
        }
    }

    // MARK: - Values

    mutating func string(_ text: String) -> Int {
        if let known = strings[text] { return known }
        objects.append(list.add(.string(text)))
        strings[text] = objects.count - 1
        return objects.count - 1
    }

    /// A text; nil is an archived nil.
    mutating func field(_ text: String?) -> Field { text.map { .object(string($0)) } ?? .null }

    mutating func array(_ members: [Int], isMutable: Bool = false) -> Int {
        collection(isMutable ? ["NSMutableArray", "NSArray"] : ["NSArray"], members)
    }

    mutating func set(_ members: [Int]) -> Int { collection(["NSSet"], members) }

    private mutating func collection(_ lineage: [String], _ members: [Int]) -> Int {
        let uid = reserve()
        let references = members.map { list.add(.uid($0)) }
        put(uid, lineage, [("NS.objects", list.add(.array(references)))])
        return uid
    }

    mutating func dictionary(_ entries: [(key: String, value: Int)], isMutable: Bool = true) -> Int {
        let uid = reserve()
        let keys = entries.map { list.add(.uid(string($0.key))) }
        let values = entries.map { list.add(.uid($0.value)) }
        put(
            uid, isMutable ? ["NSMutableDictionary", "NSDictionary"] : ["NSDictionary"],
            [("NS.keys", list.add(.array(keys))), ("NS.objects", list.add(.array(values)))])
        return uid
    }

    /// A value of a property-list class, a URL, a UUID or a decimal number; nil for any other.
    mutating func plainValue(_ value: Any) -> Int? {
        switch value {
        case let text as String: return string(text)
        case let decimal as NSDecimalNumber: return self.decimal(decimal.decimalValue)
        case let decimal as Decimal: return self.decimal(decimal)
        case let number as NSNumber: return plain(KeyedArchiveWriter.object(number))
        case let data as Data: return plain(.data(data))
        case let date as Date:
            let uid = reserve()
            put(uid, ["NSDate"], [("NS.time", list.add(.real(date.timeIntervalSinceReferenceDate)))])
            return uid
        case let url as URL:
            let relative = string(url.absoluteString)
            return add(["NSURL"], ["NS.base": .null, "NS.relative": .object(relative)])
        case let uuid as UUID:
            let uid = reserve()
            put(uid, ["NSUUID"], [("NS.uuidbytes", list.add(.data(withUnsafeBytes(of: uuid.uuid) { Data($0) })))])
            return uid
        case is NSNull: return add(["NSNull"], [:])
        case let items as [Any]:
            let members = items.compactMap { plainValue($0) }
            return members.count == items.count ? array(members) : nil
        case let dictionary as [String: Any]:
            let entries = dictionary.sorted { $0.key < $1.key }.compactMap { entry in
                plainValue(entry.value).map { (key: entry.key, value: $0) }
            }
            return entries.count == dictionary.count ? self.dictionary(entries, isMutable: false) : nil
        default: return nil
        }
    }

    private mutating func plain(_ object: BinaryPropertyListWriter.Object) -> Int {
        objects.append(list.add(object))
        return objects.count - 1
    }

    private mutating func decimal(_ decimal: Decimal) -> Int {
        let uid = reserve()
        let fields = decimal.archivedFields.map { (key: $0.key, value: list.add($0.value)) }
        put(uid, ["NSDecimalNumber", "NSNumber", "NSValue"], fields)
        return uid
    }

    private mutating func put(_ uid: Int, _ lineage: [String], _ fields: [(key: String, value: Int)]) {
        let keys = fields.map { list.add(.string($0.key)) } + [list.add(.string("$class"))]
        let values = fields.map(\.value) + [list.add(.uid(classNumber(lineage)))]
        objects[uid] = list.add(.dictionary(keys: keys, values: values))
    }

    private mutating func classNumber(_ lineage: [String]) -> Int {
        if let known = classes[lineage[0]] { return known }
        let names = (lineage + ["NSObject"]).map { list.add(.string($0)) }
        objects.append(list.add(["$classname": names[0], "$classes": list.add(.array(names))]))
        classes[lineage[0]] = objects.count - 1
        return objects.count - 1
    }

    // MARK: - The archive

    mutating func data(root: Int) -> Data {
        let top = list.add(["root": list.add(.uid(root))])
        let archive = list.add([
            "$version": list.add(.integer(100_000)), "$archiver": list.add(.string("NSKeyedArchiver")), "$top": top,
            "$objects": list.add(.array(objects)),
        ])
        return list.data(top: archive)
    }
}
