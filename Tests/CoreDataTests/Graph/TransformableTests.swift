import Synchronization
import Testing

@testable import CoreData

/// Transformable attributes: once each way, replaced as a whole, and refused before anything is written.
@Suite(.serialized) struct TransformableTests {
    private func model(_ transformer: String?) -> NSManagedObjectModel {
        let entity = CompanyModel.entity("Record")
        let value = CompanyModel.attribute("value", .transformableAttributeType)
        value.valueTransformerName = transformer
        entity.properties = [CompanyModel.attribute("name", .stringAttributeType), value]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    private func stack(_ transformer: String?, _ kind: StoreKind) throws -> TestStack {
        try TestStack(model: model(transformer), kind)
    }

    @Test("Case 2 What the secure transformer takes", arguments: StoreKind.allCases)
    func secureTransformer(_ kind: StoreKind) throws {
        let stack = try stack(nil, kind)
        let uuid = UUID()
        let values: [Any] = [
            ["a", "b"], ["k": ["x", "y"]], Set(["s", "t"]), "text", 5, Date(timeIntervalSinceReferenceDate: 1),
            Data([1, 2]), uuid, [["n": NSNull()]],
        ]
        for value in values { stack.insert("Record", ["name": "\(type(of: value))", "value": value]) }
        try stack.context.save()
        let read = try stack.fetch("Record", in: stack.makeContext())
        #expect(read.count == values.count && read.allSatisfy { $0.value(forKey: "value") != nil })
        #expect(read.contains { $0.value(forKey: "value") as? [String: [String]] == ["k": ["x", "y"]] })
        #expect(read.contains { ($0.value(forKey: "value") as? NSSet)?.contains("s") == true })
        #expect(read.contains { $0.value(forKey: "value") as? UUID == uuid })
    }

    /// Changing the value in place is no change; replacing it is.
    @Test("Case 1 A change in place is none, a replaced value is saved", arguments: StoreKind.allCases)
    func mutationInPlace(_ kind: StoreKind) throws {
        let stack = try stack(nil, kind)
        let list = NSMutableArray(array: ["a"])
        let record = stack.insert("Record", ["value": list])
        try stack.context.save()
        list.add("b")
        (record.value(forKey: "value") as? NSMutableArray)?.add("c")
        #expect(!record.hasChanges && !stack.context.hasChanges)
        let (_, count) = try stack.statements { try stack.context.save() }
        #expect(count == 0)
        #expect(try stack.fetch("Record", in: stack.makeContext()).first?.value(forKey: "value") as? [String] == ["a"])
        // Nor does it come along when another attribute is saved.
        record.setValue("n", forKey: "name")
        try stack.context.save()
        #expect(try stack.fetch("Record", in: stack.makeContext()).first?.value(forKey: "value") as? [String] == ["a"])
        record.setValue(["a", "b"], forKey: "value")
        try stack.context.save()
        #expect(
            try stack.fetch("Record", in: stack.makeContext()).first?.value(forKey: "value") as? [String] == ["a", "b"])
        record.setValue(nil, forKey: "value")
        try stack.context.save()
        #expect(try stack.fetch("Record", in: stack.makeContext()).first?.value(forKey: "value") == nil)
    }

    @Test("Case 4 A transformer is called once each way", arguments: StoreKind.onSQLite)
    func onceEachWay(_ kind: StoreKind) throws {
        let transformer = CountingTransformer()
        ValueTransformer.setValueTransformer(transformer, forName: "Counting")
        let stack = try stack("Counting", kind)
        let record = stack.insert("Record", ["value": ["k": ["a", "b"]]])
        try stack.context.save()
        #expect(record.value(forKey: "value") as? [String: [String]] == ["k": ["a", "b"]])
        #expect(transformer.counts == [1, 0], "what was set is what is read")
        let context = stack.makeContext()
        let read = try #require(try stack.fetch("Record", in: context).first)
        for _ in 0..<3 { #expect(read.value(forKey: "value") as? [String: [String]] == ["k": ["a", "b"]]) }
        #expect(transformer.counts == [1, 1])
        read.setValue("n", forKey: "name")
        try context.save()
        #expect(transformer.counts == [1, 1], "an attribute that did not change is not encoded")
    }

    @Test(arguments: StoreKind.allCases) func unknownTransformer(_ kind: StoreKind) throws {
        let stack = try stack("Nobody", kind)
        stack.insert("Record", ["name": "good"])
        try stack.context.save()
        let record = stack.insert("Record", ["value": ["secret"]])
        let error = try #require(caught { try stack.context.save() })
        #expect(error.code == 134060)
        #expect(error.localizedDescription.contains("Record.value") && error.localizedDescription.contains("'Nobody'"))
        #expect(!error.localizedDescription.contains("secret"))
        #expect(record.isInserted && record.objectID.isTemporaryID)
        #expect(try stack.fetch("Record", in: stack.makeContext()).count == 1)
    }

    @Test("Case 3 A class that is not allowed is an error at save", arguments: StoreKind.allCases)
    func disallowedClass(_ kind: StoreKind) throws {
        let stack = try stack(nil, kind)
        let good = stack.insert("Record", ["name": "good", "value": "v"])
        let record = stack.insert("Record", ["value": [NSURLComponents()]])
        let error = try #require(caught { try stack.context.save() })
        #expect(error.localizedDescription.contains("Record.value"))
        #expect(error.localizedDescription.contains("URLComponents"), "\(error.localizedDescription)")
        #expect(good.isInserted && record.isInserted)
        #expect(try stack.fetch("Record", in: stack.makeContext()).isEmpty)
        record.setValue("v", forKey: "value")
        try stack.context.save()
        #expect(try stack.fetch("Record", in: stack.makeContext()).count == 2)
    }

    /// Bytes that cannot be read are nil, and the next fetch or save says which attribute.
    @Test func damagedBytes() throws {
        let stack = try stack(nil, .sqlite)
        stack.insert("Record", ["value": "v"])
        try stack.context.save()
        try stack.execute("UPDATE ZRECORD SET ZVALUE = x'010203'")
        let context = stack.makeContext()
        #expect(try stack.fetch("Record", in: context).first?.value(forKey: "value") == nil)
        let error = try #require(caught { try context.save() })
        #expect(error.localizedDescription.contains("Record.value"))
        try context.save()
    }
}

/// `[String: [String]]` as JSON, counting its calls.
private final class CountingTransformer: ValueTransformer {
    private let calls = Mutex([0, 0])

    var counts: [Int] { calls.withLock { $0 } }

    override func transformedValue(_ value: Any?) -> Any? {
        calls.withLock { $0[0] += 1 }
        return (value as? [String: [String]]).flatMap { try? JSONEncoder().encode($0) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        calls.withLock { $0[1] += 1 }
        return (value as? Data).flatMap { try? JSONDecoder().decode([String: [String]].self, from: $0) }
    }
}
