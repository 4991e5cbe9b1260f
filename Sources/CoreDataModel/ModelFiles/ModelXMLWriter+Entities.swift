import Foundation

extension ModelXMLWriter {
    mutating func entityElement(_ entity: NSEntityDescription) -> WrittenElement {
        var element = WrittenElement("entity")
        element.set("name", entity.name)
        element.set("representedClassName", Self.className(of: entity))
        element.set("isAbstract", entity.isAbstract)
        element.set("parentEntity", entity.superentity?.name)
        element.set("elementID", entity.givenRenamingIdentifier)
        element.set("versionHashModifier", entity.versionHashModifier)
        element.set("syncable", entity.isSyncable)
        if entity.codeGeneration != .manual { element.set("codeGenerationType", entity.codeGeneration.rawValue) }
        let properties = Self.sorted(entity.ownProperties, by: \.name)
        for case let attribute as NSAttributeDescription in properties {
            element.children.append(attributeElement(attribute))
        }
        for case let relationship as NSRelationshipDescription in properties {
            element.children.append(relationshipElement(relationship))
        }
        for case let property as NSFetchedPropertyDescription in properties {
            element.children.append(fetchedPropertyElement(property))
        }
        element.children += Self.sorted(entity.indexes, by: \.name).map(fetchIndexElement)
        element.children += Self.tuples(
            entity.compoundIndexNames, list: "compoundIndexes", tuple: "compoundIndex", item: "index")
        element.children += Self.tuples(
            entity.uniquenessConstraintNames, list: "uniquenessConstraints", tuple: "uniquenessConstraint",
            item: "constraint")
        element.children += Self.userInfo(entity.userInfo)
        return element
    }

    /// As the model file had it, unless the class was changed since.
    private static func className(of entity: NSEntityDescription) -> String? {
        let name = entity.managedObjectClassName ?? "NSManagedObject"
        if let represented = entity.representedClassName, represented == name || represented == ".\(name)" {
            return represented
        }
        return name == "NSManagedObject" ? nil : name
    }

    private static func tuples(_ names: [[String]], list: String, tuple: String, item: String) -> [WrittenElement] {
        guard !names.isEmpty else { return [] }
        var element = WrittenElement(list)
        element.children = names.map { names in
            var child = WrittenElement(tuple)
            child.children = names.map { name in
                var value = WrittenElement(item)
                value.set("value", name)
                return value
            }
            return child
        }
        return [element]
    }

    /// Values that are no strings are written as text: the file has no others.
    static func userInfo(_ entries: [AnyHashable: Any]?) -> [WrittenElement] {
        guard let entries else { return [] }
        var element = WrittenElement("userInfo")
        let texts = entries.map { (key: "\($0.key.base)", value: "\($0.value)") }
        for (key, value) in sorted(texts, by: \.key) {
            var entry = WrittenElement("entry")
            entry.set("key", key)
            entry.set("value", value)
            element.children.append(entry)
        }
        return [element]
    }

    private func fetchIndexElement(_ index: NSFetchIndexDescription) -> WrittenElement {
        var element = WrittenElement("fetchIndex")
        element.set("name", index.name)
        element.set(
            "partialIndexPredicate", index.predicateFormatText ?? index.partialIndexPredicate?.formatText)
        for description in index.elements {
            var child = WrittenElement("fetchIndexElement")
            if let computed = description.property as? NSExpressionDescription {
                let text = computed.expressionText ?? computed.expression?.formatText ?? ""
                if computed.name != text { child.set("property", computed.name) }
                child.set("expression", text)
                if computed.expressionResultType != .undefinedAttributeType {
                    child.set("expressionType", computed.expressionResultType.title)
                }
            } else {
                child.set("property", description.propertyName)
            }
            child.set("type", description.collationType == .rTree ? "RTree" : "Binary")
            child.set("order", description.isAscending ? "ascending" : "descending")
            element.children.append(child)
        }
        return element
    }
}
