import Foundation

extension CompiledModelReader {
    /// How many elements the composites of one attribute may have together.
    private static let mostElements = 10_000

    /// Reads a property. `key` is its name in the entity's list.
    func readProperty(_ node: ArchiveNode, key: String) throws -> NSPropertyDescription {
        let property: NSPropertyDescription
        if node.isKind(of: "NSAttributeDescription") {
            var room = Self.mostElements
            return try readAttribute(node, key: key, depth: 0, &room)
        } else if node.isKind(of: "NSRelationshipDescription") {
            property = try readRelationship(node)
        } else if node.isKind(of: "NSFetchedPropertyDescription") {
            property = try readFetchedProperty(node)
        } else if node.isKind(of: "NSExpressionDescription") {
            return try readExpressionDescription(node)
        } else {
            throw KeyedArchiveError.corrupt("a property is of the unknown class \(node.className ?? "?")")
        }
        try readCommonFacts(of: property, from: node, key: key)
        return property
    }

    private func readCommonFacts(of property: NSPropertyDescription, from node: ArchiveNode, key: String) throws {
        property.name = node["NSPropertyName"]?.string ?? key
        property.isOptional = node["NSIsOptional"]?.bool ?? false
        // A fetched property has no column whatever its flag says; a source says nothing of it.
        property.isTransient = node["NSIsTransient"]?.bool ?? false && !(property is NSFetchedPropertyDescription)
        property.isIndexed = node["NSIsIndexed"]?.bool ?? false
        property.isIndexedBySpotlight = node["NSIndexedBySpotlight"]?.bool ?? false
        property.isStoredInExternalRecord = node["NSStoredInTruthFile"]?.bool ?? false
        property.versionHashModifier = node["NSVersionHashModifier"]?.string
        property.renamingIdentifier = renaming(node, property.name)
        property.userInfo = try userInfo(node)
        try readValidation(of: property, from: node)
    }

    // MARK: Attributes

    private func readAttribute(
        _ node: ArchiveNode, key: String, depth: Int, _ room: inout Int
    ) throws -> NSAttributeDescription {
        let attribute: NSAttributeDescription
        if node.isKind(of: "NSDerivedAttributeDescription") {
            let derived = NSDerivedAttributeDescription()
            derived.derivationExpressionText = try node["NSDerivationExpression"].map {
                try ArchivedPredicate.expression($0).formatText
            }
            attribute = derived
        } else if node.isKind(of: "NSCompositeAttributeDescription") {
            attribute = try readComposite(node, depth: depth, &room)
        } else {
            attribute = NSAttributeDescription()
        }
        let number = node["NSAttributeType"]?.int.flatMap { UInt(exactly: $0) } ?? 0
        guard let type = NSAttributeType(rawValue: number) else {
            throw KeyedArchiveError.corrupt("the attribute type \(number) is unknown")
        }
        attribute.attributeType = type
        if let className = node["NSAttributeValueClassName"]?.string, className != type.valueClassName {
            attribute.attributeValueClassName = className
            if type == .transformableAttributeType { attribute.customClassName = className }
        }
        attribute.valueTransformerName = node["NSValueTransformerName"]?.string
        let flags = CompiledModelFlags(rawValue: node["NSFlagsKey"]?.int ?? 0)
        attribute.allowsExternalBinaryDataStorage = flags.contains(.externalStorage)
        attribute.preservesValueInHistoryOnDeletion = flags.contains(.preservedAfterDeletion)
        attribute.allowsCloudEncryption = flags.contains(.cloudEncryption)
        attribute.defaultValue = try defaultValue(node, type)
        try readCommonFacts(of: attribute, from: node, key: key)
        return attribute
    }

    /// The default value in the form that a model's source gives. An object of a class of the application's is left out:
    /// it could be made only with the application's code.
    private func defaultValue(_ node: ArchiveNode, _ type: NSAttributeType) throws -> Any? {
        guard let value = try node["NSDefaultValue"]?.propertyValue(), !(value is NSNull) else { return nil }
        guard let number = value as? NSNumber else { return value }
        return switch type {
        case .booleanAttributeType: NSNumber(value: number.boolValue)
        case .floatAttributeType: NSNumber(value: number.floatValue)
        case .doubleAttributeType: NSNumber(value: number.doubleValue)
        case .decimalAttributeType: number as? NSDecimalNumber ?? NSDecimalNumber(decimal: number.decimalValue)
        case .dateAttributeType: Date(timeIntervalSinceReferenceDate: number.doubleValue)
        default: number
        }
    }

    /// The elements are in the one list of attributes that the composite has.
    private func readComposite(
        _ node: ArchiveNode, depth: Int, _ room: inout Int
    ) throws -> NSCompositeAttributeDescription {
        let lists = node.fieldNames.lazy.compactMap { node[$0]?.array }
        let elements = lists.first { $0.contains { $0.isKind(of: "NSAttributeDescription") } } ?? []
        room -= elements.count
        guard depth < 16, room >= 0 else {
            throw KeyedArchiveError.corrupt("a composite contains itself, or too much")
        }
        let composite = NSCompositeAttributeDescription()
        composite.elements = try elements.map { try readAttribute($0, key: "", depth: depth + 1, &room) }
        return composite
    }

