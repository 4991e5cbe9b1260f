import Foundation

extension CompiledModelWriter {
    private typealias Fields = [(String, ArchiveGraphWriter.Field)]

    /// The bits of `_P`, as archives show them.
    private enum Bits {
        static let base = 0x01
        static let optional = 0x02
        static let readOnly = 0x04
        static let transient = 0x08
        static let noPredicates = 0x10
        static let noWarnings = 0x20
        static let noUserInfo = 0x40
        static let noModifier = 0x80
        static let ordered = 0x400
    }

    mutating func addProperty(_ property: NSPropertyDescription, of entity: NSEntityDescription) throws {
        guard let number = number(of: property) else { return }
        switch property {
        case let attribute as NSAttributeDescription:
            writer.fill(number, Self.lineage(of: attribute), try attributeFields(attribute, of: entity))
        case let relationship as NSRelationshipDescription:
            let fields = try commonFields(relationship, of: entity) + relationshipFields(relationship)
            writer.fill(number, ["NSRelationshipDescription", "NSPropertyDescription"], fields)
        case let fetched as NSFetchedPropertyDescription:
            var fields = try commonFields(fetched, of: entity)
            fields.append(("_NSFetchRequestEntityName", writer.field(fetched.fetchRequest?.entityName)))
            if let request = fetched.fetchRequest {
                fields.append(("NSFetchRequest", .object(try addFetchRequest(request, of: entity))))
            }
            writer.fill(number, ["NSFetchedPropertyDescription", "NSPropertyDescription"], fields)
        default: throw unwritable("\(property.name) is of a class of its own", entity.name ?? "")
        }
    }

    private static func lineage(of attribute: NSAttributeDescription) -> [String] {
        let base = ["NSAttributeDescription", "NSPropertyDescription"]
        return switch attribute {
        case is NSDerivedAttributeDescription: ["NSDerivedAttributeDescription"] + base
        case is NSCompositeAttributeDescription: ["NSCompositeAttributeDescription"] + base
        default: base
        }
    }

    // MARK: - All properties

    private mutating func commonFields(_ property: NSPropertyDescription, of entity: NSEntityDescription) throws
        -> Fields
    {
        let isReadOnly = property is NSFetchedPropertyDescription || property is NSDerivedAttributeDescription
        let isTransient = property.isTransient || property is NSFetchedPropertyDescription
        let predicates = property.validationPredicates
        let isOrdered = (property as? NSRelationshipDescription)?.isOrdered ?? false
        var bits = Bits.base
        if property.isOptional { bits |= Bits.optional }
        if isReadOnly { bits |= Bits.readOnly }
        if isTransient { bits |= Bits.transient }
        if predicates.isEmpty { bits |= Bits.noPredicates | Bits.noWarnings }
        if property.userInfo?.isEmpty ?? true { bits |= Bits.noUserInfo }
        if property.versionHashModifier == nil { bits |= Bits.noModifier }
        if isOrdered { bits |= Bits.ordered }
        var fields: Fields = [
            ("_P", .int(bits)), ("NSPropertyName", writer.field(property.name)),
            ("NSRenamingIdentifier", writer.field(property.renamingIdentifier)),
            ("NSEntity", .object(number(of: entity))),
        ]
        if property.isOptional { fields.append(("NSIsOptional", .bool(true))) }
        if isReadOnly { fields.append(("NSIsReadOnly", .bool(true))) }
        if isTransient { fields.append(("NSIsTransient", .bool(true))) }
        if property.isIndexed { fields.append(("NSIsIndexed", .bool(true))) }
        if property.isIndexedBySpotlight { fields.append(("NSIndexedBySpotlight", .bool(true))) }
        if property.isStoredInExternalRecord { fields.append(("NSStoredInExternalRecord", .bool(true))) }
        if let modifier = property.versionHashModifier {
            fields.append(("NSVersionHashModifier", writer.field(modifier)))
        }
        if let userInfo = property.userInfo, !userInfo.isEmpty {
            fields.append(("NSUserInfo", .object(try addUserInfo(userInfo, of: entity.name ?? ""))))
        }
        if !predicates.isEmpty {
            var members: [Int] = []
            for predicate in predicates { members.append(try addPredicate(predicate, of: entity.name ?? "")) }
            let warnings = property.validationWarnings.compactMap { writer.plainValue(Self.warning($0)) }
            fields.append(("NSValidationPredicates", .object(writer.array(members))))
            fields.append(("NSValidationWarnings", .object(writer.array(warnings))))
        }
        return fields
    }

    /// A code as a number, a message as text.
    private static func warning(_ warning: Any) -> Any {
        (warning as? String).flatMap { Int($0) }.map { NSNumber(value: $0) } ?? warning
    }

    // MARK: - Attributes

