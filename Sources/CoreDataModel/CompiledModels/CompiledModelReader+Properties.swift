import Foundation

extension CompiledModelReader {
    /// Reads a property; nil for one of a class that is not known.
    func readProperty(_ node: ArchiveNode, entity: String) throws -> NSPropertyDescription? {
        let property: NSPropertyDescription
        switch node.className {
        case "NSAttributeDescription": property = try readAttribute(node, into: NSAttributeDescription(), entity)
        case "NSDerivedAttributeDescription":
            let derived = NSDerivedAttributeDescription()
            derived.derivationExpressionText =
                try node["NSDerivationExpression"].map(ArchivedPredicate.expression)?.formatText
            property = try readAttribute(node, into: derived, entity)
        case "NSCompositeAttributeDescription": property = try readComposite(node, entity)
        case "NSRelationshipDescription": property = readRelationship(node)
        case "NSFetchedPropertyDescription":
            let fetched = NSFetchedPropertyDescription()
            fetched.fetchRequest = try node["NSFetchRequest"].map(readFetchRequest)
            if let name = node["_NSFetchRequestEntityName"]?.string, fetched.fetchRequest?.entityName == nil {
                fetched.fetchRequest?.setEntityName(name)
            }
            property = fetched
        case let other: throw mistake("\(entity) has a property of the class \(other ?? "without a name")")
        }
        property.name = node["NSPropertyName"]?.string ?? ""
        property.isOptional = node["NSIsOptional"]?.bool ?? false
        // A fetched property is never stored; archives say so as well.
        property.isTransient = !(property is NSFetchedPropertyDescription) && node["NSIsTransient"]?.bool ?? false
        property.isIndexed = node["NSIsIndexed"]?.bool ?? false
        property.isIndexedBySpotlight = node["NSIndexedBySpotlight"]?.bool ?? false
        property.isStoredInExternalRecord = node["NSStoredInExternalRecord"]?.bool ?? false
        property.versionHashModifier = node["NSVersionHashModifier"]?.string
        if let identifier = node["NSRenamingIdentifier"]?.string, identifier != property.name {
            property.renamingIdentifier = identifier
        }
        property.userInfo = userInfo(node)
        return property
    }

    private func readAttribute<Attribute: NSAttributeDescription>(
        _ node: ArchiveNode, into attribute: Attribute, _ entity: String
    ) throws -> Attribute {
        let number = node["NSAttributeType"]?.int ?? 0
        guard let type = NSAttributeType(rawValue: UInt(bitPattern: number)) else {
            throw ModelError(
                .malformedFile, "has the unknown attribute type \(number)", entity: entity,
                property: node["NSPropertyName"]?.string, file: file)
        }
        attribute.attributeType = type
        attribute.valueTransformerName = node["NSValueTransformerName"]?.string
        let flags = node["NSFlagsKey"]?.int ?? 0
        attribute.allowsExternalBinaryDataStorage = flags & CompiledModelFlags.external != 0
        attribute.preservesValueInHistoryOnDeletion = flags & CompiledModelFlags.preserved != 0
        if type == .transformableAttributeType {
            attribute.attributeValueClassName = node["NSAttributeValueClassName"]?.string
        }
        attribute.defaultValue = node["NSDefaultValue"]?.plainValue
        try readValidation(node, into: attribute)
        return attribute
    }

    private func readComposite(_ node: ArchiveNode, _ entity: String) throws -> NSCompositeAttributeDescription {
        let composite = try readAttribute(node, into: NSCompositeAttributeDescription(), entity)
        composite.attributeType = .compositeAttributeType
        composite.elements = try (node["NSElements"]?.array ?? []).compactMap {
            try readProperty($0, entity: entity) as? NSAttributeDescription
        }
        return composite
    }

