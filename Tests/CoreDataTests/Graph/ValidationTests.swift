import SQLite
import Testing

@testable import CoreData

/// The model's rules, with Apple's codes, at save. A save that fails leaves context and store as they were.
@Suite struct ValidationTests {
    /// One entity whose attributes each have one rule.
    static func model() -> NSManagedObjectModel {
        let entity = CompanyModel.entity("Thing")
        let part = CompanyModel.entity("Part")
        func attribute(
            _ name: String, _ type: NSAttributeType, _ change: (NSAttributeDescription) -> Void = { _ in }
        ) -> NSAttributeDescription {
            let attribute = CompanyModel.attribute(name, type)
            change(attribute)
            return attribute
        }
        func parts(_ name: String, min: Int, max: Int, optional: Bool) -> NSRelationshipDescription {
            let relationship = CompanyModel.relationship(name, to: part, isToMany: true)
            relationship.minCount = min
            relationship.maxCount = max
            relationship.isOptional = optional
            return relationship
        }
        let owner = CompanyModel.relationship("owner", to: part, isToMany: false)
        owner.isOptional = false
        entity.properties = [
            attribute("required", .stringAttributeType) { $0.isOptional = false },
            attribute("short", .integer16AttributeType),
            attribute("long", .integer32AttributeType),
            attribute("limited", .integer64AttributeType) {
                $0.minValue = .integer(1); $0.maxValue = .integer(9)
            },
            attribute("real", .doubleAttributeType) {
                $0.minValue = .real(0.5); $0.maxValue = .real(2.5)
            },
            attribute("price", .decimalAttributeType) {
                $0.minValue = .decimal(1)
                $0.maxValue = .decimal(Decimal(string: "9.99")!)
            },
            attribute("day", .dateAttributeType) {
                $0.minValue = .date(Date(timeIntervalSinceReferenceDate: 0))
                $0.maxValue = .date(Date(timeIntervalSinceReferenceDate: 100))
            },
            attribute("anyDay", .dateAttributeType),
            attribute("anyReal", .doubleAttributeType),
            attribute("text", .stringAttributeType) {
                $0.minLength = 2; $0.maxLength = 4
            },
            attribute("pattern", .stringAttributeType) { $0.regularExpression = "[a-z]+|[0-9]{2}" },
            attribute("even", .integer64AttributeType) {
                $0.setValidationPredicates(
                    [NSPredicate(format: "modulus:by:(SELF, 2) == 0")], withValidationWarnings: [])
            },
            owner, parts("pair", min: 2, max: 3, optional: true), parts("some", min: 0, max: 0, optional: false),
        ]
        part.properties = [CompanyModel.attribute("name", .stringAttributeType)]
        let model = NSManagedObjectModel()
        model.entities = [entity, part]
        return model
    }

    struct Rule: CustomTestStringConvertible, Sendable {
        let key: String
        let value: @Sendable () -> Any?
        /// nil where the value is allowed.
        let code: Int?
        var testDescription: String { "\(key): \(code.map(String.init) ?? "valid")" }

        init(_ key: String, _ value: @autoclosure @escaping @Sendable () -> Any?, _ code: Int?) {
            self.key = key
            self.value = value
            self.code = code
        }
    }

