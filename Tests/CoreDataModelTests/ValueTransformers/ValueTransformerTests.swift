import CoreDataModel
import Foundation
import Testing

/// The article's transformer: an array goes to data and comes back.
final class TrackRecord: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSData.self }
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        value.flatMap { try? JSONSerialization.data(withJSONObject: $0) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { try? JSONSerialization.jsonObject(with: $0) }
    }
}

final class OtherTransformer: ValueTransformer {}

@Suite struct ValueTransformerTests {
    @Test func theArticlesRouteTakesAnArrayToDataAndBack() throws {
        ValueTransformer.setValueTransformer(TrackRecord(), forName: "ArticleRecord")
        let transformer = try #require(ValueTransformer(forName: "ArticleRecord"))
        let data = try #require(transformer.transformedValue(["home", "office"]) as? Data)
        #expect(transformer.reverseTransformedValue(data) as? [String] == ["home", "office"])
        #expect(type(of: transformer).transformedValueClass() == NSData.self)
        #expect(ValueTransformer.valueTransformerNames().contains("ArticleRecord"))
    }

    @Test func lookUpGivesTheRegisteredObjectItself() throws {
        let registered = TrackRecord()
        ValueTransformer.setValueTransformer(registered, forName: "Identity")
        #expect(ValueTransformer(forName: "Identity") === registered)
        #expect(TrackRecord(forName: "Identity") === registered)
        #expect(OtherTransformer(forName: "Identity") == nil)
        ValueTransformer.setValueTransformer(nil, forName: "Identity")
        #expect(ValueTransformer(forName: "Identity") == nil)
    }

    @Test(arguments: ["", ".", "..", "Nowhere", "CoreDataModelTests.", ".TrackRecord", "1.2", "Foundation.NSString"])
    func anUnknownNameIsNil(name: String) {
        #expect(ValueTransformer(forName: NSValueTransformerName(name)) == nil)
    }

    @Test func aClassIsFoundByItsName() throws {
        let found = try #require(ValueTransformer(forName: "CoreDataModelTests.TrackRecord"))
        #expect(found is TrackRecord)
        #expect(ValueTransformer(forName: "CoreDataModelTests.TrackRecord") === found, "made once")
    }

    @Test func theSecureTransformerIsThere() {
        #expect(
            ValueTransformer(forName: .secureUnarchiveFromDataTransformerName) is NSSecureUnarchiveFromDataTransformer)
        #expect(
            ValueTransformer(forName: .keyedUnarchiveFromDataTransformerName) is NSSecureUnarchiveFromDataTransformer)
        #expect(NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue == "NSSecureUnarchiveFromData")
    }

    @Test func theRegistryTakesManyThreads() async {
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<500 {
                        let name = NSValueTransformerName("Thread\(task)-\(round % 10)")
                        ValueTransformer.setValueTransformer(TrackRecord(), forName: name)
                        #expect(ValueTransformer(forName: name) is TrackRecord)
                    }
                }
            }
        }
        #expect(ValueTransformer.valueTransformerNames().filter { $0.rawValue.hasPrefix("Thread") }.count == 80)
    }

    @Test func aTransformerThatCannotGoBackTraps() async {
        await #expect(processExitsWith: .failure) {
            final class OneWay: ValueTransformer {
                override class func allowsReverseTransformation() -> Bool { false }
            }
            _ = OneWay().reverseTransformedValue("x")
        }
    }
}