    private func readRelationship(_ node: ArchiveNode) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.destinationEntityName =
            node["_NSDestinationEntityName"]?.string ?? node["NSDestinationEntity"]?["NSEntityName"]?.string
        relationship.inverseRelationshipName =
            node["_NSInverseRelationshipName"]?.string ?? node["NSInverseRelationship"]?["NSPropertyName"]?.string
        relationship.minCount = max(node["NSMinCount"]?.int ?? 0, 0)
        // A model made in code says -1 for any number; the version hash knows that from 0.
        let most = node["NSMaxCount"]?.int ?? 1
        relationship.maxCount = most < 0 ? .max : most
        relationship.isOrdered = node["NSIsOrdered"]?.bool ?? false
        relationship.deleteRule =
            NSDeleteRule(rawValue: UInt(bitPattern: node["NSDeleteRule"]?.int ?? 1)) ?? .nullifyDeleteRule
        return relationship
    }

    // MARK: - Validation

    /// Limits that Xcode's editor sets come back as limits, other predicates as predicates.
    private func readValidation(_ node: ArchiveNode, into attribute: NSAttributeDescription) throws {
        let warnings = node["NSValidationWarnings"]?.array ?? []
        var others: [(predicate: NSPredicate, warning: String)] = []
        for (index, archived) in (node["NSValidationPredicates"]?.array ?? []).enumerated() {
            let predicate = try ArchivedPredicate.predicate(archived)
            if let tree = predicate.ownTree, attribute.takeLimit(from: tree.node) { continue }
            let warning = index < warnings.count ? warnings[index] : nil
            others.append((predicate, warning?.string ?? warning?.int.map(String.init) ?? ""))
        }
        if !others.isEmpty {
            attribute.setValidationPredicates(
                others.map(\.predicate), withValidationWarnings: others.map(\.warning))
        }
    }

    // MARK: - Fetch requests

    func readFetchRequest(_ node: ArchiveNode) throws -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        if let name = node["NSEntity"]?["NSEntityName"]?.string ?? node["NSEntityName"]?.string {
            request.setEntityName(name)
        }
        request.predicate = try node["NSPredicate"].map(ArchivedPredicate.predicate)
        request.havingPredicate = try node["NSHavingPredicate"].map(ArchivedPredicate.predicate)
        request.sortDescriptors = node["NSSortDescriptors"]?.array?.map { descriptor in
            let selector = Selector(descriptor["NSSelector"]?.string ?? Selector.compare.name)
            return NSSortDescriptor(
                key: descriptor["NSKey"]?.string, ascending: descriptor["NSAscending"]?.bool ?? true,
                // A method of one's own cannot be called here.
                selector: SortComparison(selector) == nil ? .compare : selector)
        }
        request.fetchLimit = max(node["NSFetchLimit"]?.int ?? 0, 0)
        request.fetchOffset = max(node["NSFetchOffset"]?.int ?? 0, 0)
        request.fetchBatchSize = max(node["NSBatchSize"]?.int ?? 0, 0)
        request.resultType = NSFetchRequestResultType(rawValue: UInt(max(node["NSResultType"]?.int ?? 0, 0)))
        request.relationshipKeyPathsForPrefetching =
            node["NSRelationshipKeyPathsForPrefetching"]?.array?.compactMap(\.string)
        return request
    }
}

/// The bits of an archived attribute's `NSFlagsKey`.
enum CompiledModelFlags {
    static let external = 4
    static let preserved = 16
}

extension NSAttributeDescription {
    /// Makes a predicate that says no more than a limit one of the attribute's limits. False for any other.
    fileprivate func takeLimit(from node: PredicateNode) -> Bool {
        guard case .comparison(let comparison) = node, comparison.modifier == .direct, comparison.options.isEmpty,
            case .constant(let value) = comparison.right
        else { return false }
        switch (comparison.left, comparison.operation) {
        case (.evaluatedObject, .matches):
            guard let pattern = value as? String, regularExpression == nil else { return false }
            regularExpression = pattern
            return true
        case (.evaluatedObject, .greaterOrEqual): return setLimit(value, \.minValue)
        case (.evaluatedObject, .lessOrEqual): return setLimit(value, \.maxValue)
        case (.keyPath(.evaluatedObject, ["length"]), .greaterOrEqual): return setLength(value, \.minLength)
        case (.keyPath(.evaluatedObject, ["length"]), .lessOrEqual): return setLength(value, \.maxLength)
        default: return false
        }
    }

    private func setLength(
        _ value: Any?, _ property: ReferenceWritableKeyPath<NSAttributeDescription, Int?>
    ) -> Bool {
        guard attributeType == .stringAttributeType, self[keyPath: property] == nil,
            let length = (value as? NSNumber)?.intValue, length >= 0
        else { return false }
        self[keyPath: property] = length
        return true
    }

    private func setLimit(
        _ value: Any?, _ property: ReferenceWritableKeyPath<NSAttributeDescription, AttributeLimit?>
    ) -> Bool {
        let limit: AttributeLimit?
        switch attributeType {
        case .dateAttributeType: limit = (value as? Date).map { .date($0) }
        case .decimalAttributeType: limit = (value as? NSNumber).map { .decimal($0.decimalValue) }
        case .doubleAttributeType, .floatAttributeType: limit = (value as? NSNumber).map { .real($0.doubleValue) }
        default: limit = (value as? NSNumber).map { .integer($0.int64Value) }
        }
        guard let limit, limit.fits(attributeType), self[keyPath: property] == nil else { return false }
        self[keyPath: property] = limit
        return true
    }
}
