import Testing

@testable import CoreData

/// Relationships of every kind and their inverses: at once in memory, and in the store after a save.
@Suite struct RelationshipTests {
    private struct Graph {
        let stack: TestStack
        let nodes: [NSManagedObject]

        init(_ kind: StoreKind, _ names: String = "abcd") throws {
            let stack = try TestStack(model: GraphModel.make(), kind)
            self.stack = stack
            nodes = names.map { stack.insert("Node", ["name": String($0)]) }
            try stack.context.save()
        }

        /// What another context reads from the store.
        func stored(_ name: String, _ key: String) throws -> [String] {
            let context = stack.makeContext()
            let node = try #require(try stack.fetch("Node", "name == %@", [name], in: context).first)
            if let target = node.object(key) { return [target.string("name")] }
            return node.names(key)
        }
    }

    @Test("I1 One-to-one: the old partners are let go", arguments: StoreKind.allCases)
    func oneToOne(_ kind: StoreKind) throws {
        let graph = try Graph(kind)
        let (a, b, c) = (graph.nodes[0], graph.nodes[1], graph.nodes[2])
        a.setValue(b, forKey: "one")
        #expect(b.object("oneBack") === a)
        try graph.stack.context.save()
        #expect(try graph.stored("b", "oneBack") == ["a"])
        // A new partner takes the place of the old one, on both sides.
        c.setValue(b, forKey: "one")
        #expect(a.object("one") == nil && b.object("oneBack") === c)
        try graph.stack.context.save()
        #expect(try graph.stored("a", "one") == [] && graph.stored("b", "oneBack") == ["c"])
        b.setValue(nil, forKey: "oneBack")
        #expect(c.object("one") == nil)
        try graph.stack.context.save()
        #expect(try graph.stored("c", "one") == [])
    }

    @Test("I1 A one-to-one relationship that is its own inverse", arguments: StoreKind.allCases)
    func oneToOneWithItself(_ kind: StoreKind) throws {
        let graph = try Graph(kind)
        let (a, b, c) = (graph.nodes[0], graph.nodes[1], graph.nodes[2])
        a.setValue(b, forKey: "partner")
        #expect(b.object("partner") === a)
        c.setValue(a, forKey: "partner")
        #expect(a.object("partner") === c && b.object("partner") == nil)
        try graph.stack.context.save()
        #expect(try graph.stored("a", "partner") == ["c"] && graph.stored("c", "partner") == ["a"])
        #expect(try graph.stored("b", "partner") == [])
        a.setValue(a, forKey: "partner")
        #expect(a.object("partner") === a && c.object("partner") == nil)
    }

    @Test("I1 One-to-many: the other side follows at once", arguments: StoreKind.allCases)
    func oneToMany(_ kind: StoreKind) throws {
        let graph = try Graph(kind)
        let (a, b, c, d) = (graph.nodes[0], graph.nodes[1], graph.nodes[2], graph.nodes[3])
        b.setValue(a, forKey: "parent")
        a.add(c, to: "children")
        #expect(a.names("children") == ["b", "c"] && c.object("parent") === a)
        try graph.stack.context.save()
        #expect(try graph.stored("a", "children") == ["b", "c"])
        // A child has one parent: the new one takes it from the old.
        d.add(b, to: "children")
        #expect(a.names("children") == ["c"] && b.object("parent") === d)
        a.setValue(NSSet(array: [b, d]), forKey: "children")
        #expect(c.object("parent") == nil && d.names("children") == [] && a.names("children") == ["b", "d"])
        try graph.stack.context.save()
        #expect(try graph.stored("a", "children") == ["b", "d"] && graph.stored("c", "parent") == [])
        a.setValue(nil, forKey: "children")
        #expect(b.object("parent") == nil)
    }

