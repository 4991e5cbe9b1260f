import CoreDataModel
import Foundation
import Testing

@Suite struct ModelCheckTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: ModelError.Code
        let text: String
        let make: @Sendable () -> NSManagedObjectModel

        init(
            _ code: ModelError.Code, _ text: String, _ make: @escaping @Sendable () -> NSManagedObjectModel
        ) {
            testDescription = text
            self.code = code
            self.text = text
            self.make = make
        }
    }

    static let mistakes: [Case] = [
        Case(.missingName, "An entity has no name; every entity of a model needs one") { model(NSEntityDescription()) },
        Case(.missingName, "A has a property without a name") { model(entity("A", [attribute("")])) },
        Case(.duplicateName, "A is the name of two entities; rename one of them") { model(entity("A"), entity("A")) },
        Case(.duplicateName, "A.x is there twice; rename one of the two") {
            model(entity("A", [attribute("x"), attribute("x")]))
        },
        Case(.duplicateName, "B.x is inherited from A already; rename one of the two") {
            model(entity("A", [attribute("x")], subentities: [entity("B", [attribute("x")])]))
        },
        Case(
            .reservedName, "A.description has the name of a member of NSObject or NSManagedObject; rename it"
        ) { model(entity("A", [attribute("description")])) },
        Case(.reservedName, "A.objectID has the name of a member of NSObject or NSManagedObject; rename it") {
            model(entity("A", [attribute("objectID")]))
        },
        Case(.inheritanceCycle, "A is its own superentity, directly or through others") {
            let a = entity("A")
            let b = entity("B", subentities: [a])
            a.subentities = [b]
            return model(a, b)
        },
        Case(.unknownSuperentity, "B has a superentity that is not in the model: A") {
            let b = entity("B")
            _ = entity("A", subentities: [b])
            return model(b)
        },
        Case(.unknownDestination, "A.b has no destination entity") { model(entity("A", [relationship("b", to: nil)])) },
        Case(.unknownDestination, "A.b leads to B, which the model lacks") {
            model(entity("A", [relationship("b", to: "B")]))
        },
        Case(.badInverse, "A.b has the inverse a, which B lacks") {
            model(entity("A", [relationship("b", to: "B", inverse: "a")]), entity("B"))
        },
        Case(.badInverse, "A.b has the inverse B.a, whose inverse is another; set it on both sides") {
            model(
                entity("A", [relationship("b", to: "B", inverse: "a"), relationship("c", to: "B", inverse: "a")]),
                entity("B", [relationship("a", to: "A", inverse: "c")]))
        },
        Case(.badInverse, "A.b has the inverse B.a, which does not lead back to this entity") {
            let b = relationship("b", to: "B")
            let a = relationship("a", to: "C")
            b.inverseRelationship = a
            a.inverseRelationship = b
            return model(entity("A", [b]), entity("B", [a]), entity("C", [relationship("b", to: nil)]))
        },
        Case(.badCount, "A.b allows no value: its smallest count, 2, is over its largest, 1") {
            let b = relationship("b", to: "A", maxCount: 1)
            b.minCount = 2
            return model(entity("A", [b]))
        },
        Case(.badCount, "A.b has a negative count") { model(entity("A", [relationship("b", to: "A", maxCount: -1)])) },
        Case(
            .undefinedType,
            "A.x has no type, so it cannot be stored. Give it an attributeType, or make it transient"
        ) { model(entity("A", [attribute("x", .undefinedAttributeType)])) },
        Case(.badDefault, "A.x has a bad default value: it does not fit Integer 16 (-32768…32767, whole numbers)") {
            model(entity("A", [attribute("x", .integer16AttributeType) { $0.defaultValue = 40_000 }]))
        },
        Case(.badDefault, "A.x has a bad default value: it is Date, which a value of type String is not") {
            model(entity("A", [attribute("x", .dateAttributeType) { $0.defaultValue = "today" }]))
        },
        Case(.badLimit, "A.x allows no value: its smallest value is over its largest") {
            model(
                entity(
                    "A",
                    [
                        attribute("x", .integer16AttributeType) {
                            $0.minValue = .integer(3)
                            $0.maxValue = .integer(2)
                        }
                    ]))
        },
        Case(.badLimit, "A.x has a smallest value that is no Integer 16") {
            model(entity("A", [attribute("x", .integer16AttributeType) { $0.minValue = .integer(40_000) }]))
        },
        Case(.badLimit, "A.x is Date; only a String has lengths and a regular expression") {
            model(entity("A", [attribute("x", .dateAttributeType) { $0.maxLength = 3 }]))
        },
        Case(.badLimit, "A.x allows no value: its smallest length is over its largest") {
            model(
                entity(
                    "A",
                    [
                        attribute("x") {
                            $0.minLength = 3
                            $0.maxLength = 2
                        }
                    ]))
        },
        Case(.badPattern, "A.x has a regular expression that cannot be compiled: [a-") {
            model(entity("A", [attribute("x") { $0.regularExpression = "[a-" }]))
        },
        Case(.unknownProperty, "A has a uniqueness constraint on y, which is no attribute of it") {
            let a = entity("A", [attribute("x")])
            a.uniquenessConstraints = [["x", "y"]]
            return model(a)
        },
        Case(.unknownProperty, "A has an index, byY, on y, which is no property of it") {
            let a = entity("A", [attribute("x")])
            a.indexes = [
                NSFetchIndexDescription(
                    name: "byY",
                    elements: [NSFetchIndexElementDescription(property: attribute("y"), collationType: .binary)])
            ]
            return model(a)
        },
        Case(.unknownEntity, "B is in the configuration Side, but not in the model") {
            let model = model(entity("A"))
            model.setEntities([entity("B")], forConfigurationName: "Side")
            return model
        },
        Case(.unknownEntity, "A.f fetches B, which the model lacks") {
            let f = NSFetchedPropertyDescription()
            f.name = "f"
            f.fetchRequest = NSFetchRequest(entityName: "B")
            return model(entity("A", [f]))
        },
    ]

    @Test(arguments: mistakes)
    func mistakeIsNamed(_ example: Case) throws {
        let model = example.make()
        let error = try #require(mistake(in: model))
        if example.code != .unknownDestination || example.text.contains("leads") {
            #expect(error.description == example.text)
        }
        #expect(error.code == example.code)
        #expect(!model.isFrozen)
    }

    @Test func doubtfulThingsAreIssues() throws {
        let model = model(entity("Person", [relationship("groups", to: "Group")]), entity("Group"))
        try model.freeze()
        #expect(
            model.issues.map(\.description) == [
                "Person.groups has no inverse, so a change on one side does not reach the other. Give it one"
            ])
        #expect(model.issues.first?.code == .missingInverse)
    }

    @Test func freezingTwiceAndAtOnce() async throws {
        let model = model(entity("A", [attribute("x")]))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try model.freeze()
                    return model.entities[0].propertyLayout.count
                }
            }
            for try await count in group { #expect(count == 1) }
        }
        #expect(model.isFrozen)
    }

    @Test func changingAFrozenModelTraps() async {
        await #expect(processExitsWith: .failure) {
            let model = model(entity("A", [attribute("x")]))
            try model.freeze()
            model.entities[0].ownProperties[0].name = "y"
        }
    }
}
