import CoreDataModel
import Foundation
import Testing

/// Counts its calls, to show that each way happens exactly once.
final class CountingTransformer: ValueTransformer {
    nonisolated(unsafe) var calls: [String] = []  // guarded by use from one test only

    override func transformedValue(_ value: Any?) -> Any? {
        calls.append("forward")
        return (value as? String).map { Data($0.utf8) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        calls.append("reverse")
        return (value as? Data).map { String(decoding: $0, as: UTF8.self) }
    }
}

final class TextTransformer: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { "text, not data" }
}

final class OneWayTransformer: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { false }
    override func transformedValue(_ value: Any?) -> Any? { Data([1]) }
}

/// A class outside every list.
final class Secret: NSObject {}

@Suite struct TransformableCodingTests {
    func coding(_ transformer: String?) -> TransformableCoding {
        TransformableCoding(
            entityName: "Person", attributeName: "tags", transformerName: transformer,
            className: "CoreDataModelTests.Person")
    }

    @Test func aCustomTransformerIsCalledOnceEachWay() throws {
        let transformer = CountingTransformer()
        ValueTransformer.setValueTransformer(transformer, forName: "Counting")
        let data = try coding("Counting").encode("abc")
        #expect(data == Data("abc".utf8))
        #expect(transformer.calls == ["forward"])
        #expect(try coding("Counting").decode(data) as? String == "abc")
        #expect(transformer.calls == ["forward", "reverse"])
    }

    @Test(arguments: [nil, "", "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformerName"])
    func theSecureTransformerGoesTheOtherWayRound(name: String?) throws {
        let value = ["a": ["b", "c"], "d": []]
        let data = try #require(try coding(name).encode(value))
        #expect(data.starts(with: Data("bplist00".utf8)))
        #expect(try coding(name).decode(data) as? [String: [String]] == value)
    }

    @Test(arguments: [nil, "Counting2", "NSSecureUnarchiveFromData"])
    func nilAndNoBytesAreNil(name: String?) throws {
        let transformer = CountingTransformer()
        ValueTransformer.setValueTransformer(transformer, forName: "Counting2")
        #expect(try coding(name).encode(nil) == nil)
        #expect(try coding(name).encode(Any?.some(String?.none as Any)) == nil)
        #expect(try coding(name).decode(nil) == nil)
        #expect(try coding(name).decode(Data()) == nil)
        #expect(transformer.calls.allSatisfy { $0 == "forward" }, "only for the optional inside an Any")
    }

    @Test func aClassNameIsSearchedInTheEntitysModule() throws {
        let data = try coding("TrackRecord").encode(["x"])
        #expect(try coding("TrackRecord").decode(data) as? [String] == ["x"])
    }

    @Test func anUnknownNameIsAnError() {
        let error = #expect(throws: TransformerError.self) { try coding("NoSuch").encode(["secret text"]) }
        #expect(error?.code == .unknownTransformer)
        #expect(
            error?.description
                == "Person.tags: no value transformer is named 'NoSuch'; register it with "
                + "ValueTransformer.setValueTransformer(_:forName:) before the store is opened")
        #expect(throws: TransformerError.self) { try coding("NoSuch").decode(Data([1])) }
        #expect(try! coding("NoSuch").encode(nil) == nil)
    }

    @Test func anOutputThatIsNotDataIsAnError() {
        ValueTransformer.setValueTransformer(TextTransformer(), forName: "Text")
        let error = #expect(throws: TransformerError.self) { try coding("Text").encode("secret") }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains("Swift.String instead of Data") == true)
        #expect(error?.description.contains("secret") == false)
        ValueTransformer.setValueTransformer(CountingTransformer(), forName: "Counting3")
        let nothing = #expect(throws: TransformerError.self) { try coding("Counting3").encode(77) }
        #expect(nothing?.description == "Person.tags: Counting3 cannot store a value of class Swift.Int")
    }

    @Test func aOneWayTransformerCannotBeRead() {
        ValueTransformer.setValueTransformer(OneWayTransformer(), forName: "OneWay")
        #expect(throws: TransformerError.self) { try coding("OneWay").decode(Data([1])) }
    }

    @Test func aClassOffTheListIsNamed() {
        for value in [Secret(), [Secret()], ["k": Secret()]] as [Any] {
            let error = #expect(throws: TransformerError.self) { try coding(nil).encode(value) }
            #expect(error?.code == .invalidValue)
            #expect(error?.description.contains("CoreDataModelTests.Secret is not in allowedTopLevelClasses") == true)
        }
    }

    @Test func damagedBytesAreAnError() {
        let error = #expect(throws: TransformerError.self) { try coding(nil).decode(Data("bplist00 secret".utf8)) }
        #expect(error?.code == .corruptData)
        #expect((error as NSError?)?.domain == NSCocoaErrorDomain)
        #expect((error as NSError?)?.code == 4864)
        #expect(error?.description.contains("secret") == false)
    }
}
