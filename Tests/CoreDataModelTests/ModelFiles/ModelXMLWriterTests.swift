import CoreDataModel
import Foundation
import SampleModels
import Testing

@Suite struct ModelXMLWriterTests {
    private func reread(_ model: NSManagedObjectModel) throws -> NSManagedObjectModel {
        let text = model.xcdatamodelContents
        return try NSManagedObjectModel(xcdatamodelContents: Data(text.utf8), name: "written")
    }

    /// Hashes and all that the file says are the same after a way there and back.
    private func checkRoundTrip(_ model: NSManagedObjectModel, _ name: String) throws {
        let text = model.xcdatamodelContents
        let again = try NSManagedObjectModel(xcdatamodelContents: Data(text.utf8), name: "written")
        #expect(again.entityVersionHashesByName == model.entityVersionHashesByName, "\(name)")
        #expect(again.xcdatamodelContents == text, "\(name)")
        // The order of entities is the file's; what belongs to one is compared in the text.
        #expect(Set(again.entitiesByName.keys) == Set(model.entitiesByName.keys), "\(name)")
        for entity in model.entities {
            let other = try #require(again.entitiesByName[entity.name ?? ""])
            #expect(other.superentity?.name == entity.superentity?.name)
            #expect(other.managedObjectClassName == entity.managedObjectClassName)
            #expect(Set(other.propertiesByName.keys) == Set(entity.propertiesByName.keys))
        }
        #expect(throws: Never.self) { try again.freeze() }
    }