    @Test("I3 An ordered inverse appends", arguments: StoreKind.allCases)
    func orderedOneToMany(_ kind: StoreKind) throws {
        let graph = try Graph(kind, "abcde")
        let a = graph.nodes[0]
        a.setValue(NSOrderedSet(array: [graph.nodes[3], graph.nodes[1]]), forKey: "list")
        try graph.stack.context.save()
        #expect(try graph.stored("a", "list") == ["d", "b"])
        // Setting the other side appends.
        graph.nodes[2].setValue(a, forKey: "listOwner")
        #expect(a.names("list") == ["d", "b", "c"])
        try graph.stack.context.save()
        #expect(try graph.stored("a", "list") == ["d", "b", "c"])
        a.setValue(NSOrderedSet(array: [graph.nodes[2], graph.nodes[3], graph.nodes[1]]), forKey: "list")
        try graph.stack.context.save()
        #expect(try graph.stored("a", "list") == ["c", "d", "b"])
        graph.stack.context.delete(graph.nodes[3])
        try graph.stack.context.save()
        #expect(try graph.stored("a", "list") == ["c", "b"])
        // Also on an object whose list was not read.
        let context = graph.stack.makeContext()
        context.object(with: graph.nodes[4].objectID).setValue(context.object(with: a.objectID), forKey: "listOwner")
        try context.save()
        #expect(try graph.stored("a", "list") == ["c", "b", "e"])
    }

    @Test("I1 Many-to-many: the other side follows at once", arguments: StoreKind.allCases)
    func manyToMany(_ kind: StoreKind) throws {
        let graph = try Graph(kind)
        let (a, b, c) = (graph.nodes[0], graph.nodes[1], graph.nodes[2])
        a.setValue(NSSet(array: [b, c]), forKey: "many")
        c.add(b, to: "many")
        #expect(b.names("manyBack") == ["a", "c"] && c.names("manyBack") == ["a"])
        try graph.stack.context.save()
        #expect(try graph.stored("b", "manyBack") == ["a", "c"] && graph.stored("a", "many") == ["b", "c"])
        b.remove(a, from: "manyBack")
        #expect(a.names("many") == ["c"])
        try graph.stack.context.save()
        #expect(try graph.stored("a", "many") == ["c"] && graph.stored("b", "manyBack") == ["c"])
        // An object may be related to itself.
        a.add(a, to: "many")
        #expect(a.names("manyBack") == ["a"])
        try graph.stack.context.save()
        #expect(try graph.stored("a", "manyBack") == ["a"])
        graph.stack.context.delete(a)
        try graph.stack.context.save()
        #expect(try graph.stored("c", "manyBack") == [])
    }

    @Test(arguments: StoreKind.allCases) func orderedManyToMany(_ kind: StoreKind) throws {
        let graph = try Graph(kind)
        let (a, b, c, d) = (graph.nodes[0], graph.nodes[1], graph.nodes[2], graph.nodes[3])
        a.setValue(NSOrderedSet(array: [d, b, c]), forKey: "tracks")
        b.setValue(NSOrderedSet(array: [c, d]), forKey: "tracks")
        #expect(d.names("playlists") == ["a", "b"])
        try graph.stack.context.save()
        #expect(try graph.stored("a", "tracks") == ["d", "b", "c"] && graph.stored("b", "tracks") == ["c", "d"])
        d.setValue(NSSet(object: b), forKey: "playlists")
        #expect(a.names("tracks") == ["b", "c"])
        c.add(b, to: "playlists")
        try graph.stack.context.save()
        #expect(try graph.stored("a", "tracks") == ["b", "c"] && graph.stored("b", "tracks") == ["c", "d"])
        a.setValue(NSOrderedSet(array: [c, d, b]), forKey: "tracks")
        try graph.stack.context.save()
        #expect(try graph.stored("a", "tracks") == ["c", "d", "b"] && graph.stored("d", "playlists") == ["a", "b"])
    }

    /// Both sides ordered: each has its own order.
    @Test(arguments: StoreKind.allCases) func orderedOnBothSides(_ kind: StoreKind) throws {
        let graph = try Graph(kind)
        let (a, b, c, d) = (graph.nodes[0], graph.nodes[1], graph.nodes[2], graph.nodes[3])
        a.setValue(NSOrderedSet(array: [d, c]), forKey: "rows")
        b.setValue(NSOrderedSet(array: [c, d]), forKey: "rows")
        try graph.stack.context.save()
        c.setValue(NSOrderedSet(array: [b, a]), forKey: "columns")
        try graph.stack.context.save()
        #expect(try graph.stored("a", "rows") == ["d", "c"] && graph.stored("b", "rows") == ["c", "d"])
        #expect(try graph.stored("c", "columns") == ["b", "a"] && graph.stored("d", "columns") == ["a", "b"])
    }

