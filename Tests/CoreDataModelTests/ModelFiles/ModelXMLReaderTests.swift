import CoreDataModel
import Foundation
import Testing

@Suite struct ModelXMLReaderTests {
    /// Writes a model with `body` and reads it.
    private func read(_ body: String, head: String = #"<model userDefinedModelVersionIdentifier="v1">"#) throws
        -> NSManagedObjectModel
    {
        try TemporaryFolder.use { folder in
            let file = folder.appendingPathComponent("contents")
            try Data((head + "\n" + body + "\n</model>").utf8).write(to: file)
            return try ModelFile.load(contentsOf: file)
        }
    }

    private func mistake(in body: String) -> ModelError? {
        do {
            _ = try read(body)
            return nil
        } catch {
            return error as? ModelError
        }
    }

    @Test func attributes() throws {
        let model = try read(
            """
            <entity name="Person" representedClassName=".Person" syncable="YES" codeGenerationType="class">
              <attribute name="age" optional="YES" attributeType="Integer 16" defaultValueString="18" minValueString="0"
                maxValueString="150" usesScalarValueType="YES"/>
              <attribute name="height" attributeType="Float" defaultValueString="0.0" maxValueString="2.7"/>
              <attribute name="weight" attributeType="Double" minValueString="-1.5"/>
              <attribute name="price" attributeType="Decimal" defaultValueString="1.25" maxValueString="9.99"/>
              <attribute name="code" attributeType="String" minValueString="2" maxValueString="10"
                regularExpressionString="\\A[A-Z]+\\z" defaultValueString=""/>
              <attribute name="birthday" optional="YES" attributeType="Date" minDateTimeInterval="0"
                minValueString="2001-01-01" defaultDateTimeInterval="86400" usesScalarValueType="NO"/>
              <attribute name="active" attributeType="Boolean" defaultValueString="YES"/>
              <attribute name="key" attributeType="UUID"/>
              <attribute name="site" attributeType="URI" defaultValueString="https://example.com"/>
              <attribute name="photo" attributeType="Binary" allowsExternalBinaryDataStorage="YES"
                preserveAfterDeletion="YES" allowsCloudEncryption="YES"/>
              <attribute name="tags" attributeType="Transformable" valueTransformerName="Tags" customClassName="[String]"/>
              <attribute name="count" attributeType="Integer 64" derived="YES" derivationExpression="friends.@count"/>
              <attribute name="scratch" optional="YES" transient="YES" elementID="old" versionHashModifier="m"
                indexed="YES"/>
              <userInfo><entry key="k" value="v"/></userInfo>
            </entity>
            """)
        let person = try #require(model.entitiesByName["Person"])
        func find(_ name: String) throws -> NSAttributeDescription {
            let found = person.attributesByName[name]
            return try #require(found)
        }
        #expect(model.versionIdentifiers == ["v1"])
        #expect(person.managedObjectClassName == "Person")
        #expect(person.representedClassName == ".Person")
        #expect(person.codeGeneration == .class)
        #expect(person.userInfo?["k"] as? String == "v")
        let age = try find("age")
        #expect(age.isOptional && age.usesScalarValueType == true)
        #expect(age.defaultValue as? Int == 18)
        #expect(age.minValue == .integer(0) && age.maxValue == .integer(150))
        #expect(try find("height").maxValue == .real(Double(Float(2.7))))
        #expect(try find("weight").minValue == .real(-1.5))
        #expect(try find("price").maxValue == .decimal(Decimal(sign: .plus, exponent: -2, significand: 999)))
        #expect(try find("price").defaultValue as? Decimal == Decimal(string: "1.25"))
        let code = try find("code")
        #expect(code.minLength == 2 && code.maxLength == 10 && code.regularExpression == "\\A[A-Z]+\\z")
        #expect(code.defaultValue as? String == "" && !code.isOptional)
        let birthday = try find("birthday")
        #expect(birthday.minValue == .date(Date(timeIntervalSinceReferenceDate: 0)))
        #expect(birthday.defaultValue as? Date == Date(timeIntervalSinceReferenceDate: 86400))
        #expect(birthday.usesScalarValueType == false)
        #expect(try find("active").defaultValue as? Bool == true)
        #expect(try find("site").defaultValue as? URL == URL(string: "https://example.com"))
        let photo = try find("photo")
        #expect(photo.allowsExternalBinaryDataStorage && photo.preservesValueInHistoryOnDeletion)
        #expect(photo.allowsCloudEncryption)
        #expect(try find("tags").valueTransformerName == "Tags")
        #expect(try find("tags").customClassName == "[String]")
        #expect((try find("count") as? NSDerivedAttributeDescription)?.derivationExpressionText == "friends.@count")
        let scratch = try find("scratch")
        #expect(scratch.isTransient && scratch.isIndexed && scratch.versionHashModifier == "m")
        #expect(scratch.renamingIdentifier == "old")
        #expect(age.renamingIdentifier == "age")
        try model.freeze()
    }

    @Test func relationshipsIndexesAndTheRest() throws {
        let model = try read(
            """
            <entity name="Group">
              <relationship name="members" optional="YES" toMany="YES" ordered="YES" minCount="1" maxCount="9"
                deletionRule="Deny" destinationEntity="Person" inverseName="groups" inverseEntity="Person"/>
            </entity>
            <entity name="Person" isAbstract="YES" elementID="Human" versionHashModifier="2">
              <attribute name="name" attributeType="String"/>
              <relationship name="groups" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Group"
                inverseName="members"/>
              <relationship name="boss" maxCount="1" deletionRule="No Action" destinationEntity="Person"/>
              <fetchedProperty name="peers" optional="YES">
                <fetchRequest name="r" entity="Person" predicateString="boss == $FETCH_SOURCE"/>
              </fetchedProperty>
              <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
              </uniquenessConstraints>
              <compoundIndexes><compoundIndex><index value="name"/><index value="boss"/></compoundIndex></compoundIndexes>
              <fetchIndex name="byName" partialIndexPredicate="name != nil">
                <fetchIndexElement property="name" type="Binary" order="descending"/>
                <fetchIndexElement property="size" type="RTree" order="ascending" expressionType="Integer 16"
                  expression="name.length"/>
              </fetchIndex>
            </entity>
            <entity name="Worker" parentEntity="Person"/>
            <fetchRequest name="all" entity="Worker" fetchLimit="3" fetchBatchSize="2" resultType="2"
              returnDistinctResults="YES" includeSubentities="NO"/>
            <configuration name="Side"><memberEntity name="Group"/></configuration>
            """)
        let person = try #require(model.entitiesByName["Person"])
        let members = try #require(model.entitiesByName["Group"]?.relationshipsByName["members"])
        #expect(members.isOrdered && members.isToMany && members.minCount == 1 && members.maxCount == 9)
        #expect(members.deleteRule == .denyDeleteRule)
        #expect(members.inverseRelationship === person.relationshipsByName["groups"])
        let boss = try #require(person.relationshipsByName["boss"])
        #expect(!boss.isToMany && boss.deleteRule == .noActionDeleteRule && boss.inverseRelationship == nil)
        #expect(person.isAbstract && person.renamingIdentifier == "Human" && person.versionHashModifier == "2")
        #expect(model.entitiesByName["Worker"]?.superentity === person)
        let peers = try #require(person.propertiesByName["peers"] as? NSFetchedPropertyDescription)
        #expect(peers.fetchRequest?.entity === person)
        #expect(peers.fetchRequest?.predicateFormatText == "boss == $FETCH_SOURCE")
        #expect(person.uniquenessConstraintNames == [["name"]])
        #expect(person.compoundIndexNames == [["name", "boss"]])
        let index = try #require(person.indexes.first)
        #expect(index.entity === person && index.predicateFormatText == "name != nil")
        #expect(index.elements[0].property === person.propertiesByName["name"] && !index.elements[0].isAscending)
        #expect((index.elements[1].property as? NSExpressionDescription)?.expressionText == "name.length")
        #expect(index.elements[1].collationType == .rTree)
        let request = try #require(model.fetchRequestTemplate(forName: "all"))
        #expect(request.entity === model.entitiesByName["Worker"])
        #expect(request.fetchLimit == 3 && request.fetchBatchSize == 2 && request.resultType == .dictionaryResultType)
        #expect(request.returnsDistinctResults && !request.includesSubentities && request.includesPendingChanges)
        #expect(model.entities(forConfigurationName: "Side")?.map(\.name) == ["Group"])
        try model.freeze()
        #expect(model.issues.map(\.code) == [.missingInverse])
    }

    @Test func composites() throws {
        let model = try read(
            """
            <entity name="A"><attribute name="place" attributeType="Composite" composite="Place"/></entity>
            <composite name="Place"><attribute name="city" optional="YES" attributeType="String"/>
            <attribute name="point" attributeType="Composite" composite="Point"/></composite>
            <composite name="Point"><attribute name="x" attributeType="Double"/></composite>
            """)
        let place = try #require(
            model.entitiesByName["A"]?.propertiesByName["place"] as? NSCompositeAttributeDescription)
        #expect(place.elements.map(\.name) == ["city", "point"])
        #expect((place.elements[1] as? NSCompositeAttributeDescription)?.elements.map(\.name) == ["x"])
        try model.freeze()
    }

