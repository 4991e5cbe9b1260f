extension ModelComparison {
    func differences(
        _ relationship: NSRelationshipDescription, _ old: NSRelationshipDescription, _ place: ModelChange.Place
    ) -> [ModelChange] {
        var changes: [ModelChange] = []
        if relationship.isToMany != old.isToMany {
            changes.append(
                place.change(
                    .cardinality,
                    relationship.isToMany
                        ? "is to-many now"
                        : "is to-one now, and nothing tells which of several objects stays: give the new relationship "
                            + "another name, or write a mapping model",
                    isInferable: relationship.isToMany))
        } else if relationship.minCount != old.minCount || relationship.maxCount != old.maxCount {
            changes.append(place.change(.counts, "has other counts"))
        }
        if relationship.isOrdered != old.isOrdered {
            changes.append(
                place.change(.ordering, relationship.isOrdered ? "is ordered now" : "is not ordered any more"))
        }
        changes += [destination(of: relationship, old, place), inverse(of: relationship, old, place)].compactMap { $0 }
        if relationship.deleteRule != old.deleteRule {
            changes.append(place.change(.deleteRule, "has another delete rule", isHashed: false))
        }
        return changes
    }

    private func destination(
        of relationship: NSRelationshipDescription, _ old: NSRelationshipDescription, _ place: ModelChange.Place
    ) -> ModelChange? {
        let (from, to) = (old.destinationEntityName ?? "", relationship.destinationEntityName ?? "")
        let now = matching.destinationEntities[from]
        guard now != to else { return nil }
        // A superentity holds all that the older destination held.
        let entity = now.flatMap { destination[$0] }
        let isWider = relationship.destinationEntity.flatMap { entity?.isKindOf(entity: $0) } ?? false
        if isWider { return place.change(.destination, "leads to \(to) now, before to \(from)") }
        return place.change(
            .destination,
            "leads to \(to) now, before to \(from), which is another entity: give the new relationship another name, "
                + "\(to) the renaming identifier '\(from)', or write a mapping model", isInferable: false)
    }

    private func inverse(
        of relationship: NSRelationshipDescription, _ old: NSRelationshipDescription, _ place: ModelChange.Place
    ) -> ModelChange? {
        let inverse = relationship.inverseRelationship
        let before = inverse.flatMap { inverse in inverse.entity.flatMap { sourceProperty(of: inverse, in: $0) } }
        let isKnown = before === old.inverseRelationship && (inverse == nil) == (old.inverseRelationship == nil)
        if isKnown { return nil }
        if before != nil {
            return place.change(
                .inverse,
                "has the inverse \(inverse?.name ?? "") now, which led to objects of its own: give the new pair other "
                    + "names, or write a mapping model", isInferable: false)
        }
        return place.change(
            .inverse, inverse.map { "has the inverse \($0.name) now" } ?? "has no inverse any more")
    }
}
