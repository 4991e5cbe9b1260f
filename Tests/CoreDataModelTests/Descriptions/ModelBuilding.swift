import CoreDataModel
import Foundation

/// Short forms for building models in tests.
func attribute(
    _ name: String, _ type: NSAttributeType = .stringAttributeType,
    _ change: (NSAttributeDescription) -> Void = { _ in }
) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    change(attribute)
    return attribute
}

func relationship(_ name: String, to destination: String?, inverse: String? = nil, maxCount: Int = 0)
    -> NSRelationshipDescription
{
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntityName = destination
    relationship.inverseRelationshipName = inverse
    relationship.maxCount = maxCount
    return relationship
}

func entity(
    _ name: String, _ properties: [NSPropertyDescription] = [], subentities: [NSEntityDescription] = []
) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    entity.subentities = subentities
    return entity
}

func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
}

/// The first mistake that freezing finds.
func mistake(in model: NSManagedObjectModel) -> ModelError? {
    do {
        try model.freeze()
        return nil
    } catch {
        return error as? ModelError
    }
}
