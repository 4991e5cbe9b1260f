import Testing

@testable import CoreData

/// The four delete rules.
@Suite struct DeleteRuleTests {
    private struct Company {
        let stack: TestStack
        let owner: NSManagedObject
        let items: [NSManagedObject]

        init(_ kind: StoreKind, _ model: NSManagedObjectModel) throws {
            stack = try TestStack(model: model, kind)
            let owner = stack.insert("Owner", ["name": "o"])
            self.owner = owner
            items = ["1", "2"].map { [stack] in stack.insert("Item", ["name": $0, "owner": owner]) }
            try stack.context.save()
        }

        func names(_ entity: String) throws -> [String] {
            try stack.fetch(entity, in: stack.makeContext()).map { $0.string("name") }.sorted()
        }
    }

    @Test("D1 D5 Nullify clears the inverse when pending changes are processed", arguments: StoreKind.allCases)
    func nullify(_ kind: StoreKind) throws {
        let company = try Company(kind, GraphModel.rules(.nullifyDeleteRule))
        let context = company.stack.context
        context.delete(company.owner)
        #expect(company.items[0].object("owner") === company.owner, "not before pending changes are processed")
        context.processPendingChanges()
        #expect(company.items[0].object("owner") == nil && company.items[0].isUpdated)
        try context.save()
        #expect(try company.names("Item") == ["1", "2"] && company.names("Owner") == [])
    }

    @Test("D1 Nullify takes the object out of the inverse set", arguments: StoreKind.allCases)
    func nullifyOnTheOtherSide(_ kind: StoreKind) throws {
        let company = try Company(kind, GraphModel.rules(.nullifyDeleteRule))
        #expect(company.owner.names("items") == ["1", "2"])
        company.stack.context.delete(company.items[0])
        company.stack.context.processPendingChanges()
        #expect(company.owner.names("items") == ["2"])
    }

    @Test("D2 Cascade deletes the related objects", arguments: StoreKind.allCases)
    func cascade(_ kind: StoreKind) throws {
        let company = try Company(kind, GraphModel.rules(.cascadeDeleteRule))
        // In a context that has read nothing yet.
        let context = company.stack.makeContext()
        context.delete(context.object(with: company.owner.objectID))
        try context.save()
        #expect(try company.names("Item") == [] && company.names("Owner") == [])
    }

    /// Each side deletes the other: it ends.
    @Test("D2 Cascade ends in a cycle", arguments: StoreKind.allCases) func cascadeInACycle(_ kind: StoreKind) throws {
        let company = try Company(kind, GraphModel.rules(.cascadeDeleteRule, .cascadeDeleteRule))
        company.stack.context.delete(company.items[0])
        try company.stack.context.save()
        #expect(try company.names("Item") == [] && company.names("Owner") == [])
    }

    @Test("D2 Cascade goes down a chain", arguments: StoreKind.allCases)
    func cascadeDownAChain(_ kind: StoreKind) throws {
        let model = GraphModel.make { $0.relationshipsByName["children"]?.deleteRule = .cascadeDeleteRule }
        let stack = try TestStack(model: model, kind)
        var parent: NSManagedObject?
        let nodes = (0..<20).map { index in
            let node = stack.insert("Node", ["name": "\(index)", "parent": parent])
            parent = node
            return node
        }
        nodes[0].setValue(nodes[19], forKey: "parent")
        try stack.context.save()
        let context = stack.makeContext()
        context.delete(context.object(with: nodes[7].objectID))
        try context.save()
        #expect(try stack.fetch("Node", in: stack.makeContext()).isEmpty)
    }

    @Test("D3 Deny is an error at save, unless the blocker is deleted as well", arguments: StoreKind.allCases)
    func deny(_ kind: StoreKind) throws {
        let company = try Company(kind, GraphModel.rules(.denyDeleteRule))
        let context = company.stack.context
        context.delete(company.owner)
        let error = try #require(caught { try context.save() })
        #expect(error.code == 1600)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "items")
        #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === company.owner)
        #expect(company.owner.isDeleted && company.items[0].object("owner") === company.owner)
        #expect(try company.names("Owner") == ["o"])
        // Deleted in the same save, the items deny nothing.
        company.items.forEach(context.delete)
        try context.save()
        #expect(try company.names("Owner") == [] && company.names("Item") == [])
    }

    @Test("D3 Deny with nothing to deny for", arguments: StoreKind.allCases)
    func denyNothing(_ kind: StoreKind) throws {
        let stack = try TestStack(model: GraphModel.rules(.denyDeleteRule), kind)
        let owner = stack.insert("Owner", ["name": "o"])
        try stack.context.save()
        stack.context.delete(owner)
        try stack.context.save()
        #expect(try stack.fetch("Owner").isEmpty)
    }

    /// The reference stays, and leads nowhere.
    @Test("D4 No action leaves a reference that leads nowhere", arguments: StoreKind.allCases)
    func noAction(_ kind: StoreKind) throws {
        let company = try Company(kind, GraphModel.rules(.noActionDeleteRule))
        company.stack.context.delete(company.owner)
        try company.stack.context.save()
        let context = company.stack.makeContext()
        let item = try #require(try company.stack.fetch("Item", "name == '1'", in: context).first)
        let ghost = try #require(item.object("owner"))
        #expect(ghost.value(forKey: "name") == nil)
        #expect(code { _ = try context.existingObject(with: ghost.objectID) } == 133000)
    }

    @Test("D5 Propagation can wait for the save") func propagationCanWaitForTheSave() throws {
        let company = try Company(.sqlite, GraphModel.rules(.nullifyDeleteRule))
        let context = company.stack.context
        context.propagatesDeletesAtEndOfEvent = false
        context.delete(company.owner)
        context.processPendingChanges()
        #expect(company.items[0].object("owner") === company.owner)
        try context.save()
        #expect(company.items[0].object("owner") == nil)
    }

    @Test("D8 Every deletion of an object prepares it") func repeatedDeletion() throws {
        let model = GraphModel.rules(.nullifyDeleteRule)
        model.entitiesByName["Owner"]?.managedObjectClassName = String(reflecting: CarefulObject.self)
        let company = try Company(.sqlite, model)
        let owner = try #require(company.owner as? CarefulObject)
        owner.calls = []
        company.stack.context.delete(owner)
        company.stack.context.delete(owner)
        #expect(owner.calls == ["prepareForDeletion", "prepareForDeletion"])
        try company.stack.context.save()
        #expect(try company.names("Owner") == [])
    }
}
