import Foundation

extension ModelXMLReader {
    /// Reads `<relationship>` without what every property has. Destination and inverse are connected by the model.
    func readRelationship(_ element: ModelElement, entity: String) throws -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        let isToMany = element.flag("toMany") ?? false
        relationship.minCount = try count("minCount", of: element, entity: entity) ?? 0
        relationship.maxCount = try count("maxCount", of: element, entity: entity) ?? (isToMany ? 0 : 1)
        guard isToMany || relationship.maxCount == 1 else {
            throw mistake(
                .badCount, "is to-one, so its maxCount must be 1", at: element, entity: entity,
                property: element["name"])
        }
        relationship.isOrdered = element.flag("ordered") ?? false
        relationship.deleteRule = try deleteRule(of: element, entity: entity)
        relationship.destinationEntityName = element.text("destinationEntity")
        relationship.inverseRelationshipName = element.text("inverseName")
        return relationship
    }

    private func count(_ key: String, of element: ModelElement, entity: String) throws -> Int? {
        guard let text = element.text(key) else { return nil }
        guard let count = Int(text), count >= 0 else {
            throw mistake(
                .badCount, "has a \(key) that is no whole number from 0", at: element, entity: entity,
                property: element["name"])
        }
        return count
    }

    private func deleteRule(of element: ModelElement, entity: String) throws -> NSDeleteRule {
        switch element.text("deletionRule") {
        case nil, "Nullify": return .nullifyDeleteRule
        case "No Action": return .noActionDeleteRule
        case "Cascade": return .cascadeDeleteRule
        case "Deny": return .denyDeleteRule
        case let rule?:
            throw mistake(
                .malformedFile, "has the unknown deletion rule \(rule)", at: element, entity: entity,
                property: element["name"])
        }
    }
}
