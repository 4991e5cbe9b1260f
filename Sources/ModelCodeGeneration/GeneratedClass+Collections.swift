import CoreDataModel

extension GeneratedClass {
    /// The methods that add to and remove from a to-many relationship, with Xcode's names.
    func writeCollectionAccessors(_ relationship: NSRelationshipDescription, to source: inout SwiftSource) {
        let element = classes.reference(to: relationship.destinationEntity)
        let accessors = CollectionAccessors(
            name: relationship.name, slot: slot(of: relationship), element: element,
            collection: relationship.isOrdered ? "NSOrderedSet" : "NSSet")
        source.line()
        source.line("// MARK: \(relationship.name)")
        source.line()
        source.block("extension \(classes.reference(to: entity))") { source in
            accessors.writeMembership(to: &source)
            if relationship.isOrdered { accessors.writeOrder(to: &source) }
        }
    }
}

private struct CollectionAccessors {
    let name: String
    let slot: Int
    let element: String
    let collection: String

    /// The name with its first letter as a capital.
    private var title: String { name.prefix(1).uppercased() + name.dropFirst() }

    func writeMembership(to source: inout SwiftSource) {
        source.method(
            "Adds an object to `\(name)`.", "addTo\(title)(_ value: \(element))", "addToMany(\(slot), value)")
        source.line()
        source.method(
            "Removes an object from `\(name)`.", "removeFrom\(title)(_ value: \(element))",
            "removeFromToMany(\(slot), value)")
        source.line()
        source.method(
            "Adds objects to `\(name)`.", "addTo\(title)(_ values: \(collection))", "addToMany(\(slot), values)")
        source.line()
        source.method(
            "Removes objects from `\(name)`.", "removeFrom\(title)(_ values: \(collection))",
            "removeFromToMany(\(slot), values)")
    }

    func writeOrder(to source: inout SwiftSource) {
        source.line()
        source.method(
            "Inserts an object into `\(name)` at a place from 0.",
            "insertInto\(title)(_ value: \(element), at idx: Int)", "insertIntoToMany(\(slot), value, at: idx)")
        source.line()
        source.method(
            "Removes the object at a place of `\(name)`.", "removeFrom\(title)(at idx: Int)",
            "removeFromToMany(\(slot), at: idx)")
        source.line()
        source.method(
            "Inserts objects into `\(name)`, so that they have these places then.",
            "insertInto\(title)(_ values: [\(element)], at indexes: NSIndexSet)",
            "for (index, value) in zip(indexes, values) { insertIntoToMany(\(slot), value, at: index) }")
        source.line()
        source.method(
            "Removes the objects at these places of `\(name)`.", "removeFrom\(title)(at indexes: NSIndexSet)",
            "for index in indexes.reversed() { removeFromToMany(\(slot), at: index) }")
        source.line()
        source.method(
            "Replaces the object at a place of `\(name)`.",
            "replace\(title)(at idx: Int, with value: \(element))", "removeFromToMany(\(slot), at: idx)",
            "insertIntoToMany(\(slot), value, at: idx)")
        source.line()
        source.method(
            "Replaces the objects at these places of `\(name)`.",
            "replace\(title)(at indexes: NSIndexSet, with values: [\(element)])",
            "removeFrom\(title)(at: indexes)", "insertInto\(title)(values, at: indexes)")
    }
}

extension SwiftSource {
    fileprivate mutating func method(_ comment: String, _ signature: String, _ body: String...) {
        documentation(comment)
        block("public func \(signature)") { source in
            for line in body { source.line(line) }
        }
    }
}