    static let rules: [Rule] = [
        Rule("required", nil, 1570), Rule("required", "", nil),
        Rule("owner", nil, 1570),
        Rule("limited", 0, 1620), Rule("limited", 1, nil), Rule("limited", 9, nil), Rule("limited", 10, 1610),
        Rule("limited", nil, nil),
        Rule("short", 32767, nil), Rule("short", 32768, 1610), Rule("short", -32768, nil), Rule("short", -32769, 1620),
        Rule("long", 2_147_483_648, 1610), Rule("long", -2_147_483_649, 1620), Rule("long", 2_147_483_647, nil),
        Rule("real", 0.49, 1620), Rule("real", 0.5, nil), Rule("real", 2.51, 1610),
        Rule("price", Decimal(string: "0.99")!, 1620), Rule("price", Decimal(string: "9.99")!, nil),
        Rule("price", 10, 1610),
        Rule("day", Date(timeIntervalSinceReferenceDate: -1), 1640),
        Rule("day", Date(timeIntervalSinceReferenceDate: 100), nil),
        Rule("day", Date(timeIntervalSinceReferenceDate: 101), 1630),
        Rule("anyDay", Date(timeIntervalSinceReferenceDate: .nan), 1650),
        Rule("anyReal", Double.nan, 1550), Rule("anyReal", Double.infinity, nil),
        // Lengths count UTF-16 units: this is four of them.
        Rule("text", "a", 1670), Rule("text", "ab", nil), Rule("text", "🧑🧑", nil), Rule("text", "🧑🧑a", 1660),
        Rule("text", "abcde", 1660), Rule("text", "", 1670),
        // The pattern matches the whole text.
        Rule("pattern", "abc", nil), Rule("pattern", "12", nil), Rule("pattern", "123", 1680),
        Rule("pattern", "abc1", 1680), Rule("pattern", "abc\n", 1680),
        Rule("even", 4, nil), Rule("even", 5, 1550), Rule("even", nil, nil),
    ]

    private func valid(_ stack: TestStack) -> NSManagedObject {
        let (owner, part) = (stack.insert("Part", ["name": "o"]), stack.insert("Part", ["name": "p"]))
        return stack.insert("Thing", ["required": "r", "owner": owner, "some": NSSet(object: part)])
    }

