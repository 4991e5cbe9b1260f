import CoreDataModel
import Foundation
import SampleModels
import Testing

@Suite struct ModelDifferenceTests {
    /// A change of a model with people and pets, and what it is told as.
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let kind: ModelChange.Kind
        let label: String
        var isInferable = true
        var changesStorage = true
        var needsValues = false
        let change: @Sendable (NSManagedObjectModel) -> Void

        var testDescription: String { name }
    }

    static func people() -> NSManagedObjectModel {
        model(
            entity(
                "Person",
                [
                    attribute("name"), attribute("age", .integer32AttributeType),
                    attribute("photo", .binaryDataAttributeType),
                    relationship("pets", to: "Pet", inverse: "owner"),
                    relationship("home", to: "Home", maxCount: 1),
                ], subentities: [entity("Employee", [attribute("desk")])]),
            entity("Pet", [relationship("owner", to: "Person", inverse: "pets", maxCount: 1)]), entity("Home"))
    }

    static func property<T>(_ model: NSManagedObjectModel, _ entity: String, _ name: String, as: T.Type = T.self) -> T?
    {
        model.entitiesByName[entity]?.propertiesByName[name] as? T
    }

    static let cases: [Case] = [
        Case(name: "new entity", kind: .entityAdded, label: "Car") { $0.entities += [entity("Car")] },
        Case(name: "entity gone", kind: .entityRemoved, label: "Employee") { model in
            model.entitiesByName["Person"]?.subentities = []
            model.entities = model.entities.filter { $0.name != "Employee" }
        },
        Case(name: "entity renamed", kind: .entityRenamed, label: "House") { model in
            model.entitiesByName["Home"]?.renamingIdentifier = "Home"
            model.entitiesByName["Home"]?.name = "House"
        },
        Case(name: "new optional attribute", kind: .attributeAdded, label: "Pet.name") {
            $0.entitiesByName["Pet"]?.properties += [attribute("name")]
        },
        Case(name: "new required attribute", kind: .attributeAdded, label: "Pet.name", needsValues: true) {
            $0.entitiesByName["Pet"]?.properties += [attribute("name") { $0.isOptional = false }]
        },
        Case(name: "new required attribute with a default", kind: .attributeAdded, label: "Pet.name") {
            $0.entitiesByName["Pet"]?.properties += [
                attribute("name") {
                    $0.isOptional = false
                    $0.defaultValue = "Rex"
                }
            ]
        },
        Case(name: "attribute gone", kind: .attributeRemoved, label: "Employee.desk") {
            $0.entitiesByName["Employee"]?.properties = []
        },
        Case(name: "attribute renamed", kind: .propertyRenamed, label: "Person.fullName") { model in
            let name = property(model, "Person", "name", as: NSAttributeDescription.self)
            name?.renamingIdentifier = "name"
            name?.name = "fullName"
        },
        Case(name: "type", kind: .attributeType, label: "Person.age", isInferable: false) {
            property($0, "Person", "age", as: NSAttributeDescription.self)?.attributeType = .stringAttributeType
        },
        Case(name: "required", kind: .optionality, label: "Person.age", needsValues: true) {
            property($0, "Person", "age", as: NSAttributeDescription.self)?.isOptional = false
        },
        Case(name: "default", kind: .defaultValue, label: "Person.age", changesStorage: false) {
            property($0, "Person", "age", as: NSAttributeDescription.self)?.defaultValue = 7
        },
        Case(name: "external", kind: .externalStorage, label: "Person.photo") {
            property($0, "Person", "photo", as: NSAttributeDescription.self)?.allowsExternalBinaryDataStorage = true
        },
        Case(name: "to-many", kind: .cardinality, label: "Pet.owner") {
            property($0, "Pet", "owner", as: NSRelationshipDescription.self)?.maxCount = 0
        },
        Case(name: "to-one", kind: .cardinality, label: "Person.pets", isInferable: false) {
            property($0, "Person", "pets", as: NSRelationshipDescription.self)?.maxCount = 1
        },
        Case(name: "ordered", kind: .ordering, label: "Person.pets") {
            property($0, "Person", "pets", as: NSRelationshipDescription.self)?.isOrdered = true
        },
        Case(
            name: "new required relationship", kind: .relationshipAdded, label: "Pet.home", isInferable: false,
            needsValues: true
        ) { model in
            let home = relationship("home", to: "Home", maxCount: 1)
            home.isOptional = false
            model.entitiesByName["Pet"]?.properties += [home]
        },
        Case(name: "new inverse", kind: .inverse, label: "Person.home") { model in
            let home = property(model, "Person", "home", as: NSRelationshipDescription.self)
            let people = relationship("people", to: "Person", inverse: "home")
            model.entitiesByName["Home"]?.properties = [people]
            home?.inverseRelationship = people
        },
        Case(name: "other destination", kind: .destination, label: "Person.home", isInferable: false) { model in
            property(model, "Person", "home", as: NSRelationshipDescription.self)?.destinationEntity =
                model.entitiesByName["Pet"]
        },
        Case(name: "delete rule", kind: .deleteRule, label: "Person.pets", changesStorage: false) {
            property($0, "Person", "pets", as: NSRelationshipDescription.self)?.deleteRule = .cascadeDeleteRule
        },
        Case(name: "hierarchies merged", kind: .hierarchiesMerged, label: "Person", isInferable: false) { model in
            guard let home = model.entitiesByName["Home"] else { return }
            model.entitiesByName["Person"]?.subentities += [home]
        },
        Case(name: "property moved up", kind: .propertyMoved, label: "Person.desk") { model in
            guard let desk = property(model, "Employee", "desk", as: NSAttributeDescription.self) else { return }
            model.entitiesByName["Employee"]?.properties = []
            model.entitiesByName["Person"]?.properties += [desk]
        },
        Case(name: "uniqueness", kind: .uniqueness, label: "Person", needsValues: true) {
            $0.entitiesByName["Person"]?.uniquenessConstraints = [["name"]]
        },
        Case(name: "index", kind: .index, label: "Person", changesStorage: false) {
            $0.entitiesByName["Person"]?.compoundIndexes = [["name"]]
        },
        Case(name: "hash modifier", kind: .hashModifier, label: "Home") {
            $0.entitiesByName["Home"]?.versionHashModifier = "2"
        },
        Case(name: "abstract", kind: .abstractness, label: "Home", needsValues: true) {
            $0.entitiesByName["Home"]?.isAbstract = true
        },
    ]

    @Test(arguments: cases) func aChangeIsTold(_ test: Case) throws {
        let old = Self.people()
        let new = try #require(old.copy() as? NSManagedObjectModel)
        test.change(new)
        let difference = ModelDifference(from: old, to: new)
        let change = try #require(
            difference.changes.first { $0.kind == test.kind }, "found \(difference.changes.map(\.description))")
        #expect([change.entity, change.property].compactMap { $0 }.joined(separator: ".") == test.label)
        #expect(change.isInferable == test.isInferable)
        #expect(difference.isInferable == test.isInferable)
        #expect(change.needsValues == test.needsValues)
        #expect(change.changesStorage == test.changesStorage)
        #expect(change.description.contains(test.label))
        // What it says about storage is what the version hashes say.
        #expect(difference.isStoredAlike == (old.entityVersionHashesByName == new.entityVersionHashesByName))
    }

    @Test func sameModelsDoNotDiffer() throws {
        let old = Self.people()
        let copy = try #require(old.copy() as? NSManagedObjectModel)
        #expect(ModelDifference(from: old, to: copy).changes.isEmpty)
    }

    @Test func aChainOfRenamesHolds() {
        func version(_ name: String, _ identifier: String?) -> NSManagedObjectModel {
            model(entity("Person", [attribute(name) { $0.renamingIdentifier = identifier }]))
        }
        let versions = [version("a", nil), version("b", "a"), version("c", "a"), version("a", nil)]
        for (index, old) in versions.enumerated() {
            for new in versions[(index + 1)...] {
                let difference = ModelDifference(from: old, to: new)
                let name = new.entities[0].properties[0].name
                let found = difference.sourcePropertyName(of: name, inEntity: "Person")
                #expect(found == old.entities[0].properties[0].name)
            }
        }
    }

    @Test func namesThatWereSwappedBelongByIdentifier() {
        let old = model(entity("Person", [attribute("a"), attribute("b")]))
        let new = model(
            entity(
                "Person",
                [attribute("a") { $0.renamingIdentifier = "b" }, attribute("b") { $0.renamingIdentifier = "a" }]))
        let difference = ModelDifference(from: old, to: new)
        #expect(difference.sourcePropertyName(of: "a", inEntity: "Person") == "b")
        #expect(difference.sourcePropertyName(of: "b", inEntity: "Person") == "a")
    }

    /// Every pair of versions of every sample: what is told about storage agrees with the hashes.
    @Test(.enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"))
    func samplesAgreeWithTheirHashes() throws {
        let bundles = Dictionary(grouping: SampleModels.versions, by: \.bundle)
        for (_, samples) in bundles {
            let models = samples.compactMap { try? ModelFile.load(contentsOf: $0.version.url) }
            for old in models {
                for new in models {
                    let difference = ModelDifference(from: old, to: new)
                    #expect(
                        difference.isStoredAlike == (old.entityVersionHashesByName == new.entityVersionHashesByName))
                }
            }
        }
    }
}
