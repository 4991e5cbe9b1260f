import CoreDataModel
import Foundation
import ModelCodeGeneration
import Testing

@Suite struct GeneratedClassTests {
    static let company = """
        <entity name="Employee" representedClassName="Employee" codeGenerationType="class">
          <attribute name="age" optional="YES" attributeType="Integer 16" minValueString="0" maxValueString="150" \
        usesScalarValueType="YES"/>
          <attribute name="name" attributeType="String"/>
          <relationship name="depart" optional="YES" maxCount="1" destinationEntity="Department" \
        inverseName="employees" inverseEntity="Department"/>
        </entity>
        <entity name="Department" representedClassName="Department" codeGenerationType="class">
          <relationship name="employees" optional="YES" toMany="YES" deletionRule="Cascade" \
        destinationEntity="Employee" inverseName="depart" inverseEntity="Employee"/>
        </entity>
        """

    @Test func aClassHasSlotsRequestAndAccessors() throws {
        let source = try generatedSource(Self.company)
        #expect(
            block("public class Employee", in: source) == """
                public class Employee: NSManagedObject {
                    /// The names of the properties by slot.
                    public override class var generatedPropertyNames: [String] {
                        ["age", "depart", "name"]
                    }

                    /// A request for the objects of `Employee`.
                    public class func fetchRequest() -> NSFetchRequest<Employee> {
                        NSFetchRequest<Employee>(entityName: "Employee")
                    }

                    /// The attribute `age`: Integer 16, 0…150.
                    public var age: Int16 {
                        get { attribute(0) }
                        set { setAttribute(0, newValue) }
                    }

                    /// The relationship `depart` to one `Department`; its inverse is `employees`.
                    public var depart: Department? {
                        get { toOne(1) }
                        set { setToOne(1, newValue) }
                    }

                    /// The attribute `name`: String, required.
                    public var name: String? {
                        get { attribute(2) }
                        set { setAttribute(2, newValue) }
                    }
                }
                """)
        #expect(source.contains("extension Employee: Identifiable {}"))
    }

    @Test func aToManyRelationshipHasXcodesMethods() throws {
        let source = try generatedSource(Self.company)
        #expect(
            block("extension Department {", in: source) == """
                extension Department {
                    /// Adds an object to `employees`.
                    public func addToEmployees(_ value: Employee) {
                        addToMany(0, value)
                    }

                    /// Removes an object from `employees`.
                    public func removeFromEmployees(_ value: Employee) {
                        removeFromToMany(0, value)
                    }

                    /// Adds objects to `employees`.
                    public func addToEmployees(_ values: NSSet) {
                        addToMany(0, values)
                    }

                    /// Removes objects from `employees`.
                    public func removeFromEmployees(_ values: NSSet) {
                        removeFromToMany(0, values)
                    }
                }
                """)
    }

    @Test func anOrderedRelationshipHasPlaces() throws {
        let source = try generatedSource(
            """
            <entity name="List" representedClassName="List" codeGenerationType="class">
              <relationship name="items" optional="YES" toMany="YES" ordered="YES" destinationEntity="List"/>
            </entity>
            """)
        #expect(source.contains("public var items: NSOrderedSet? {\n        get { orderedToMany(0) }"))
        for signature in [
            "addToItems(_ value: List)", "removeFromItems(_ values: NSOrderedSet)",
            "insertIntoItems(_ value: List, at idx: Int)", "removeFromItems(at idx: Int)",
            "insertIntoItems(_ values: [List], at indexes: NSIndexSet)", "removeFromItems(at indexes: NSIndexSet)",
            "replaceItems(at idx: Int, with value: List)",
            "replaceItems(at indexes: NSIndexSet, with values: [List])",
        ] {
            #expect(source.contains("public func \(signature) {"), "\(signature)")
        }
    }

    /// An attribute's XML and the declaration that follows from it.
    static let attributes: [(xml: String, declaration: String)] = [
        (#"attributeType="Integer 16""#, "Int16"), (#"attributeType="Integer 32""#, "Int32"),
        (#"attributeType="Integer 64""#, "Int64"), (#"attributeType="Double""#, "Double"),
        (#"attributeType="Float""#, "Float"), (#"attributeType="Boolean""#, "Bool"),
        (#"attributeType="Integer 64" usesScalarValueType="NO""#, "NSNumber?"),
        (#"attributeType="Boolean" usesScalarValueType="NO""#, "NSNumber?"),
        (#"attributeType="Decimal""#, "NSDecimalNumber?"), (#"attributeType="String""#, "String?"),
        (#"attributeType="Date" usesScalarValueType="NO""#, "Date?"), (#"attributeType="Binary""#, "Data?"),
        (#"attributeType="UUID""#, "UUID?"), (#"attributeType="URI""#, "URL?"),
        (#"attributeType="Transformable""#, "NSObject?"),
        (#"attributeType="Transformable" customClassName="[String]""#, "[String]?"),
        (#"attributeType="Transformable" customClassName="[String: [Int]]?""#, "[String: [Int]]?"),
        (#"attributeType="ObjectID""#, "NSManagedObjectID?"), (#"attributeType="Composite""#, "[String: Any]?"),
    ]

    @Test(arguments: attributes)
    func anAccessorHasXcodesType(xml: String, declaration: String) throws {
        let source = try generatedSource(
            """
            <entity name="E" representedClassName="E" codeGenerationType="class">
              <attribute name="v" \(xml)/>
            </entity>
            """)
        #expect(source.contains("    public var v: \(declaration) {\n"), "\(source)")
        let isGeneric = ["NSObject?", "NSManagedObjectID?"].contains(declaration) || declaration.hasPrefix("[")
        #expect(source.contains(isGeneric ? "get { transformable(0) }" : "get { attribute(0) }"))
    }

    @Test func aSubentityInheritsAndContinuesTheSlots() throws {
        let source = try generatedSource(
            """
            <entity name="Child" representedClassName=".Kid" parentEntity="Base" codeGenerationType="class">
              <attribute name="a" attributeType="String"/>
            </entity>
            <entity name="Base" representedClassName="Base" isAbstract="YES" codeGenerationType="class">
              <attribute name="z" attributeType="String"/>
            </entity>
            """)
        #expect(source.contains("public class Kid: Base {"))
        #expect(source.contains(#"["z", "a"]"#))
        #expect(source.contains("    public var a: String? {\n        get { attribute(1) }"))
        #expect(source.ranges(of: "public var z").count == 1)
        #expect(source.contains("extension Base: Identifiable {}"))
        #expect(!source.contains("extension Kid: Identifiable {}"))
    }

    @Test func aSuperentityWithoutClassLeavesItsPropertiesToTheSubclass() throws {
        let source = try generatedSource(
            """
            <entity name="Base"><attribute name="z" attributeType="String"/></entity>
            <entity name="Child" representedClassName="Child" parentEntity="Base" codeGenerationType="class"/>
            """)
        #expect(source.contains("public class Child: NSManagedObject {"))
        #expect(source.contains("    public var z: String? {\n        get { attribute(0) }"))
    }

    @Test func theCodegenSettingDecidesWhatIsWritten() throws {
        func source(_ type: String) throws -> String {
            try generatedSource(
                #"<entity name="E" representedClassName="E"\#(type)><attribute name="v" attributeType="UUID"/></entity>"#
            )
        }
        let manual = try source("")
        #expect(!manual.contains("class E") && !manual.contains("extension E"))
        #expect(manual.contains(#"entity.managedObjectClassName = className("E")"#))
        let category = try source(#" codeGenerationType="category""#)
        #expect(category.contains("\nextension E {") && !category.contains("class E:"))
        #expect(try source(#" codeGenerationType="class""#).contains("public class E: NSManagedObject {"))
    }

    @Test func aPropertyCalledIDDecidesAboutIdentifiable() throws {
        func source(_ attribute: String) throws -> String {
            try generatedSource(
                """
                <entity name="E" representedClassName="E" codeGenerationType="class">
                  <attribute name="id" \(attribute)/>
                </entity>
                """)
        }
        #expect(try source(#"attributeType="UUID""#).contains("extension E: Identifiable {}"))
        #expect(try !source(#"attributeType="Transformable""#).contains("Identifiable"))
    }

    @Test func keywordsAreQuoted() throws {
        let source = try generatedSource(
            """
            <entity name="E" representedClassName="E" codeGenerationType="class">
              <attribute name="default" attributeType="String"/>
            </entity>
            """)
        #expect(source.contains("public var `default`: String? {"))
    }

    /// What cannot be generated, and what the error says.
    static let mistakes: [(xml: String, message: String)] = [
        (
            #"<entity name="E" representedClassName="A-B" codeGenerationType="class"/>"#,
            "E has the class name A-B, which Swift cannot use; change it in the model"
        ),
        (
            #"<entity name="E" representedClassName="X" codeGenerationType="class"/>"#
                + #"<entity name="F" representedClassName="X" codeGenerationType="class"/>"#,
            "F has the class X, which is that of E too; give each its own"
        ),
        (
            #"<entity name="E" representedClassName="E" codeGenerationType="class">"#
                + #"<attribute name="a b" attributeType="String"/></entity>"#,
            "E.a b has a name that Swift cannot use; rename it"
        ),
        (
            #"<entity name="E" representedClassName="E" codeGenerationType="class">"#
                + #"<attribute name="a" attributeType="Transformable" customClassName="X { }"/></entity>"#,
            "E.a has a custom class that is no type: X { }"
        ),
    ]

    @Test(arguments: mistakes)
    func aNameThatSwiftCannotUseIsAnError(xml: String, message: String) {
        let error = #expect(throws: ModelError.self) { try generatedSource(xml) }
        #expect(error?.description == message)
    }
}