    @Test(arguments: [
        ("<entity/>", ModelError.Code.malformedFile, 2, "The file has <entity> without name"),
        ("<entity name=\"A\"/>\n<entity name=\"A\"/>", .duplicateName, 3, "A is the name of two entities"),
        ("<entity name=\"A\">", .malformedFile, 3, "The XML is malformed here"),
        (
            "<entity name=\"A\" parentEntity=\"B\"/>", .unknownSuperentity, 2,
            "A has the parent entity B, which the model"
        ),
        (
            "<entity name=\"A\" parentEntity=\"B\"/>\n<entity name=\"B\" parentEntity=\"A\"/>", .inheritanceCycle, 2,
            "A is its own superentity"
        ),
        (
            "<entity name=\"A\">\n<attribute name=\"x\" attributeType=\"Integer 128\"/></entity>", .malformedFile, 3,
            "x has the unknown type Integer 128"
        ),
        (
            "<entity name=\"A\">\n\n<attribute name=\"x\" attributeType=\"Integer 16\" defaultValueString=\"many\"/></entity>",
            .badDefault, 4, "A.x has a defaultValueString that is no Integer 16"
        ),
        (
            "<entity name=\"A\"><attribute name=\"x\" attributeType=\"Decimal\" minValueString=\"1x\"/></entity>",
            .badLimit, 2, "A.x has a minValueString that is no Decimal"
        ),
        (
            "<entity name=\"A\"><relationship name=\"b\" maxCount=\"9\" destinationEntity=\"A\"/></entity>", .badCount,
            2,
            "A.b is to-one, so its maxCount must be 1"
        ),
        (
            "<entity name=\"A\"><relationship name=\"b\" deletionRule=\"Explode\"/></entity>", .malformedFile, 2,
            "A.b has the unknown deletion rule Explode"
        ),
        (
            "<entity name=\"A\"><attribute name=\"c\" attributeType=\"Composite\" composite=\"C\"/></entity><composite name=\"C\"><attribute name=\"c\" attributeType=\"Composite\" composite=\"C\"/></composite>",
            .malformedFile, 2, "A.c is of the composite type C, which contains itself"
        ),
        (String(repeating: "<a>", count: 100), .malformedFile, 2, "The elements are nested too deeply"),
    ])
    func mistakes(_ body: String, _ code: ModelError.Code, _ line: Int, _ text: String) throws {
        let error = try #require(mistake(in: body))
        #expect(error.code == code)
        #expect(error.line == line)
        #expect(error.description.contains("contents:\(line): \(text)"), "\(error)")
    }

    @Test func anotherRootIsRefused() {
        #expect(throws: ModelError.self) { try read("", head: "<plist><model>") }
        #expect(mistake(in: "") == nil)
    }
}

enum TemporaryFolder {
    /// Calls `body` with a new folder, and removes the folder.
    static func use<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
