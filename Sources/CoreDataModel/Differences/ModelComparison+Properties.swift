extension ModelComparison {
    mutating func addNew(_ property: NSPropertyDescription, in entity: NSEntityDescription) {
        let (entityName, name) = (entity.name ?? "", property.name)
        let label = "\(entityName).\(name)"
        let isRequired = property.isStored && !property.isOptional
        guard let relationship = property as? NSRelationshipDescription else {
            let lacksValue = isRequired && !property.hasDefault
            add(
                ModelChange(
                    .attributeAdded, entity: entityName, property: name,
                    lacksValue
                        ? "\(label) is new and required without a default value: a store with objects cannot be "
                            + "migrated. Give it a default value, or make it optional"
                        : "\(label) is new",
                    changesStorage: property.isStored, needsValues: lacksValue))
            return
        }
        // An inverse that was there before says what belongs together.
        let known = relationship.inverseRelationship.flatMap { inverse in
            inverse.entity.flatMap { sourceProperty(of: inverse, in: $0) }
        }
        let isBlind = isRequired && known == nil
        add(
            ModelChange(
                .relationshipAdded, entity: entityName, property: name,
                isBlind
                    ? "\(label) is a new required relationship, and nothing tells what it leads to: make it optional, or "
                        + "write a mapping model"
                    : "\(label) is new",
                changesStorage: property.isStored, isInferable: !isBlind, needsValues: isRequired))
    }

    mutating func compare(
        _ property: NSPropertyDescription, _ old: NSPropertyDescription, in entity: NSEntityDescription
    ) {
        let place = ModelChange.Place(property, in: entity, isStored: property.isStored || old.isStored)
        if property.name != old.name {
            add(
                ModelChange(
                    .propertyRenamed, entity: place.entity, property: property.name, previousName: old.name,
                    "\(place.entity).\(property.name) was called \(old.name) before", changesStorage: place.isStored))
        }
        let oldOwner = old.entity?.name ?? ""
        if matching.destinationEntities[oldOwner] != property.entity?.name {
            add(place.change(.propertyMoved, "was declared in \(oldOwner) before"))
        }
        if property.isTransient != old.isTransient {
            let lacksValue = !property.isTransient && !property.isOptional && !property.hasDefault
            add(
                place.change(
                    .transience,
                    property.isTransient
                        ? "is transient now: its values are removed"
                        : "is stored now" + (lacksValue ? ", and required: give it a default value" : ""),
                    needsValues: lacksValue))
        }
        if property.isOptional != old.isOptional { add(optionality(of: property, place)) }
        if property.versionHashModifier != old.versionHashModifier {
            add(place.change(.hashModifier, "has another hash modifier"))
        }
        if let attribute = property as? NSAttributeDescription, let old = old as? NSAttributeDescription {
            for change in differences(attribute, old, place) { add(change) }
        } else if let relationship = property as? NSRelationshipDescription, let old = old as? NSRelationshipDescription
        {
            for change in differences(relationship, old, place) { add(change) }
        }
    }

    private func optionality(of property: NSPropertyDescription, _ place: ModelChange.Place) -> ModelChange {
        if property.isOptional { return place.change(.optionality, "is optional now") }
        let lacksValue = property.isStored && !property.hasDefault
        guard lacksValue else { return place.change(.optionality, "is required now") }
        let wayOut = property is NSAttributeDescription ? "Give it a default value" : "Fill it before"
        return place.change(
            .optionality,
            "is required now: a store with objects without it cannot be migrated. \(wayOut), or keep it optional",
            needsValues: true)
    }

    private func differences(
        _ attribute: NSAttributeDescription, _ old: NSAttributeDescription, _ place: ModelChange.Place
    ) -> [ModelChange] {
        var changes: [ModelChange] = []
        if attribute.attributeType != old.attributeType {
            let isConverted = attribute.isStored && old.isStored
            changes.append(
                place.change(
                    .attributeType,
                    "was \(old.attributeType.title) and is \(attribute.attributeType.title) now"
                        + (isConverted
                            ? ", which cannot be converted by itself: give the new attribute another name, or write a "
                                + "mapping model" : ""),
                    isInferable: !isConverted))
        }
        if !Self.areEqual(attribute.defaultValue, old.defaultValue) {
            changes.append(place.change(.defaultValue, "has another default value", isHashed: false))
        }
        if attribute.valueTransformerName != old.valueTransformerName {
            let name = attribute.valueTransformerName ?? "of secure archives"
            changes.append(
                place.change(
                    .transformer, "has the transformer \(name) now, which has to read the values that are there",
                    isHashed: false))
        }
        if attribute.validationFormats != old.validationFormats {
            changes.append(place.change(.limits, "has other limits", isHashed: false))
        }
        if attribute.allowsExternalBinaryDataStorage != old.allowsExternalBinaryDataStorage {
            let text = attribute.allowsExternalBinaryDataStorage ? "may be" : "is no longer"
            changes.append(place.change(.externalStorage, "\(text) kept in files beside the store"))
        }
        if attribute.preservesValueInHistoryOnDeletion != old.preservesValueInHistoryOnDeletion {
            let text = attribute.preservesValueInHistoryOnDeletion ? "is" : "is no longer"
            changes.append(place.change(.preservation, "\(text) kept in the history of deletions"))
        }
        let derivation = (attribute as? NSDerivedAttributeDescription)?.derivationExpressionText
        if derivation != (old as? NSDerivedAttributeDescription)?.derivationExpressionText {
            changes.append(
                place.change(.derivation, derivation.map { "is derived by \($0) now" } ?? "is not derived any more"))
        }
        return changes
    }

    private static func areEqual(_ a: Any?, _ b: Any?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a as any Hashable, let b as any Hashable): AnyHashable(a) == AnyHashable(b)
        default: false
        }
    }
}

extension ModelChange {
    /// The property that changes are about.
    struct Place {
        let entity: String
        let property: String
        let isStored: Bool

        init(_ property: NSPropertyDescription, in entity: NSEntityDescription, isStored: Bool) {
            self.entity = property.entity?.name ?? entity.name ?? ""
            self.property = property.name
            self.isStored = isStored
        }

        /// - Parameters:
        ///   - text: The sentence behind the property's name.
        ///   - isHashed: Whether a stored property's version hash changes.
        func change(
            _ kind: Kind, _ text: String, isHashed: Bool = true, isInferable: Bool = true, needsValues: Bool = false
        ) -> ModelChange {
            ModelChange(
                kind, entity: entity, property: property, "\(entity).\(property) \(text)",
                changesStorage: isHashed && isStored, isInferable: isInferable, needsValues: needsValues)
        }
    }
}

extension NSPropertyDescription {
    /// Whether an object has a value without being given one.
    package var hasDefault: Bool {
        (self as? NSAttributeDescription)?.defaultValue != nil || self is NSDerivedAttributeDescription
    }
}
