import CoreData

/// One entity with a relationship of every kind, each named after its kind.
///
/// | relationship | inverse |
/// |---|---|
/// | `one` | `oneBack`, to-one |
/// | `partner` | itself, to-one |
/// | `parent` | `children`, to-many |
/// | `list` (ordered) | `listOwner`, to-one |
/// | `many` | `manyBack`, to-many |
/// | `tracks` (ordered) | `playlists`, to-many |
/// | `rows` (ordered) | `columns` (ordered) |
/// | `friends` | itself, to-many |
/// | `favorite` | none |
/// | `notes` (to-many) | none |
enum GraphModel {
    static func make(_ adjust: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
        let node = CompanyModel.entity("Node")
        let leaf = CompanyModel.entity("Leaf")
        func relation(_ name: String, many: Bool, ordered: Bool = false) -> NSRelationshipDescription {
            let made = CompanyModel.relationship(name, to: node, isToMany: many)
            made.isOrdered = ordered
            return made
        }
        func pair(_ a: NSRelationshipDescription, _ b: NSRelationshipDescription) -> [NSRelationshipDescription] {
            a.inverseRelationship = b
            b.inverseRelationship = a
            return a === b ? [a] : [a, b]
        }
        let partner = relation("partner", many: false)
        let friends = relation("friends", many: true)
        var properties: [NSPropertyDescription] = [CompanyModel.attribute("name", .stringAttributeType)]
        properties += pair(relation("one", many: false), relation("oneBack", many: false))
        properties += pair(partner, partner)
        properties += pair(relation("parent", many: false), relation("children", many: true))
        properties += pair(relation("list", many: true, ordered: true), relation("listOwner", many: false))
        properties += pair(relation("many", many: true), relation("manyBack", many: true))
        properties += pair(relation("tracks", many: true, ordered: true), relation("playlists", many: true))
        properties += pair(
            relation("rows", many: true, ordered: true), relation("columns", many: true, ordered: true))
        properties += pair(friends, friends)
        properties += [relation("favorite", many: false), relation("notes", many: true)]
        node.properties = properties
        leaf.properties = [CompanyModel.attribute("weight", .doubleAttributeType)]
        node.subentities = [leaf]
        adjust(node)
        let model = NSManagedObjectModel()
        model.entities = [node, leaf]
        return model
    }

    /// Two entities with a relationship from `Owner.items` to `Item.owner` whose delete rules are given.
    static func rules(_ items: NSDeleteRule, _ owner: NSDeleteRule = .nullifyDeleteRule) -> NSManagedObjectModel {
        let first = CompanyModel.entity("Owner")
        let second = CompanyModel.entity("Item")
        let forth = CompanyModel.relationship("items", to: second, isToMany: true, rule: items)
        let back = CompanyModel.relationship("owner", to: first, isToMany: false, rule: owner)
        forth.inverseRelationship = back
        back.inverseRelationship = forth
        first.properties = [CompanyModel.attribute("name", .stringAttributeType), forth]
        second.properties = [CompanyModel.attribute("name", .stringAttributeType), back]
        let model = NSManagedObjectModel()
        model.entities = [first, second]
        return model
    }
}