    // MARK: Relationships

    private func readRelationship(_ node: ArchiveNode) throws -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.destinationEntityName =
            node["_NSDestinationEntityName"]?.string ?? node["NSDestinationEntity"]?["NSEntityName"]?.string
        relationship.inverseRelationshipName =
            node["_NSInverseRelationshipName"]?.string ?? node["NSInverseRelationship"]?["NSPropertyName"]?.string
        relationship.minCount = count(node["NSMinCount"])
        relationship.maxCount = count(node["NSMaxCount"])
        relationship.isOrdered = node["NSIsOrdered"]?.bool ?? false
        let number = node["NSDeleteRule"]?.int.flatMap { UInt(exactly: $0) } ?? 1
        guard let rule = NSDeleteRule(rawValue: number) else {
            throw KeyedArchiveError.corrupt("the delete rule \(number) is unknown")
        }
        relationship.deleteRule = rule
        return relationship
    }

    /// A count of a relationship. The archive has 32 bits for it, of which a count such as `Int.max` fills all: it reads
    /// as -1, and means the largest number of 32 bits, as in the version hash.
    private func count(_ node: ArchiveNode?) -> Int {
        let number = node?.int ?? 0
        return number < 0 ? Int(UInt32(truncatingIfNeeded: number)) : number
    }

    // MARK: Fetched properties, requests and expressions

    private func readFetchedProperty(_ node: ArchiveNode) throws -> NSFetchedPropertyDescription {
        let property = NSFetchedPropertyDescription()
        property.fetchRequest = try node["NSFetchRequest"].map { archived in
            let request = try readFetchRequest(archived)
            if request.entityName == nil, let name = node["_NSFetchRequestEntityName"]?.string {
                request.setEntityName(name)
            }
            return request
        }
        return property
    }

    func readExpressionDescription(_ node: ArchiveNode) throws -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = node["NSPropertyName"]?.string ?? ""
        if let expression = node["NSExpression"] {
            let tree = try ArchivedPredicate.expression(expression)
            description.expression = NSExpression(node: tree)
            description.expressionText = tree.formatText
        }
        let type = node["NSExpressionResultType"]?.int.flatMap { UInt(exactly: $0) }
        description.expressionResultType = type.flatMap(NSAttributeType.init) ?? .undefinedAttributeType
        return description
    }

    func readFetchRequest(_ node: ArchiveNode) throws -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        if let name = node["NSEntity"]?["NSEntityName"]?.string ?? node["NSEntityName"]?.string {
            request.setEntityName(name)
        }
        request.predicateFormatText = try node["NSPredicate"].map { try ArchivedPredicate.predicate($0).formatText }
        request.havingPredicate = try node["NSHavingPredicate"].map {
            NSPredicate.predicate(try ArchivedPredicate.predicate($0))
        }
        request.sortDescriptors = try node["NSSortDescriptors"]?.array?.map(readSortDescriptor)
        request.fetchLimit = node["NSFetchLimit"]?.int ?? 0
        request.fetchOffset = node["NSFetchOffset"]?.int ?? 0
        request.fetchBatchSize = node["NSBatchSize"]?.int ?? 0
        request.resultType = NSFetchRequestResultType(rawValue: UInt(max(0, node["NSResultType"]?.int ?? 0)))
        request.relationshipKeyPathsForPrefetching = node["NSRelationshipKeyPathsForPrefetching"]?.strings
        request.propertiesToFetch = node["NSValuesToFetch"]?.array?.compactMap(propertyName)
        request.propertiesToGroupBy = node["NSValuesToGroupBy"]?.array?.compactMap(propertyName)
        if node["NSHasFetchRequestFlags"]?.bool ?? false, let bits = node["NSFetchRequestFlags"]?.int {
            let flags = ArchivedRequestFlags(rawValue: bits)
            request.returnsDistinctResults = flags.contains(.distinctResults)
            request.includesSubentities = flags.contains(.subentities)
            request.includesPropertyValues = flags.contains(.propertyValues)
            request.returnsObjectsAsFaults = flags.contains(.faults)
            request.includesPendingChanges = flags.contains(.pendingChanges)
        }
        return request
    }

    private func propertyName(_ node: ArchiveNode) -> String? { node.string ?? node["NSPropertyName"]?.string }

    private func readSortDescriptor(_ node: ArchiveNode) throws -> NSSortDescriptor {
        let name = node["NSSelector"]?.string ?? "compare:"
        guard let comparison = SortComparison(Selector(name)) else {
            throw KeyedArchiveError.corrupt("a sort descriptor has the unknown method \(name)")
        }
        return NSSortDescriptor(
            key: node["NSKey"]?.string, ascending: node["NSAscending"]?.bool ?? true, selector: comparison.selector)
    }
}
