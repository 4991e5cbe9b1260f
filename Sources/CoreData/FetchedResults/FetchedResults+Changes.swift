extension FetchedResults {
    /// Takes over what changed in the context, and tells of it.
    func contextDidChange(_ info: [AnyHashable: Any]) {
        guard list != nil else { return }
        if info[NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue] != nil { return forget() }
        guard delegate != nil || readers.areThere else { return }
        let changed = ChangedObjects(info)
        guard let edit = edit(for: changed), !edit.isEmpty else { return }
        guard let delegate, let controller = owner?.seenByDelegate else {
            return publish(apply(edit))
        }
        let abilities = DelegateAbilities.of(delegate)
        switch abilities.followsChanges(isSectioned: sectionNameKeyPath != nil) {
        case false?:
            let changes = apply(edit)
            offer(changes, to: delegate, as: controller)
            publish(changes)
        case nil:
            // Nobody knows yet what the delegate takes. It has to see the new content with a snapshot, and the old one
            // when it turns out that changes are to be told one by one.
            let old = list
            let changes = apply(edit)
            if offer(changes, to: delegate, as: controller) { return publish(changes) }
            show(old)
            tell(edit, changed, to: delegate, as: controller)
        case true?:
            tell(edit, changed, to: delegate, as: controller)
        }
    }

    private func publish(_ changes: ListChanges) {
        if readers.areThere, let snapshot = snapshot(after: changes) { readers.yield(snapshot) }
    }

    // MARK: - What changed

    /// What the changes in the context mean for the list.
    private func edit(for changed: ChangedObjects) -> ListEdit? {
        guard list != nil, let layout = context.modelLayout?[request.entityName ?? ""] else { return nil }
        let kinds = request.includesSubentities ? layout.kindOfIndexes : [layout.index]
        let stores = request.affectedStores?.map(ObjectIdentifier.init)
        func concerns(_ object: NSManagedObject) -> Bool {
            guard kinds.contains(object.layout.index) else { return false }
            guard let stores, let store = object.storeReference else { return true }
            return stores.contains(ObjectIdentifier(store))
        }
        var edit = ListEdit()
        for object in changed.gone where concerns(object) {
            if let position = position(of: object) { edit.removals.append(position) }
        }
        let present = changed.present.filter(concerns)
        readRows(of: present)
        for object in present {
            let position = position(of: object)
            guard matches(object) else {
                if let position { edit.removals.append(position) }
                continue
            }
            let section = currentSectionName(of: object)
            if let position {
                edit.updates.append((position, object, section))
            } else {
                edit.insertions.append((object, section))
            }
        }
        edit.updates.sort { $0.position < $1.position }
        return edit
    }

    /// Objects that were merged in or refreshed have no values yet: they are read together, not one by one.
    private func readRows(of objects: [NSManagedObject]) {
        do {
            try context.fulfill(objects)
        } catch {
            context.note(error)
        }
    }

    private func matches(_ object: NSManagedObject) -> Bool {
        if object.isFault { object.fireFault() }
        if object.flags.contains(.inaccessible) { return false }
        do {
            return try predicate?.evaluate(with: object) ?? true
        } catch {
            context.note(error)
            return false
        }
    }

    private func currentSectionName(of object: NSManagedObject) -> String {
        do {
            return try sectionName(of: object)
        } catch {
            context.note(error)
            return ""
        }
    }

    // MARK: - Telling the delegate

    private func tell(
        _ edit: ListEdit, _ changed: ChangedObjects, to delegate: any NSFetchedResultsControllerDelegate,
        as controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        let before = generation
        delegate.controllerWillChangeContent(controller)
        // The delegate may have fetched anew or ended another event: positions are not what they were then.
        let edit = generation == before ? edit : self.edit(for: changed) ?? ListEdit()
        let changes = apply(edit)
        for (index, section) in changes.deletedSections {
            let info = SectionInfo(section, of: self, generation: before)
            delegate.controller(controller, didChange: info, atSectionIndex: index, for: .delete)
        }
        for (index, section) in changes.insertedSections {
            let info = SectionInfo(section, of: self, generation: generation)
            delegate.controller(controller, didChange: info, atSectionIndex: index, for: .insert)
        }
        func tell(_ list: [ObjectChange], _ type: NSFetchedResultsChangeType) {
            for change in list {
                delegate.controller(
                    controller, didChange: change.object, at: change.old?.path, for: type,
                    newIndexPath: change.new?.path)
            }
        }
        tell(changes.deletions, .delete)
        tell(changes.insertions, .insert)
        tell(changes.moves, .move)
        tell(changes.updates, .update)
        delegate.controllerDidChangeContent(controller)
        publish(changes)
    }

    /// Gives a delegate the new content as a whole.
    ///
    /// - Returns: Whether it takes it so.
    @discardableResult
    private func offer(
        _ changes: ListChanges, to delegate: any NSFetchedResultsControllerDelegate,
        as controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) -> Bool {
        if DelegateAbilities.of(delegate).takesSnapshots != false, let snapshot = snapshot(after: changes),
            offer(snapshot, to: delegate, as: controller)
        {
            return true
        }
        guard sectionNameKeyPath == nil, DelegateAbilities.of(delegate).takesDifferences != false else { return false }
        defaultWasCalled = false
        delegate.controller(controller, didChangeContentWith: changes.difference)
        DelegateAbilities.note(delegate, \.takesDifferences, !defaultWasCalled)
        return !defaultWasCalled
    }

    private func offer(
        _ snapshot: NSDiffableDataSourceSnapshotReference, to delegate: any NSFetchedResultsControllerDelegate,
        as controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) -> Bool {
        defaultWasCalled = false
        delegate.controller(controller, didChangeContentWith: snapshot)
        DelegateAbilities.note(delegate, \.takesSnapshots, !defaultWasCalled)
        return !defaultWasCalled
    }

    /// Gives the content that was just fetched to all who take it as a whole.
    func offerFetchedContent() {
        if let delegate, DelegateAbilities.of(delegate).takesSnapshots != false, let controller = owner?.seenByDelegate,
            let snapshot = snapshot(after: ListChanges())
        {
            _ = offer(snapshot, to: delegate, as: controller)
        }
        publish(ListChanges())
    }

    // MARK: - Snapshots

    /// The content for a reader who begins now.
    var readableSnapshot: NSDiffableDataSourceSnapshotReference? { snapshot(after: ListChanges()) }

    /// The content as a value; nil unless it is managed objects.
    ///
    /// - Complexity: O(n).
    private func snapshot(after changes: ListChanges) -> NSDiffableDataSourceSnapshotReference? {
        guard let list else { return nil }
        var snapshot = NSDiffableDataSourceSnapshotReference()
        for section in list.table.sections {
            snapshot.appendSections([section.name])
            snapshot.appendItems(list.objects[section.range].map(\.objectID))
        }
        snapshot.reloadItems(changes.updates.map(\.object.objectID))
        return snapshot
    }
}

/// The objects of a did-change notification.
private struct ChangedObjects {
    /// Objects that are deleted, or whose context has let go of them.
    private(set) var gone: [NSManagedObject] = []
    private(set) var present: [NSManagedObject] = []

    init(_ info: [AnyHashable: Any]) {
        func objects(_ key: NSManagedObjectContext.NotificationKey) -> Set<NSManagedObject> {
            info[key.rawValue] as? Set<NSManagedObject> ?? []
        }
        let lost = objects(.deletedObjects).union(objects(.invalidatedObjects))
        gone = Array(lost)
        for object in objects(.insertedObjects).union(objects(.updatedObjects)).union(objects(.refreshedObjects))
        where !lost.contains(object) {
            if object.isDeleted || object.contextReference == nil {
                gone.append(object)
            } else {
                present.append(object)
            }
        }
    }
}