    @Test(.enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"), arguments: SampleModels.versions)
    func samplesAreWrittenBack(_ sample: SampleModels.Sample) throws {
        let model = try ModelFile.load(contentsOf: sample.version.url)
        try checkRoundTrip(model, sample.description)
        let contents = sample.version.url.appendingPathComponent("contents")
        let original = WrittenLine.lines(of: try String(contentsOf: contents, encoding: .utf8))
        let written = WrittenLine.lines(of: model.xcdatamodelContents)
        #expect(written.count == original.count, "\(sample)")
        for (mine, theirs) in zip(written, original) { #expect(mine == theirs, "\(sample)") }
    }

    @Test(.enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"))
    func compiledSamples() throws {
        let files = try SampleModels.files { $0.pathExtension == "mom" }
        #expect(!files.isEmpty)
        for file in files { try checkRoundTrip(try ModelFile.load(contentsOf: file), file.path) }
    }

    /// A compiled model says what its source says, but for what only Xcode's code generator and sync services use.
    @Test(.enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"))
    func compiledSamplesAreAsTheirSources() throws {
        func text(_ url: URL) throws -> String {
            try ModelFile.load(contentsOf: url).xcdatamodelContents.replacing(
                #/ (?:usesScalarValueType|codeGenerationType|syncable|customClassName|representedClassName)="[^"]*"/#,
                with: "")
        }
        var compared = 0
        for file in try SampleModels.files(where: { $0.pathExtension == "mom" }) {
            let bundle = file.deletingLastPathComponent().deletingPathExtension().lastPathComponent
            let name = file.deletingPathExtension().lastPathComponent
            let source = SampleModels.versions.first { $0.bundle == bundle && $0.version.name == name }
            guard let source else { continue }
            #expect(try text(file) == text(source.version.url), "\(source)")
            compared += 1
        }
        #expect(compared > 0)
    }

    /// Each case is an element with every fact it can have, in Xcode's order.
    @Test(arguments: [
        """
        <entity name="A" representedClassName=".A" isAbstract="YES" elementID="B" versionHashModifier="2" \
        syncable="YES" codeGenerationType="category"/>
        """,
        """
        <entity name="A" syncable="YES">
            <attribute name="a" optional="YES" attributeType="Date" minDateTimeInterval="1" maxDateTimeInterval="2.5" \
        defaultDateTimeInterval="2" usesScalarValueType="NO" indexed="YES" elementID="b" versionHashModifier="3" \
        syncable="YES"/>
            <attribute name="b" attributeType="Decimal" minValueString="-0.1" maxValueString="12345678901234567890.5" \
        defaultValueString="0.1"/>
            <attribute name="c" attributeType="Float" minValueString="0.1" maxValueString="0.7" \
        defaultValueString="0.3"/>
            <attribute name="d" attributeType="Double" minValueString="0.1" maxValueString="1e+300" \
        defaultValueString="0.3"/>
            <attribute name="e" attributeType="Integer 64" minValueString="-9223372036854775808" \
        maxValueString="9223372036854775807" defaultValueString="1"/>
            <attribute name="f" attributeType="String" minValueString="0" maxValueString="9" defaultValueString="" \
        regularExpressionString="&lt;&amp;&quot;'>&#9;&#10;"/>
            <attribute name="g" attributeType="Boolean" defaultValueString="NO"/>
            <attribute name="h" attributeType="UUID" defaultValueString="00000000-0000-0000-0000-000000000001"/>
            <attribute name="i" attributeType="URI" defaultValueString="https://example.org/?a=1&amp;b"/>
            <attribute name="j" attributeType="Transformable" valueTransformerName="T" customClassName="[String]" \
        allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES" allowsCloudEncryption="YES"/>
            <attribute name="k" optional="YES" transient="YES" attributeType="Object ID" \
        spotlightIndexingEnabled="YES" storedInTruthFile="YES"/>
            <attribute name="l" optional="YES" attributeType="Integer 32" derived="YES" \
        derivationExpression="bs.@count"/>
            <attribute name="m" optional="YES" attributeType="Composite" composite="Outer"/>
            <relationship name="bs" optional="YES" transient="YES" toMany="YES" minCount="2" maxCount="3" \
        deletionRule="Deny" ordered="YES" destinationEntity="A" inverseName="owner" inverseEntity="A" indexed="YES" \
        elementID="as" versionHashModifier="1" syncable="YES">
                <userInfo>
                    <entry key="" value=""/>
                    <entry key="k" value="v"/>
                </userInfo>
            </relationship>
            <relationship name="owner" maxCount="1" deletionRule="No Action" destinationEntity="A" inverseName="bs" \
        inverseEntity="A"/>
            <fetchedProperty name="fetched" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="A" predicateString="f &lt; &quot;a&#10;&quot;"/>
            </fetchedProperty>
            <fetchIndex name="i" partialIndexPredicate="c &lt; 3">
                <fetchIndexElement property="c" type="RTree" order="descending"/>
                <fetchIndexElement expression="length:(f)" expressionType="Integer 64" type="Binary" order="ascending"/>
            </fetchIndex>
            <compoundIndexes>
                <compoundIndex>
                    <index value="c"/>
                    <index value="b"/>
                </compoundIndex>
            </compoundIndexes>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="f"/>
                    <constraint value="e"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
            <userInfo/>
        </entity>
        <entity name="b" parentEntity="A"/>
        <entity name="C"/>
        <fetchRequest name="r" entity="A" predicateString="c > $c" fetchLimit="3" fetchBatchSize="4" \
        includeSubentities="NO" includePropertyValues="NO" includesPendingChanges="NO" returnObjectsAsFaults="NO" \
        returnDistinctResults="YES" resultType="2"/>
        <configuration name="All">
            <memberEntity name="A"/>
            <memberEntity name="b"/>
        </configuration>
        <composite name="Inner">
            <attribute name="z" optional="YES" attributeType="String"/>
            <attribute name="a" optional="YES" attributeType="String"/>
        </composite>
        <composite name="Outer">
            <attribute name="inner" optional="YES" attributeType="Composite" composite="Inner"/>
        </composite>
        """,
    ])
    func everyFact(_ elements: String) throws {
        let indented = elements.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22758" \
            systemVersion="23E224" minimumToolsVersion="Automatic" sourceLanguage="Swift" \
            userDefinedModelVersionIdentifier="v1">

            """ + indented.joined(separator: "\n") + "\n</model>"
        let model = try NSManagedObjectModel(xcdatamodelContents: Data(text.utf8), name: "given")
        let written = model.xcdatamodelContents
        for (mine, given) in zip(written.split(separator: "\n"), text.split(separator: "\n")) {
            #expect(mine == given)
        }
        #expect(written.count == text.count)
    }

    /// A model made in code names its composites and classes by other properties.
    @Test func modelsMadeInCode() throws {
        func composite(_ name: String, _ element: String) -> NSCompositeAttributeDescription {
            let composite = NSCompositeAttributeDescription()
            composite.name = name
            composite.elements = [attribute(element)]
            return composite
        }
        let bytes = attribute("bytes", .transformableAttributeType) { $0.attributeValueClassName = "Colour" }
        let unlimited = relationship("all", to: "B", maxCount: .max)
        let a = entity("A", [composite("place", "x"), bytes, unlimited])
        a.managedObjectClassName = "Module.A"
        let b = entity("B", [composite("place", "y")])
        let made = model(b, a)
        try checkRoundTrip(made, "in code")
        let again = try reread(made)
        let places = try ["A", "B"].map { name in
            try #require(again.entitiesByName[name]?.attributesByName["place"] as? NSCompositeAttributeDescription)
        }
        #expect(places.map { $0.elements.map(\.name) } == [["x"], ["y"]])
        #expect(places.map(\.compositeName) == ["Place", "Place1"])
        #expect(again.entitiesByName["A"]?.managedObjectClassName == "Module.A")
        #expect(again.entitiesByName["A"]?.attributesByName["bytes"]?.attributeValueClassName == "Colour")
        #expect(again.entitiesByName["A"]?.relationshipsByName["all"]?.maxCount == .max)
    }

    /// What XML cannot hold does not make a file that no parser reads.
    @Test(arguments: [
        ("a\u{1}b", "a\u{FFFD}b"), ("\0", "\u{FFFD}"), ("\u{FFFF}\u{FFFE}", "\u{FFFD}\u{FFFD}"),
        ("\r\n\t ", "\r\n\t "), ("]]>&amp;\"'", "]]>&amp;\"'"), ("\u{85}\u{2028}e\u{301}😀", "\u{85}\u{2028}e\u{301}😀"),
    ])
    func characters(_ text: String, _ expected: String) throws {
        let a = entity("A", [attribute("a") { $0.defaultValue = text }])
        a.userInfo = [text: text]
        let again = try #require(try reread(model(a)).entitiesByName["A"])
        let value = try #require(again.attributesByName["a"]?.defaultValue as? String)
        #expect(Array(value.unicodeScalars) == Array(expected.unicodeScalars))
        #expect(again.userInfo as? [String: String] == [expected: expected])
    }
}

/// A line of a model's XML: an element's start, its end, or both. Two are equal when they say the same of a model.
private struct WrittenLine: Equatable {
    let text: String

    /// Without the places of elements on Xcode's canvas and the first two lines, which tell the version of the tools.
    static func lines(of xml: String) -> [WrittenLine] {
        var isInElements = false
        return xml.split(separator: "\n").dropFirst(2).compactMap { line in
            defer { if line.contains("</elements>") { isInElements = false } }
            if line.contains("<elements>") { isInElements = true }
            return isInElements ? nil : WrittenLine(String(line))
        }
    }

    /// The flags that mean the same when they are missing.
    private static let defaults = [
        "includeSubentities=\"YES\"", "includePropertyValues=\"YES\"", "includesPendingChanges=\"YES\"",
        "returnObjectsAsFaults=\"YES\"",
    ]

    private init(_ line: String) {
        var attributes = line.matches(of: /[A-Za-z]+="[^"]*"/).map { String($0.output) }
        let start = line.prefix { $0 != "=" && $0 != ">" }.split(separator: " ").first.map(String.init) ?? ""
        attributes.removeAll { Self.defaults.contains($0) }
        for prefix in ["min", "max", "default"]
        where attributes.contains(where: { $0.hasPrefix(prefix + "DateTimeInterval=") }) {
            // The date as the developer typed it, which the model does not keep.
            attributes.removeAll { $0.hasPrefix(prefix + "ValueString=") }
        }
        if !line.contains("attributeType=\"String\"") {
            attributes = attributes.map { attribute in
                guard let mark = attribute.range(of: "ValueString=\""), attribute.hasSuffix("\""),
                    let number = Double(attribute[mark.upperBound...].dropLast())
                else { return attribute }
                return "\(attribute[..<mark.upperBound])\(number)\""
            }
        }
        let indentation = line.prefix { $0 == " " }
        text = "\(indentation)\(start) \(attributes.joined(separator: " ")) \(line.suffix(2))"
    }
}
