import Foundation

/// A class that our keyed-archive reader and writer know by themselves: those of a property list and a few more.
enum ArchiveClass: String, CaseIterable {
    case array = "NSArray"
    case mutableArray = "NSMutableArray"
    case dictionary = "NSDictionary"
    case mutableDictionary = "NSMutableDictionary"
    case set = "NSSet"
    case mutableSet = "NSMutableSet"
    case string = "NSString"
    case mutableString = "NSMutableString"
    case number = "NSNumber"
    case decimalNumber = "NSDecimalNumber"
    case date = "NSDate"
    case data = "NSData"
    case mutableData = "NSMutableData"
    case url = "NSURL"
    case uuid = "NSUUID"
    case null = "NSNull"

    /// The class followed by its ancestors, as an archive lists them.
    var lineage: [String] {
        switch self {
        case .mutableArray, .mutableDictionary, .mutableSet, .mutableString, .mutableData:
            [rawValue, "NS" + rawValue.dropFirst("NSMutable".count), "NSObject"]
        case .number: [rawValue, "NSValue", "NSObject"]
        case .decimalNumber: [rawValue, "NSNumber", "NSValue", "NSObject"]
        default: [rawValue, "NSObject"]
        }
    }

    /// Whether a value is an array, a dictionary or a set.
    static func isCollection(_ value: Any) -> Bool {
        value is [Any] || value is [AnyHashable: Any] || value is NSSet
    }

    var runtimeClass: AnyClass {
        switch self {
        case .array: NSArray.self
        case .mutableArray: NSMutableArray.self
        case .dictionary: NSDictionary.self
        case .mutableDictionary: NSMutableDictionary.self
        case .set: NSSet.self
        case .mutableSet: NSMutableSet.self
        case .string: NSString.self
        case .mutableString: NSMutableString.self
        case .number: NSNumber.self
        case .decimalNumber: NSDecimalNumber.self
        case .date: NSDate.self
        case .data: NSData.self
        case .mutableData: NSMutableData.self
        case .url: NSURL.self
        case .uuid: NSUUID.self
        case .null: NSNull.self
        }
    }
}

/// A list of allowed classes, asked by identity first: the usual answer needs no walk up the class tree.
struct ArchiveClassList {
    let classes: [AnyClass]

    private static let ownClasses = Set(
        ArchiveClass.allCases.map { ObjectIdentifier($0.runtimeClass) } + [ObjectIdentifier(NSObject.self)])

    /// Whether the list has a class beyond those that we archive by ourselves.
    var hasForeignClass: Bool {
        classes.contains { !Self.ownClasses.contains(ObjectIdentifier($0)) }
    }

    func allows(_ archiveClass: ArchiveClass) -> Bool {
        let wanted: AnyClass = archiveClass.runtimeClass
        for allowed in classes where ObjectIdentifier(allowed) == ObjectIdentifier(wanted) { return true }
        return classes.contains { Self.isClass(wanted, subclassOf: $0) }
    }

    /// Whether a class that is not ours is on the list. `NSObject` on it does not open the door to every class.
    func allowsForeign(_ foreign: AnyClass) -> Bool {
        classes.contains { $0 != NSObject.self && Self.isClass(foreign, subclassOf: $0) }
    }

    private static func isClass(_ candidate: AnyClass, subclassOf ancestor: AnyClass) -> Bool {
        var next: AnyClass? = candidate
        while let current = next {
            if current == ancestor { return true }
            next = _getSuperclass(current)
        }
        return false
    }
}
