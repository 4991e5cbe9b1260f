import Foundation

extension CompiledModelWriter {
    /// Fills the object that was reserved for a property.
    mutating func write(_ property: NSPropertyDescription) throws {
        var fields = try commonFields(property)
        let className: String
        switch property {
        case let attribute as NSAttributeDescription:
            try fill(uid(of: property), attribute, &fields)
            return
        case let relationship as NSRelationshipDescription:
            className = "NSRelationshipDescription"
            fields += try relationshipFields(relationship)
        case let fetched as NSFetchedPropertyDescription:
            className = "NSFetchedPropertyDescription"
            fields += [
                ("NSFetchRequest", .object(try fetched.fetchRequest.map { try add(request: $0) } ?? 0)),
                ("_NSFetchRequestEntityName", .object(try add(fetched.fetchRequest?.entityName))),
            ]
        default: throw KeyedArchiveError.corrupt("\(type(of: property)) is no property of an entity")
        }
        archive.fill(uid(of: property), [className, "NSPropertyDescription", "NSObject"], fields)
    }

    private mutating func commonFields(
        _ property: NSPropertyDescription
    ) throws -> [(key: String, field: Field)] {
        let isFetched = property is NSFetchedPropertyDescription
        let isReadOnly = isFetched || property is NSDerivedAttributeDescription
        let predicates = property.validationPredicates
        let warnings = property.validationWarnings
        let userInfo = property.userInfo ?? [:]
        var flags: PropertyFlags = [.always]
        var fields: [(key: String, field: Field)] = [
            ("NSPropertyName", .object(try archive.add(property.name))),
            ("NSEntity", .object(property.entity.map(uid(of:)) ?? 0)),
            ("NSRenamingIdentifier", .object(try add(property.renamingIdentifier))),
        ]
        func note(_ isSet: Bool, _ key: String, _ flag: PropertyFlags? = nil) {
            guard isSet else { return }
            fields.append((key, .bool(true)))
            if let flag { flags.insert(flag) }
        }
        note(property.isOptional, "NSIsOptional", .optional)
        note(isReadOnly, "NSIsReadOnly", .readOnly)
        note(property.isTransient || isFetched, "NSIsTransient", .transient)
        note(property.isIndexed, "NSIsIndexed")
        note(property.isIndexedBySpotlight, "NSIndexedBySpotlight")
        note(property.isStoredInExternalRecord, "NSStoredInTruthFile")
        note((property as? NSRelationshipDescription)?.isOrdered ?? false, "NSIsOrdered", .ordered)
        if userInfo.isEmpty {
            flags.insert(.noUserInfo)
        } else {
            fields.append(("NSUserInfo", .object(try addUserInfo(userInfo))))
        }
        if let modifier = property.versionHashModifier {
            fields.append(("NSVersionHashModifier", .object(try archive.add(modifier))))
        } else {
            flags.insert(.noVersionHashModifier)
        }
        if predicates.isEmpty {
            flags.insert(.noValidationPredicates)
        } else {
            let uids = try predicates.map { try archive.add(predicate: predicateNode(of: $0)) }
            fields.append(("NSValidationPredicates", .object(archive.addCollection(.array, uids: uids))))
        }
        if warnings.isEmpty {
            flags.insert(.noValidationWarnings)
        } else {
            fields.append(("NSValidationWarnings", .object(try addValues(.array, warnings))))
        }
        fields.append(("_P", .integer(flags.rawValue)))
        return fields
    }

    // MARK: Attributes

    private mutating func fill(
        _ uid: Int, _ attribute: NSAttributeDescription, _ fields: inout [(key: String, field: Field)]
    ) throws {
        var flags: CompiledModelFlags = []
        if attribute.allowsExternalBinaryDataStorage { flags.insert(.externalStorage) }
        if attribute.preservesValueInHistoryOnDeletion { flags.insert(.preservedAfterDeletion) }
        if attribute.allowsCloudEncryption { flags.insert(.cloudEncryption) }
        var defaultValue = 0
        if let value = attribute.defaultValue {
            defaultValue = try addValue((try? attribute.archivedDefault) ?? value)
        }
        fields += [
            ("NSAttributeType", .integer(Int(attribute.attributeType.rawValue))),
            ("NSAttributeValueClassName", .object(try add(attribute.attributeValueClassName))),
            ("NSDefaultValue", .object(defaultValue)), ("NSFlagsKey", .integer(flags.rawValue)),
            ("NSValueTransformerName", .object(try add(attribute.valueTransformerName))),
        ]
        var lineage = ["NSAttributeDescription", "NSPropertyDescription", "NSObject"]
        if let derived = attribute as? NSDerivedAttributeDescription {
            lineage.insert("NSDerivedAttributeDescription", at: 0)
            let expression = try derived.derivationExpression.map { try archive.add(expression: $0.node) }
            fields += [("NSDerivationExpression", .object(expression ?? 0)), ("NSFilteringPredicate", .object(0))]
        } else if let composite = attribute as? NSCompositeAttributeDescription {
            lineage.insert("NSCompositeAttributeDescription", at: 0)
            var elements: [Int] = []
            for element in composite.elements {
                let uid = archive.reserve()
                var fields = try commonFields(element)
                try fill(uid, element, &fields)
                elements.append(uid)
            }
            fields.append(("NSElements", .object(archive.addCollection(.array, uids: elements))))
        }
        archive.fill(uid, lineage, fields)
    }