    @Test(
        "V5 V6 Each rule has its code, at insertion and as an update; an empty text is not nil, lengths are in UTF-16",
        arguments: rules)
    func attributes(_ rule: Rule) throws {
        let stack = try TestStack(model: Self.model())
        // At insertion, and again as an update.
        let new = valid(stack)
        new.setValue(rule.value(), forKey: rule.key)
        let first = caught { try stack.context.save() }
        #expect(first?.code == rule.code)
        stack.context.rollback()

        let thing = valid(stack)
        try stack.context.save()
        thing.setValue(rule.value(), forKey: rule.key)
        let error = caught { try stack.context.save() }
        #expect(error?.code == rule.code)
        guard let error else { return }
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == rule.key)
        #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === thing)
        #expect(error.localizedDescription.hasPrefix("Thing.\(rule.key) "), "\(error.localizedDescription)")
        #expect(thing.hasChanges)
        #expect(try stack.rows("SELECT COUNT(*), MAX(Z_OPT) FROM ZTHING") == [[.integer(1), .integer(1)]])
    }

    @Test(
        "V4 Counts of an optional relationship matter only when it has objects",
        arguments: [(0, nil), (1, 1580), (2, nil), (3, nil), (4, 1590)] as [(Int, Int?)])
    func relationshipCounts(count: Int, expected: Int?) throws {
        let stack = try TestStack(model: Self.model())
        let thing = valid(stack)
        thing.setValue(NSSet(array: (0..<count).map { stack.insert("Part", ["name": "\($0)"]) }), forKey: "pair")
        #expect(code { try stack.context.save() } == expected)
    }

    @Test("V4 A required relationship needs an object") func requiredRelationships() throws {
        let stack = try TestStack(model: Self.model())
        let thing = valid(stack)
        thing.setValue(nil, forKey: "some")
        #expect(code { try stack.context.save() } == 1570)
        thing.setValue(NSSet(object: stack.insert("Part", ["name": "q"])), forKey: "some")
        try stack.context.save()
        // The required object goes away.
        thing.setValue("x", forKey: "required")
        stack.context.delete(try #require(thing.object("owner")))
        #expect(code { try stack.context.save() } == 1570)
    }

    @Test("V2 One error is itself, several are 1560") func severalErrors() throws {
        let stack = try TestStack(model: Self.model())
        let first = valid(stack)
        first.setValue(10, forKey: "limited")
        first.setValue("abcde", forKey: "text")
        let second = valid(stack)
        second.setValue(nil, forKey: "required")
        let error = try #require(caught { try stack.context.save() })
        #expect(error.code == 1560)
        let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [CocoaError])
        #expect(Set(details.map(\.code.rawValue)) == [1610, 1660, 1570] && details.count == 3)
        #expect(stack.context.insertedObjects.count == 6)
        #expect(try stack.rows("SELECT COUNT(*) FROM ZTHING") == [[.integer(0)]])
        first.setValue(nil, forKey: "limited")
        first.setValue(nil, forKey: "text")
        second.setValue("r", forKey: "required")
        try stack.context.save()
        #expect(try stack.rows("SELECT COUNT(*) FROM ZTHING") == [[.integer(2)]])
    }

    /// No value in a message, only in the user info.
    @Test("Errors Values are in the user info, never in a message") func messageHasNoValue() throws {
        let stack = try TestStack(model: Self.model())
        let thing = valid(stack)
        thing.setValue("secret", forKey: "text")
        let error = try #require(caught { try stack.context.save() })
        #expect(!error.localizedDescription.contains("secret"))
        #expect(error.userInfo[NSValidationValueErrorKey] as? String == "secret")
    }

    /// Only objects that were changed are looked at: a row that breaks a rule already stays until it is touched.
    @Test("V7 Only changed objects are validated") func unchangedObjectsAreNotValidated() throws {
        let stack = try TestStack(model: Self.model())
        let thing = valid(stack)
        try stack.context.save()
        try stack.execute("UPDATE ZTHING SET ZLIMITED = 99")
        let again = try stack.another(model: Self.model())
        again.insert("Part", ["name": "new"])
        try again.context.save()
        let read = try #require(try again.fetch("Thing").first)
        read.setValue("changed", forKey: "required")
        #expect(code { try again.context.save() } == 1610)
        _ = thing
    }

    @Test("V1 V7 Hooks of validation are called for what happens to the object") func hooks() throws {
        let entity = CompanyModel.entity("Careful")
        entity.managedObjectClassName = String(reflecting: CarefulObject.self)
        entity.properties = [CompanyModel.attribute("name", .stringAttributeType)]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let stack = try TestStack(model: model)
        let object = try #require(stack.insert("Careful", ["name": "a"]) as? CarefulObject)
        try stack.context.save()
        #expect(object.calls == ["awakeFromInsert", "willSave", "validateForInsert", "didSave"])
        object.calls = []
        object.setValue("forbidden", forKey: "name")
        #expect(code { try stack.context.save() } == 1550)
        object.setValue("b", forKey: "name")
        try stack.context.save()
        #expect(object.calls == ["willSave", "validateForUpdate", "willSave", "validateForUpdate", "didSave"])
        object.calls = []
        stack.context.delete(object)
        try stack.context.save()
        #expect(object.calls == ["prepareForDeletion", "willSave", "validateForDelete", "didSave"])
    }
}

/// Notes which hooks are called, and has a rule of its own.
final class CarefulObject: NSManagedObject {
    var calls: [String] = []

    override func awakeFromInsert() { calls.append("awakeFromInsert") }
    override func prepareForDeletion() { calls.append("prepareForDeletion") }
    override func willSave() { calls.append("willSave") }
    override func didSave() { calls.append("didSave") }

    override func validateForInsert() throws {
        calls.append("validateForInsert")
        try super.validateForInsert()
    }

    override func validateForUpdate() throws {
        calls.append("validateForUpdate")
        try super.validateForUpdate()
        if value(forKey: "name") as? String == "forbidden" { throw CocoaError(.managedObjectValidation) }
    }

    override func validateForDelete() throws {
        calls.append("validateForDelete")
        try super.validateForDelete()
    }
}
