import CoreDataModel
import Foundation
import Testing

@Suite struct AttributeValueTests {
    private func canonical(_ value: Any, as type: NSAttributeType) -> Any? {
        try? attribute("x", type).canonicalValue(value)
    }

    @Test func integers() {
        for value: Any in [7, Int8(7), UInt64(7), NSNumber(value: 7), 7.0, NSNumber(value: 7.0), Decimal(7)] {
            #expect(canonical(value, as: .integer16AttributeType) as? Int64 == 7)
        }
        for value: Any in [32_768, -32_769, 7.5, NSNumber(value: 7.5), "7", Date(), UInt64.max] {
            #expect(canonical(value, as: .integer16AttributeType) == nil)
        }
        #expect(canonical(Int64.max, as: .integer64AttributeType) as? Int64 == .max)
        #expect(canonical(NSNumber(value: Int64.max), as: .integer64AttributeType) as? Int64 == .max)
        #expect(canonical(NSNumber(value: Int64.min), as: .integer64AttributeType) as? Int64 == .min)
        #expect(canonical(NSNumber(value: Int64.max - 1), as: .integer64AttributeType) as? Int64 == Int64.max - 1)
        #expect(canonical(NSNumber(value: 1e30), as: .integer64AttributeType) == nil)
    }

    @Test func otherTypes() throws {
        #expect(canonical(1, as: .doubleAttributeType) as? Double == 1)
        #expect(canonical(NSNumber(value: 1.5), as: .floatAttributeType) as? Float == 1.5)
        #expect(canonical(3, as: .decimalAttributeType) as? Decimal == 3)
        #expect(
            canonical(NSDecimalNumber(string: "0.1"), as: .decimalAttributeType) as? Decimal == Decimal(string: "0.1"))
        #expect(canonical(true, as: .booleanAttributeType) as? Bool == true)
        #expect(canonical(0, as: .booleanAttributeType) as? Bool == false)
        #expect(canonical(NSNumber(value: true), as: .booleanAttributeType) as? Bool == true)
        #expect(canonical(2, as: .booleanAttributeType) == nil)
        #expect(canonical("a", as: .stringAttributeType) as? String == "a")
        #expect(canonical(NSString("a"), as: .stringAttributeType) as? String == "a")
        #expect(canonical(1, as: .stringAttributeType) == nil)
        let date = Date(timeIntervalSinceReferenceDate: 5)
        #expect(canonical(NSDate(timeIntervalSinceReferenceDate: 5), as: .dateAttributeType) as? Date == date)
        #expect(canonical(Data([1]), as: .binaryDataAttributeType) as? Data == Data([1]))
        let uuid = UUID()
        #expect(canonical(uuid, as: .UUIDAttributeType) as? UUID == uuid)
        let url = try #require(URL(string: "https://example.com"))
        #expect(canonical(url, as: .URIAttributeType) as? URL == url)
        #expect(canonical("https://example.com", as: .URIAttributeType) == nil)
        #expect(canonical(["a"], as: .transformableAttributeType) as? [String] == ["a"])
    }

    @Test func errorsHoldNoValue() throws {
        do {
            _ = try attribute("age", .integer16AttributeType).canonicalValue(987_654)
            Issue.record("no error")
        } catch {
            #expect(!"\(error)".contains("987"))
        }
    }

    @Test func canonicalDefaultAndPattern() throws {
        let age = attribute("age", .integer16AttributeType) { $0.defaultValue = NSNumber(value: 7) }
        let code = attribute("code") { $0.regularExpression = "[A-Z]+" }
        let model = model(entity("A", [age, code]))
        try model.freeze()
        #expect(age.canonicalDefault as? Int64 == 7)
        #expect(code.compiledRegularExpression != nil)
        #expect(code.hasLimits && !age.hasLimits)
    }

    @Test func namesAndNumbersAreApples() {
        #expect(
            NSAttributeType.allCases.map(\.rawValue) == [
                0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1800, 2000, 2100,
            ])
        let date = attribute("d", .dateAttributeType)
        #expect(date.attributeValueClassName == "NSDate")
        #expect(date.type == .date)
        date.type = .uuid
        #expect(date.attributeType == .UUIDAttributeType)
        #expect(NSRelationshipDescription().deleteRule == .nullifyDeleteRule)
        #expect(NSAttributeDescription().isOptional)
    }
}
