import Testing

@testable import CoreData

/// What has changed: since the save (T11), since the last did-change notification, and by hand (in/out validation).
@Suite struct ChangedValueTests {
    @Test("T11 Committed and changed values", arguments: StoreKind.allCases) func changes(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let department = stack.insert("Department", ["name": "d"])
        let project = stack.insert("Project", ["title": "p"])
        let ada = stack.insert("Employee", ["name": "Ada", "depart": department])
        try stack.context.save()
        #expect(ada.changedValues().isEmpty)
        ada.setValue("Ada L.", forKey: "name")
        ada.setValue(nil, forKey: "depart")
        ada.add(project, to: "projects")
        #expect(Set(ada.changedValues().keys) == ["name", "depart", "projects"])
        #expect(ada.changedValues()["name"] as? String == "Ada L." && ada.changedValues()["depart"] is NSNull)
        let committed = ada.committedValues(forKeys: nil)
        #expect(committed["name"] as? String == "Ada" && committed["depart"] as? NSManagedObject === department)
        #expect((committed["projects"] as? NSSet)?.count == 0 && committed["height"] is NSNull)
        #expect(ada.committedValues(forKeys: ["age"]).count == 1)
        #expect((department.committedValues(forKeys: ["employees"])["employees"] as? NSSet)?.count == 1)
        try stack.context.save()
        #expect(ada.committedValues(forKeys: ["name"])["name"] as? String == "Ada L.")
    }

    @Test("T12 An equal value makes the object dirty, and changes nothing", arguments: StoreKind.allCases)
    func equalValue(_ kind: StoreKind) throws {
        let stack = try TestStack(kind)
        let ada = try stack.insertEmployees("Ada")[0]
        ada.setValue("Ada", forKey: "name")
        #expect(ada.hasChanges && !ada.hasPersistentChangedValues && ada.changedValues().isEmpty)
        ada.setValue("B", forKey: "name")
        #expect(ada.hasPersistentChangedValues)
    }

    @Test("T11 Changed values of the current event") func currentEvent() throws {
        let stack = try TestStack(.memory)
        let ada = try stack.insertEmployees("Ada")[0]
        ada.setValue("B", forKey: "name")
        #expect(ada.changedValuesForCurrentEvent()["name"] as? String == "Ada")
        stack.context.processPendingChanges()
        #expect(ada.changedValuesForCurrentEvent().isEmpty && ada.changedValues().count == 1)
        ada.setValue("C", forKey: "name")
        ada.setValue(nil, forKey: "height")
        #expect(ada.changedValuesForCurrentEvent()["name"] as? String == "B")
        #expect(ada.changedValuesForCurrentEvent().count == 1)
    }

    @Test("I2 Relationships as mutable sets", arguments: StoreKind.allCases) func mutableSets(_ kind: StoreKind) throws
    {
        let stack = try TestStack(model: GraphModel.make(), kind)
        let hub = stack.insert("Node", ["name": "hub"])
        let nodes = ["a", "b", "c"].map { stack.insert("Node", ["name": $0]) }
        let children = hub.mutableSetValue(forKey: "children")
        children.add(nodes[0])
        children.addObjects(from: [nodes[1], nodes[2]])
        children.remove(nodes[1])
        #expect(children.count == 2 && children.contains(nodes[0]) && !children.contains(nodes[1]))
        #expect(hub.names("children") == ["a", "c"] && nodes[2].object("parent") === hub)
        let list = hub.mutableOrderedSetValue(forKey: "list")
        list.add(nodes[0])
        list.insert(nodes[1], at: 0)
        #expect(list.array as? [NSManagedObject] == [nodes[1], nodes[0]])
        #expect(hub.names("list") == ["b", "a"] && nodes[1].object("listOwner") === hub)
        list.removeObject(at: 1)
        #expect(hub.names("list") == ["b"] && nodes[0].object("listOwner") == nil)
        #expect(list.index(of: nodes[1]) == 0 && list.firstObject as? NSManagedObject === nodes[1])
        children.removeAllObjects()
        try stack.context.save()
        let stored = stack.makeContext().object(with: hub.objectID)
        #expect(stored.names("children").isEmpty && stored.names("list") == ["b"])
    }

    @Test func severalByName() throws {
        let stack = try TestStack(.memory)
        let ada = stack.insert("Employee")
        ada.setValuesForKeys(["name": "Ada", "age": NSNull()])
        let values = ada.dictionaryWithValues(forKeys: ["name", "age"])
        #expect(values["name"] as? String == "Ada" && values["age"] is NSNull)
    }

    @Test(
        "V1 The class's own rules come after the model's, and may put another value in place",
        arguments: StoreKind.allCases)
    func customValidation(_ kind: StoreKind) throws {
        let model = CompanyModel.make()
        model.entitiesByName["Employee"]?.managedObjectClassName = NSStringFromClass(CheckedEmployee.self)
        let stack = try TestStack(model: model, kind)
        let ada = stack.insert("Employee", ["name": "  Ada  "])
        try stack.context.save()
        #expect(ada.string("name") == "Ada" && !ada.hasChanges)
        #expect(try stack.names(in: stack.makeContext()) == ["Ada"])
        ada.setValue("forbidden", forKey: "name")
        #expect(code { try stack.context.save() } == 42)
        ada.setValue(9.0, forKey: "height")
        #expect(code { try stack.context.save() } == 1560, "the model's and the class's")
        var value: Any? = " x "
        try ada.validateValue(&value, forKey: "name")
        #expect(value as? String == "x")
        value = nil
        #expect(code { try ada.validateValue(&value, forKey: "name") } == 1570)
        #expect(code { try ada.validateValue(&value, forKey: "nothing") } == 134060)
    }
}

final class CheckedEmployee: NSManagedObject, CustomValueValidation {
    func validate(_ value: inout Any?, forKey key: String) throws {
        guard key == "name", let name = value as? String else { return }
        if name == "forbidden" { throw CocoaError(CocoaError.Code(rawValue: 42)) }
        value = name.trimmingCharacters(in: .whitespaces)
    }
}