    // MARK: Relationships

    private mutating func relationshipFields(
        _ relationship: NSRelationshipDescription
    ) throws -> [(key: String, field: Field)] {
        // The archive has 32 bits for a count.
        func count(_ number: Int) -> Field { .integer(Int(Int32(truncatingIfNeeded: number))) }
        return [
            ("_NSDestinationEntityName", .object(try add(relationship.destinationEntityName))),
            ("_NSInverseRelationshipName", .object(try add(relationship.inverseRelationshipName))),
            ("NSDestinationEntity", .object(relationship.destinationEntity.map(uid(of:)) ?? 0)),
            ("NSInverseRelationship", .object(relationship.inverseRelationship.map(uid(of:)) ?? 0)),
            ("NSDeleteRule", .integer(Int(relationship.deleteRule.rawValue))),
            ("NSMinCount", count(relationship.minCount)), ("NSMaxCount", count(relationship.maxCount)),
        ]
    }

    // MARK: Fetch requests and expressions

    mutating func add(request: AnyFetchRequest) throws -> Int {
        var flags: ArchivedRequestFlags = []
        if request.returnsDistinctResults { flags.insert(.distinctResults) }
        if request.includesSubentities { flags.insert(.subentities) }
        if request.includesPropertyValues { flags.insert(.propertyValues) }
        if request.returnsObjectsAsFaults { flags.insert(.faults) }
        if request.includesPendingChanges { flags.insert(.pendingChanges) }
        let entity = request.entity.map(uid(of:)) ?? 0
        var fields: [(key: String, field: Field)] = [
            ("NSEntity", .object(entity)),
            ("NSPredicate", .object(try add(predicate: request.predicate))),
            ("NSSortDescriptors", .object(try add(sortDescriptors: request.sortDescriptors))),
            ("NSFetchLimit", .integer(request.fetchLimit)), ("NSFetchOffset", .integer(request.fetchOffset)),
            ("NSBatchSize", .integer(request.fetchBatchSize)),
            ("NSResultType", .integer(Int(request.resultType.rawValue))), ("NSAllocationType", .integer(0)),
            ("NSHasFetchRequestFlags", .bool(true)), ("NSFetchRequestFlags", .integer(flags.rawValue)),
            ("NSValuesToFetch", .object(try add(names: request.propertiesToFetch))),
            ("NSValuesToGroupBy", .object(try add(names: request.propertiesToGroupBy))),
            ("NSHavingPredicate", .object(try add(predicate: request.havingPredicate))),
            (
                "NSRelationshipKeyPathsForPrefetching",
                .object(try add(names: request.relationshipKeyPathsForPrefetching))
            ),
        ]
        if entity == 0 { fields.append(("NSEntityName", .object(try add(request.entityName)))) }
        return archive.addObject(["NSFetchRequest", "NSPersistentStoreRequest", "NSObject"], fields)
    }

    private mutating func add(predicate: NSPredicate?) throws -> Int {
        try predicate.map { try archive.add(predicate: predicateNode(of: $0)) } ?? 0
    }

    private mutating func add(names: [Any]?) throws -> Int {
        guard let names else { return 0 }
        return try addValues(
            .array, names.map { ($0 as? NSPropertyDescription)?.name ?? ($0 as? String) ?? "\($0)" })
    }

    private mutating func add(sortDescriptors: [NSSortDescriptor]?) throws -> Int {
        guard let sortDescriptors else { return 0 }
        var uids: [Int] = []
        for descriptor in sortDescriptors {
            guard let selector = descriptor.selector else {
                throw KeyedArchiveError.corrupt("a sort descriptor with a comparator cannot be archived")
            }
            uids.append(
                archive.addObject(
                    ["NSSortDescriptor", "NSObject"],
                    [
                        ("NSKey", .object(try add(descriptor.key))), ("NSAscending", .bool(descriptor.ascending)),
                        ("NSSelector", .object(try archive.add(selector.name))),
                        ("NSReverseNullOrder", .bool(false)),
                    ]))
        }
        return archive.addCollection(.array, uids: uids)
    }

    mutating func add(expression: NSExpressionDescription) throws -> Int {
        let parsed = try expression.expressionText.map { try NSExpression(parsing: $0) }
        let tree = (expression.expression ?? parsed)?.node
        return archive.addObject(
            ["NSExpressionDescription", "NSPropertyDescription", "NSObject"],
            [
                ("NSPropertyName", .object(try archive.add(expression.name))),
                ("NSExpression", .object(try tree.map { try archive.add(expression: $0) } ?? 0)),
                ("NSExpressionResultType", .integer(Int(expression.expressionResultType.rawValue))),
            ])
    }
}

extension NSAttributeDescription {
    /// The default value as an archive holds it.
    fileprivate var archivedDefault: Any? {
        get throws { try defaultValue.map { try canonicalValue($0) } }
    }
}
