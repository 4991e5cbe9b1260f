import GeneratedCases
import Testing

@testable import CoreData

/// Undo and redo of everything that a context can do.
@Suite struct UndoTests {
    private func undoable(_ kind: StoreKind, model: NSManagedObjectModel = CompanyModel.make()) throws -> TestStack {
        let stack = try TestStack(model: model, kind)
        stack.context.undoManager = UndoManager()
        return stack
    }

    @Test("Undo There is no manager at first") func thereIsNoneAtFirst() throws {
        let stack = try TestStack()
        #expect(stack.context.undoManager == nil)
        stack.insert("Employee", ["name": "Ada"])
        stack.context.undo()
        #expect(stack.context.insertedObjects.count == 1)
    }

    @Test("Undo Insertion, under the same ID", arguments: StoreKind.allCases) func insertion(_ kind: StoreKind) throws {
        let stack = try undoable(kind)
        let department = stack.insert("Department", ["name": "d"])
        stack.context.processPendingChanges()
        let ada = stack.insert("Employee", ["name": "Ada", "age": 36, "depart": department])
        let id = ada.objectID
        stack.context.undo()
        #expect(try stack.fetch().isEmpty && ada.managedObjectContext == nil)
        #expect(department.names("employees").isEmpty)
        stack.context.redo()
        #expect(try stack.fetch() == [ada] && ada.objectID == id, "the same object, under the same ID")
        #expect(ada.string("name") == "Ada" && ada.value(forKey: "age") as? Int == 36)
        #expect(department.names("employees") == ["Ada"] && ada.object("depart") === department)
        try stack.context.save()
        #expect(try stack.names("depart.name == 'd'", in: stack.makeContext()) == ["Ada"])
    }

    @Test("Undo Updates, event by event", arguments: StoreKind.allCases) func update(_ kind: StoreKind) throws {
        let stack = try undoable(kind)
        let ada = try stack.insertEmployees("Ada")[0]
        for name in ["B", "C", "D"] {
            ada.setValue(name, forKey: "name")
            ada.setValue(nil, forKey: "age")
            stack.context.processPendingChanges()
        }
        stack.context.undo()
        #expect(ada.string("name") == "C")
        stack.context.undo()
        stack.context.undo()
        #expect(ada.string("name") == "Ada" && ada.value(forKey: "age") as? Int == 18)
        stack.context.redo()
        stack.context.redo()
        #expect(ada.string("name") == "C" && ada.value(forKey: "age") == nil)
        ada.setValue("E", forKey: "name")
        stack.context.processPendingChanges()
        #expect(stack.context.undoManager?.canRedo == false, "what is new leaves nothing to do again")
        stack.context.undo()
        #expect(ada.string("name") == "C")
        try stack.context.save()
        #expect(try stack.names(in: stack.makeContext()) == ["C"])
    }

    @Test("Undo Deletion", arguments: StoreKind.allCases) func deletion(_ kind: StoreKind) throws {
        let stack = try undoable(kind, model: GraphModel.rules(.cascadeDeleteRule))
        let owner = stack.insert("Owner", ["name": "o"])
        let items = (0..<3).map { stack.insert("Item", ["name": "i\($0)", "owner": owner]) }
        try stack.context.save()
        stack.context.delete(owner)
        stack.context.processPendingChanges()
        #expect(stack.context.deletedObjects.count == 4)
        stack.context.undo()
        #expect(stack.context.deletedObjects.isEmpty && owner.names("items") == ["i0", "i1", "i2"])
        #expect(items.allSatisfy { !$0.isDeleted && $0.object("owner") === owner })
        stack.context.redo()
        #expect(stack.context.deletedObjects.count == 4)
        stack.context.undo()
        try stack.context.save()
        #expect(try stack.fetch("Item", in: stack.makeContext()).count == 3)
    }

    @Test(
        "A save keeps what can be undone; a deletion that was saved comes back under its ID",
        arguments: StoreKind.allCases)
    func afterASave(_ kind: StoreKind) throws {
        let stack = try undoable(kind)
        let department = stack.insert("Department", ["name": "d"])
        let ada = stack.insert("Employee", ["name": "Ada", "depart": department, "tags": ["x"]])
        try stack.context.save()
        let id = ada.objectID
        stack.context.delete(ada)
        try stack.context.save()
        #expect(try stack.fetch(in: stack.makeContext()).isEmpty)
        stack.context.undo()
        #expect(ada.isInserted && ada.objectID == id && department.names("employees") == ["Ada"])
        try stack.context.save()
        let found = try #require(try stack.fetch(in: stack.makeContext()).first)
        #expect(found.objectID == id && found.string("name") == "Ada" && found.object("depart") != nil)
        #expect(found.value(forKey: "tags") as? [String] == ["x"])
    }

