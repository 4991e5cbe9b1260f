import CoreDataModel
import Foundation

extension GeneratedClass {
    /// One line about a property: what it is, what is allowed, where it leads.
    func documentation(of property: NSPropertyDescription) -> String {
        switch property {
        case let attribute as NSAttributeDescription: documentation(of: attribute)
        case let relationship as NSRelationshipDescription: documentation(of: relationship)
        default: "What the fetched property `\(property.name)` finds."
        }
    }

    private func documentation(of attribute: NSAttributeDescription) -> String {
        var facts = [attribute.attributeType.title]
        if attribute.isTransient { facts.append("not stored") }
        if attribute is NSDerivedAttributeDescription { facts.append("computed when the object is saved") }
        if !attribute.isOptional { facts.append("required") }
        if let range = range(attribute.minValue?.documentation, attribute.maxValue?.documentation) {
            facts.append(range)
        }
        if let lengths = range(attribute.minLength.map(String.init), attribute.maxLength.map(String.init)) {
            facts.append("length \(lengths)")
        }
        return "The attribute `\(attribute.name)`: \(facts.joined(separator: ", "))."
    }

    private func range(_ low: String?, _ high: String?) -> String? {
        switch (low, high) {
        case (nil, nil): nil
        case (let low?, nil): "at least \(low)"
        case (nil, let high?): "at most \(high)"
        case (let low?, let high?): "\(low)…\(high)"
        }
    }

    private func documentation(of relationship: NSRelationshipDescription) -> String {
        let destination = "`\(SwiftSource.comment(relationship.destinationEntityName ?? ""))`"
        var text = "The relationship `\(relationship.name)` to \(relationship.isToMany ? "many" : "one") \(destination)"
        if relationship.isOrdered { text += ", in order" }
        if let inverse = relationship.inverseRelationshipName { text += "; its inverse is `\(inverse)`" }
        switch relationship.deleteRule {
        case .nullifyDeleteRule: text += "."
        case .cascadeDeleteRule: text += ". Deleting this object deletes them too."
        case .denyDeleteRule: text += ". This object cannot be deleted while there are any."
        case .noActionDeleteRule: text += ". Deleting this object leaves them as they are."
        }
        return text
    }
}

extension AttributeLimit {
    /// The limit as a reader expects it; a date as its day.
    fileprivate var documentation: String {
        switch self {
        case .date(let date): date.formatted(.iso8601)
        default: predicateText
        }
    }
}
