import Foundation

extension ModelXMLWriter {
    func relationshipElement(_ relationship: NSRelationshipDescription) -> WrittenElement {
        var element = WrittenElement("relationship")
        setFirstFacts(of: relationship, on: &element)
        element.set("toMany", relationship.isToMany)
        if relationship.minCount != 0 { element.set("minCount", relationship.minCount) }
        if relationship.maxCount != 0 { element.set("maxCount", relationship.maxCount) }
        element.set("deletionRule", relationship.deleteRule.title)
        element.set("ordered", relationship.isOrdered)
        element.set("destinationEntity", relationship.destinationEntityName)
        if let inverse = relationship.inverseRelationshipName {
            element.set("inverseName", inverse)
            element.set("inverseEntity", relationship.destinationEntityName)
        }
        setLastFacts(of: relationship, on: &element)
        return element
    }

    func fetchedPropertyElement(_ property: NSFetchedPropertyDescription) -> WrittenElement {
        var element = WrittenElement("fetchedProperty")
        setFirstFacts(of: property, on: &element)
        setLastFacts(of: property, on: &element)
        // Xcode gives each the same name.
        let request = property.fetchRequest.flatMap { fetchRequestElement($0, name: "fetchedPropertyFetchRequest") }
        if let request { element.children.insert(request, at: 0) }
        return element
    }

    /// Nil for a request that names no entity, which the file cannot hold. A flag is written where it differs from a new
    /// request's.
    func fetchRequestElement(_ request: AnyFetchRequest, name: String) -> WrittenElement? {
        guard let entity = request.entityName else { return nil }
        var element = WrittenElement("fetchRequest")
        element.set("name", name)
        element.set("entity", entity)
        element.set("predicateString", request.predicateFormatText ?? request.predicate?.formatText)
        if request.fetchLimit != 0 { element.set("fetchLimit", request.fetchLimit) }
        if request.fetchBatchSize != 0 { element.set("fetchBatchSize", request.fetchBatchSize) }
        if !request.includesSubentities { element.set("includeSubentities", "NO") }
        if !request.includesPropertyValues { element.set("includePropertyValues", "NO") }
        if !request.includesPendingChanges { element.set("includesPendingChanges", "NO") }
        if !request.returnsObjectsAsFaults { element.set("returnObjectsAsFaults", "NO") }
        element.set("returnDistinctResults", request.returnsDistinctResults)
        if request.resultType != .managedObjectResultType {
            element.set("resultType", Int(request.resultType.rawValue))
        }
        return element
    }
}

extension NSDeleteRule {
    /// The rule's name in a model file.
    fileprivate var title: String {
        switch self {
        case .noActionDeleteRule: "No Action"
        case .nullifyDeleteRule: "Nullify"
        case .cascadeDeleteRule: "Cascade"
        case .denyDeleteRule: "Deny"
        }
    }
}