    private mutating func attributeFields(
        _ attribute: NSAttributeDescription, of entity: NSEntityDescription
    ) throws -> Fields {
        var fields = try commonFields(attribute, of: entity)
        var flags = 0
        if attribute.allowsExternalBinaryDataStorage { flags |= CompiledModelFlags.external }
        if attribute.preservesValueInHistoryOnDeletion { flags |= CompiledModelFlags.preserved }
        var standard = ArchiveGraphWriter.Field.null
        if let value = AnyValue.unwrapped(attribute.canonicalDefault ?? attribute.defaultValue) {
            guard let uid = writer.plainValue(value) else {
                throw unwritable("the default value of \(attribute.name) is no plain value", entity.name ?? "")
            }
            standard = .object(uid)
        }
        fields += [
            ("NSAttributeType", .int(Int(attribute.attributeType.rawValue))),
            ("NSAttributeValueClassName", writer.field(attribute.attributeValueClassName)),
            ("NSValueTransformerName", writer.field(attribute.valueTransformerName)), ("NSDefaultValue", standard),
            ("NSFlagsKey", .int(flags)),
        ]
        switch attribute {
        case let derived as NSDerivedAttributeDescription:
            if let expression = derived.derivationExpression {
                let number = try addExpression(expression, of: entity.name ?? "")
                fields.append(("NSDerivationExpression", .object(number)))
            }
            fields.append(("NSFilteringPredicate", .null))
        case let composite as NSCompositeAttributeDescription:
            var elements: [Int] = []
            for element in composite.elements {
                let number = writer.reserve()
                writer.fill(number, Self.lineage(of: element), try attributeFields(element, of: entity))
                elements.append(number)
            }
            fields.append(("NSElements", .object(writer.array(elements))))
        default: break
        }
        return fields
    }

    // MARK: - Relationships

    private mutating func relationshipFields(_ relationship: NSRelationshipDescription) -> Fields {
        let destination = relationship.destinationEntity.map { ArchiveGraphWriter.Field.object(number(of: $0)) }
        let inverse = relationship.inverseRelationship.flatMap { number(of: $0) }
        var fields: Fields = [
            ("NSDestinationEntity", destination ?? .null),
            ("_NSDestinationEntityName", writer.field(relationship.destinationEntityName)),
            ("NSInverseRelationship", inverse.map { .object($0) } ?? .null),
            ("_NSInverseRelationshipName", writer.field(relationship.inverseRelationshipName)),
            ("NSDeleteRule", .int(Int(relationship.deleteRule.rawValue))),
            ("NSMinCount", .int(relationship.minCount)),
            // What stands for any number in code.
            ("NSMaxCount", .int(relationship.maxCount == .max ? -1 : relationship.maxCount)),
        ]
        if relationship.isOrdered { fields.append(("NSIsOrdered", .bool(true))) }
        return fields
    }

    // MARK: - Fetch requests

    mutating func addFetchRequest(
        _ request: NSFetchRequest<any NSFetchRequestResult>, of owner: NSEntityDescription?
    ) throws -> Int {
        let name = owner?.name ?? request.entityName ?? ""
        let predicate = try request.predicate.map { try addPredicate($0, of: name) }
        let having = try request.havingPredicate.map { try addPredicate($0, of: name) }
        var descriptors: [Int] = []
        for descriptor in request.sortDescriptors ?? [] {
            let key = writer.field(descriptor.key)
            let selector = writer.field((descriptor.selector ?? .compare).name)
            descriptors.append(
                writer.add(
                    ["NSSortDescriptor"],
                    [
                        "NSKey": key, "NSSelector": selector, "NSAscending": .bool(descriptor.ascending),
                        "NSReverseNullOrder": .bool(false),
                    ]))
        }
        let sorting = request.sortDescriptors == nil ? nil : writer.array(descriptors)
        var paths: Int?
        if let prefetched = request.relationshipKeyPathsForPrefetching {
            paths = writer.array(prefetched.map { writer.string($0) })
        }
        let entity = self.entity(named: request.entityName).map { ArchiveGraphWriter.Field.object(number(of: $0)) }
        return writer.add(
            ["NSFetchRequest", "NSPersistentStoreRequest"],
            [
                "NSEntity": entity ?? .null, "NSPredicate": predicate.map { .object($0) } ?? .null,
                "NSHavingPredicate": having.map { .object($0) } ?? .null,
                "NSSortDescriptors": sorting.map { .object($0) } ?? .null, "NSValuesToFetch": .null,
                "NSValuesToGroupBy": .null,
                "NSRelationshipKeyPathsForPrefetching": paths.map { .object($0) } ?? .null,
                "NSHasFetchRequestFlags": .bool(true), "NSFetchRequestFlags": .int(Self.usualFlags),
                "NSResultType": .int(Int(request.resultType.rawValue)), "NSFetchOffset": .int(request.fetchOffset),
                "NSFetchLimit": .int(request.fetchLimit), "NSBatchSize": .int(request.fetchBatchSize),
                "NSAllocationType": .int(0),
            ])
    }

    /// What archives of requests with no switch turned hold; which bit is which is not known.
    private static let usualFlags = 30
}