    @Test("Undo Relationships", arguments: StoreKind.allCases) func relationships(_ kind: StoreKind) throws {
        let stack = try undoable(kind, model: GraphModel.make())
        let hub = stack.insert("Node", ["name": "hub"])
        let nodes = ["a", "b", "c"].map { stack.insert("Node", ["name": $0]) }
        hub.add(nodes[0], nodes[1], to: "list")
        try stack.context.save()
        hub.setValue(NSOrderedSet(array: [nodes[2], nodes[1], nodes[0]]), forKey: "list")
        hub.add(nodes[0], to: "children")
        hub.add(nodes[1], nodes[2], to: "friends")
        hub.setValue(nodes[0], forKey: "one")
        stack.context.undo()
        #expect(hub.names("list") == ["a", "b"] && nodes[2].object("listOwner") == nil)
        #expect(hub.names("children").isEmpty && nodes[0].object("parent") == nil)
        #expect(hub.names("friends").isEmpty && nodes[1].names("friends").isEmpty)
        #expect(hub.object("one") == nil && nodes[0].object("oneBack") == nil)
        stack.context.redo()
        try stack.context.save()
        let context = stack.makeContext()
        let stored = context.object(with: hub.objectID)
        #expect(stored.names("list") == ["c", "b", "a"] && stored.names("children") == ["a"])
        #expect(stored.names("friends") == ["b", "c"] && stored.object("one")?.string("name") == "a")
    }

    @Test("Undo Groups") func groups() throws {
        let stack = try undoable(.memory)
        let manager = try #require(stack.context.undoManager)
        let ada = try stack.insertEmployees("Ada")[0]
        manager.removeAllActions()
        manager.beginUndoGrouping()
        for name in ["B", "C"] {
            ada.setValue(name, forKey: "name")
            stack.context.processPendingChanges()
        }
        manager.endUndoGrouping()
        manager.setActionName("Rename")
        #expect(manager.undoActionName == "Rename")
        stack.context.undo()
        #expect(ada.string("name") == "Ada" && !manager.canUndo && manager.canRedo)
        stack.context.redo()
        #expect(ada.string("name") == "C")
    }

    @Test("T10 Rollback and reset leave nothing to undo", arguments: [true, false]) func clearing(rollback: Bool) throws
    {
        let stack = try undoable(.memory)
        stack.insert("Employee", ["name": "Ada"])
        stack.context.processPendingChanges()
        #expect(stack.context.undoManager?.canUndo == true)
        if rollback { stack.context.rollback() } else { stack.context.reset() }
        #expect(stack.context.undoManager?.canUndo == false)
    }

    @Test func limitsAndSwitches() throws {
        let manager = UndoManager()
        final class Counter { var value = 0 }
        let counter = Counter()
        func count(to value: Int) {
            let old = counter.value
            counter.value = value
            manager.registerUndo(withTarget: counter) { target in target.value = old }
        }
        manager.levelsOfUndo = 2
        for value in 1...5 { count(to: value) }
        manager.disableUndoRegistration()
        count(to: 6)
        manager.enableUndoRegistration()
        manager.undo()
        manager.undo()
        manager.undo()
        #expect(counter.value == 3, "5 → 4 → 3, and no further")
    }

    @Test(arguments: StoreKind.allCases) func randomWalk(_ kind: StoreKind) throws {
        var generator = SeededGenerator(seed: 7)
        let stack = try undoable(kind, model: GraphModel.make())
        func state() throws -> String {
            try stack.fetch("Node", sort: ["name"]).map { node in
                node.string("name") + ":" + (node.object("parent")?.string("name") ?? "-") + ":"
                    + node.names("friends").joined(separator: ",") + ":" + node.names("list").joined(separator: ",")
            }.joined(separator: " ")
        }
        var states = [try state()]
        for step in 0..<60 {
            let nodes = try stack.fetch("Node", sort: ["name"])
            let pick = { nodes.isEmpty ? nil : nodes[Int(generator.next() % UInt64(nodes.count))] }
            switch generator.next() % 6 {
            case 0, 1: stack.insert("Node", ["name": "n\(step)", "parent": pick()])
            case 2: if let node = pick() { stack.context.delete(node) }
            case 3: if let a = pick(), let b = pick() { a.add(b, to: "friends") }
            case 4: if let a = pick(), let b = pick() { a.setValue(b, forKey: "parent") }
            default: if let a = pick(), let b = pick() { a.add(b, to: "list") }
            }
            stack.context.processPendingChanges()
            let now = try state()
            if now != states.last { states.append(now) }
            if step == 30 { try stack.context.save() }
        }
        var seen: [String] = [try state()]
        while stack.context.undoManager?.canUndo == true {
            stack.context.undo()
            let now = try state()
            if now != seen.last { seen.append(now) }
        }
        #expect(seen == states.reversed())
        while stack.context.undoManager?.canRedo == true { stack.context.redo() }
        #expect(try state() == states.last)
        try stack.context.save()
    }
}