    @Test(arguments: StoreKind.allCases) func manyToManyWithItself(_ kind: StoreKind) throws {
        let graph = try Graph(kind)
        let (a, b, c) = (graph.nodes[0], graph.nodes[1], graph.nodes[2])
        a.setValue(NSSet(array: [b, c]), forKey: "friends")
        #expect(b.names("friends") == ["a"])
        try graph.stack.context.save()
        #expect(try graph.stored("b", "friends") == ["a"] && graph.stored("a", "friends") == ["b", "c"])
        b.remove(a, from: "friends")
        try graph.stack.context.save()
        #expect(try graph.stored("a", "friends") == ["c"] && graph.stored("b", "friends") == [])
        graph.stack.context.delete(c)
        try graph.stack.context.save()
        #expect(try graph.stored("a", "friends") == [])
    }

    @Test(arguments: StoreKind.allCases) func withoutInverse(_ kind: StoreKind) throws {
        let graph = try Graph(kind)
        let (a, b, c) = (graph.nodes[0], graph.nodes[1], graph.nodes[2])
        a.setValue(b, forKey: "favorite")
        a.setValue(NSSet(array: [b, c]), forKey: "notes")
        try graph.stack.context.save()
        #expect(try graph.stored("a", "favorite") == ["b"] && graph.stored("a", "notes") == ["b", "c"])
        a.remove(b, from: "notes")
        try graph.stack.context.save()
        #expect(try graph.stored("a", "notes") == ["c"])
        graph.stack.context.delete(a)
        try graph.stack.context.save()
        if kind == .sqlite {
            #expect(try graph.stack.rows("SELECT Z_PK FROM ZNODE WHERE Z1NOTES IS NOT NULL").isEmpty)
        }
    }

    /// A reference to an object of a subentity leads to one.
    @Test(arguments: StoreKind.allCases) func subentities(_ kind: StoreKind) throws {
        let stack = try TestStack(model: GraphModel.make(), kind)
        let leaf = stack.insert("Leaf", ["name": "l", "weight": 1.5])
        let node = stack.insert("Node", ["name": "n", "one": leaf, "notes": NSSet(object: leaf)])
        try stack.context.save()
        let context = stack.makeContext()
        let read = context.object(with: node.objectID)
        #expect(read.object("one")?.entity.name == "Leaf")
        #expect(read.object("one")?.value(forKey: "weight") as? Double == 1.5)
        #expect(read.objects("notes").first?.entity.name == "Leaf")
    }

    /// An object that is not in the store cannot be referred to.
    @Test("I6 An object that is in no store cannot be referred to", arguments: StoreKind.allCases)
    func objectWithoutContext(_ kind: StoreKind) throws {
        let graph = try Graph(kind)
        let entity = try #require(NSEntityDescription.entity(forEntityName: "Node", in: graph.stack.context))
        let outside = NSManagedObject(entity: entity, insertInto: nil)
        graph.nodes[0].setValue(outside, forKey: "favorite")
        #expect(code { try graph.stack.context.save() } == 133010)
        graph.nodes[0].setValue(nil, forKey: "favorite")
        try graph.stack.context.save()
    }

    @Test("I5 A primitive value is neither a change nor followed by the inverse")
    func primitiveValues() throws {
        let graph = try Graph(.sqlite)
        let (a, b) = (graph.nodes[0], graph.nodes[1])
        a.setPrimitiveValue("x", forKey: "name")
        a.setPrimitiveValue(b, forKey: "one")
        #expect(a.string("name") == "x" && a.object("one") === b)
        #expect(!a.hasChanges && !graph.stack.context.hasChanges && b.object("oneBack") == nil)
    }

    @Test("I6 A relationship to an object in another store is an error") func acrossStores() throws {
        let graph = try Graph(.sqlite)
        let (a, context) = (graph.nodes[0], graph.stack.context)
        let other = try graph.stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let elsewhere = graph.stack.insert("Node", ["name": "elsewhere"])
        context.assign(elsewhere, to: other)
        try context.save()
        #expect(elsewhere.objectID.persistentStore === other)
        a.setValue(elsewhere, forKey: "favorite")
        #expect(code { try context.save() } == 133010)
        a.setValue(nil, forKey: "favorite")
        try context.save()
    }
}
