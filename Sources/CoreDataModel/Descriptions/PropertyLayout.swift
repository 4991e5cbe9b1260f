import Foundation

/// The slot numbers of an entity's values.
///
/// Every attribute, also a transient one, and every relationship has a slot; a fetched property has none. An inherited
/// property has the same slot in a subentity as in its superentity: a superentity's slots come first, then the entity's
/// own properties sorted by name by Unicode code points.
package final class PropertyLayout: Sendable {
    /// The properties in the order of their slots.
    package let properties: [NSPropertyDescription]
    /// The properties' names in the order of their slots.
    package let names: [String]
    /// The slots of the attributes.
    package let attributeSlots: [Int]
    /// The slots of the to-one relationships.
    package let toOneSlots: [Int]
    /// The slots of the to-many relationships.
    package let toManySlots: [Int]
    /// The slot plus one at a name's place, 0 where there is none. Its size is a power of two and at least twice the
    /// number of slots, so that a look-up seldom compares more than one name.
    private let table: [Int32]

    /// The number of slots.
    package var count: Int { names.count }

    package init(_ entity: NSEntityDescription, inherited: PropertyLayout?) {
        let own = entity.ownProperties.filter { $0 is NSAttributeDescription || $0 is NSRelationshipDescription }
        properties =
            (inherited?.properties ?? [])
            + own.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        names = properties.map(\.name)
        var attributes: [Int] = []
        var toOne: [Int] = []
        var toMany: [Int] = []
        for (slot, property) in properties.enumerated() {
            if let relationship = property as? NSRelationshipDescription {
                if relationship.isToMany { toMany.append(slot) } else { toOne.append(slot) }
            } else {
                attributes.append(slot)
            }
        }
        attributeSlots = attributes
        toOneSlots = toOne
        toManySlots = toMany
        table = Self.makeTable(names)
    }

    /// The slot of the property named `key`, `nil` when the entity has none of that name, or only a fetched property.
    ///
    /// - Complexity: O(length of `key`).
    package func slot(forKey key: String) -> Int? {
        let mask = table.count - 1
        var place = Self.hash(key) & mask
        while table[place] != 0 {
            let slot = Int(table[place]) - 1
            if names[slot] == key { return slot }
            place = (place + 1) & mask
        }
        return nil
    }

    private static func makeTable(_ names: [String]) -> [Int32] {
        var size = 4
        while size < names.count * 2 { size *= 2 }
        var table = [Int32](repeating: 0, count: size)
        for (slot, name) in names.enumerated() {
            var place = hash(name) & (size - 1)
            while table[place] != 0 { place = (place + 1) & (size - 1) }
            table[place] = Int32(slot + 1)
        }
        return table
    }

    /// FNV-1a over the UTF-8 bytes: names come from the model, not from an attacker, so no seed is needed.
    private static func hash(_ key: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in key.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & 0x7fff_ffff)
    }
}
