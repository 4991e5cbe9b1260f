import Foundation

/// Reads the collections of Swift and of Foundation alike.
package enum CollectionElements {
    /// The elements of an array or a set, or the values of a dictionary, nil elements included; nil for anything else.
    package static func elements(of value: Any) -> [Any?]? {
        if let array = value as? [Any?] { return array }
        switch value {
        case let array as NSArray: return array.map { $0 }
        case let set as NSOrderedSet: return set.array
        case let set as NSSet: return set.allObjects
        case let set as Set<AnyHashable>: return set.map { $0.base }
        case let dictionary as NSDictionary: return dictionary.allValues
        case let dictionary as [AnyHashable: Any]: return Array(dictionary.values)
        case let sequence as any AnySequenceReadable: return sequence.allElements
        default: return nil
        }
    }

    /// Whether key paths go through the value to its elements. A dictionary has keys of its own.
    static func isToMany(_ value: Any) -> Bool {
        if value is [AnyHashable: Any] || value is NSDictionary { return false }
        return elements(of: value) != nil
    }
}

/// A collection of another type, whose elements predicates may walk.
package protocol AnySequenceReadable {
    var allElements: [Any?] { get }
}
