import CoreDataModel
import Foundation
import ModelCodeGeneration
import SampleModels
import Testing

@Suite struct GeneratedModelTests {
    @Test func theModelIsBuiltInCode() throws {
        let source = try generatedSource(GeneratedClassTests.company, name: "Company Data")
        #expect(
            block("private static func makeModel", in: source) == """
                private static func makeModel() -> NSManagedObjectModel {
                    let entityDepartment = makeEntityDepartment()
                    let entityEmployee = makeEntityEmployee()
                    connect(entityDepartment, "employees", to: entityEmployee, inverse: "depart")
                    connect(entityEmployee, "depart", to: entityDepartment, inverse: "employees")
                    let model = NSManagedObjectModel()
                    model.entities = [entityDepartment, entityEmployee]
                    return model
                }
                """)
        #expect(
            block("private static func makeEntityEmployee", in: source) == """
                private static func makeEntityEmployee() -> NSEntityDescription {
                    let entity = NSEntityDescription()
                    entity.name = "Employee"
                    entity.managedObjectClassName = String(reflecting: Employee.self)
                    let p0 = NSAttributeDescription()
                    p0.name = "age"
                    p0.attributeType = .integer16AttributeType
                    p0.setLimits(minimum: NSNumber(value: 0 as Int64), maximum: NSNumber(value: 150 as Int64))
                    let p1 = NSRelationshipDescription()
                    p1.name = "depart"
                    p1.maxCount = 1
                    let p2 = NSAttributeDescription()
                    p2.name = "name"
                    p2.isOptional = false
                    p2.attributeType = .stringAttributeType
                    entity.properties = [p0, p1, p2]
                    return entity
                }
                """)
        #expect(source.contains("public enum Company_Data {"))
        #expect(source.contains(#"public static let versionName = "Company Data""#))
    }

    /// An attribute's XML and the statement that sets its default value.
    static let defaults: [(xml: String, statement: String)] = [
        (#"attributeType="Integer 64" defaultValueString="-5""#, "NSNumber(value: -5 as Int64)"),
        (#"attributeType="Boolean" defaultValueString="YES""#, "NSNumber(value: true)"),
        (#"attributeType="Double" defaultValueString="1.5""#, "NSNumber(value: 1.5)"),
        (#"attributeType="Float" defaultValueString="0.1""#, "NSNumber(value: 0.1 as Float)"),
        (#"attributeType="Decimal" defaultValueString="1.25""#, #"NSDecimalNumber(string: "1.25")"#),
        (
            #"attributeType="Date" defaultDateTimeInterval="86400""#,
            "Date(timeIntervalSinceReferenceDate: 86400.0)"
        ),
        (#"attributeType="URI" defaultValueString="http://a/b""#, #"URL(string: "http://a/b")"#),
        (
            #"attributeType="UUID" defaultValueString="11111111-2222-3333-4444-555555555555""#,
            #"UUID(uuidString: "11111111-2222-3333-4444-555555555555")"#
        ),
        (#"attributeType="String" defaultValueString="a&quot;\(b)&#10;é""#, #""a\"\\(b)\né""#),
    ]

    @Test(arguments: defaults)
    func aDefaultValueIsALiteral(xml: String, statement: String) throws {
        let source = try generatedSource(#"<entity name="E"><attribute name="v" \#(xml)/></entity>"#)
        #expect(source.contains("p0.defaultValue = \(statement)\n"), "\(source)")
    }

    @Test func everythingElseOfAModelIsWritten() throws {
        let source = try generatedSource(
            """
            <entity name="Base" isAbstract="YES" elementID="OldBase" versionHashModifier="m">
              <attribute name="code" attributeType="String" minValueString="1" maxValueString="9" \
            regularExpressionString="[a-z]+"/>
              <attribute name="count" optional="YES" attributeType="Integer 64" derived="YES" \
            derivationExpression="parts.@count"/>
              <fetchIndex name="byCode">
                <fetchIndexElement property="code" type="Binary" order="descending"/>
              </fetchIndex>
              <userInfo><entry key="search" value="prefix"/></userInfo>
            </entity>
            <entity name="Sub" parentEntity="Base">
              <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint>\
            </uniquenessConstraints>
              <fetchedProperty name="peers" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Sub" predicateString="code == $FETCH_SOURCE.code"/>
              </fetchedProperty>
            </entity>
            <fetchRequest name="Short" entity="Sub" predicateString="code.length &lt; 3" fetchLimit="7"/>
            <configuration name="Half"><memberEntity name="Sub"/></configuration>
            """)
        for line in [
            "entity.isAbstract = true", #"entity.renamingIdentifier = "OldBase""#,
            #"entity.versionHashModifier = "m""#, #"entity.userInfo = ["search": "prefix"]"#,
            "p0.setLengthLimits(minimum: 1, maximum: 9)", #"p0.setRegularExpression("[a-z]+")"#,
            "let p1 = NSDerivedAttributeDescription()", #"p1.setDerivationExpression(format: "parts.@count")"#,
            "entityBase.subentities = [entitySub]", #"entity.uniquenessConstraints = [["code"]]"#,
            #"let index = NSFetchIndexDescription(name: "byCode", elements: elements)"#,
            "element.isAscending = false", #"model.setEntities([entitySub], forConfigurationName: "Half")"#,
            #"model.setFetchRequestTemplate(request, forName: "Short")"#, "request.fetchLimit = 7",
            #"request.setPredicate(format: "code.length < 3")"#,
            #"request.setPredicate(format: "code == $FETCH_SOURCE.code")"#,
            #"let property = entitySub.propertiesByName["peers"]"#,
        ] {
            #expect(source.contains("    \(line)\n"), "\(line)")
        }
    }

    @Test func whatGeneratedCodeSetsEqualsWhatTheFileSets() throws {
        let attribute = NSAttributeDescription()
        attribute.attributeType = .integer16AttributeType
        attribute.setLimits(minimum: NSNumber(value: 1), maximum: nil)
        #expect(attribute.minValue == .integer(1))
        #expect(attribute.maxValue == nil)
        attribute.attributeType = .dateAttributeType
        attribute.setLimits(minimum: nil, maximum: Date(timeIntervalSinceReferenceDate: 5))
        #expect(attribute.maxValue == .date(Date(timeIntervalSinceReferenceDate: 5)))
        attribute.attributeType = .decimalAttributeType
        attribute.setLimits(minimum: NSDecimalNumber(string: "0.1"), maximum: nil)
        #expect(attribute.minValue == .decimal(Decimal(string: "0.1") ?? 0))
        attribute.attributeType = .floatAttributeType
        attribute.setLimits(minimum: NSNumber(value: 0.5), maximum: nil)
        #expect(attribute.minValue == .real(0.5))
    }

    @Test(
        .enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"), arguments: SampleModels.versions)
    func everySampleGivesTheSameTextTwice(sample: SampleModels.Sample) throws {
        let texts = try (0..<2).map { _ in
            let model = try ModelFile.load(contentsOf: sample.version.url)
            for entity in model.entities {
                entity.codeGeneration = .class
                if entity.representedClassName == nil || entity.representedClassName == "NSManagedObject" {
                    entity.representedClassName = entity.name
                }
            }
            return try ModelCodeGenerator(model: model, modelName: "Sample", versionName: "1").source()
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0].contains("public class "))
    }
}
