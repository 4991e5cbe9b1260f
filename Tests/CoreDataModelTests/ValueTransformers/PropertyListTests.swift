import CoreDataModel
import Foundation
import Testing

@Suite struct PropertyListTests {
    @Test func readsBackWithFoundation() throws {
        let value: [String: Any] = [
            "text": "ü", "whole": 3, "negative": -5, "real": 2.5, "yes": true, "data": Data([1, 2]),
            "date": Date(timeIntervalSinceReferenceDate: 1.5), "list": ["a", ["b": [1, 2]], [Any]()] as [Any],
            "hashes": ["Person": Data(repeating: 7, count: 32)], "empty": [String: Any](), "large": UInt64.max,
        ]
        let data = try #require(BinaryPropertyListWriter.data(propertyList: value))
        let read = try PropertyListSerialization.propertyList(from: data, format: nil)
        let dictionary = try #require(read as? [String: Any])
        #expect(dictionary.keys.sorted() == value.keys.sorted())
        #expect(dictionary["text"] as? String == "ü")
        #expect(dictionary["whole"] as? Int == 3)
        #expect(dictionary["negative"] as? Int == -5)
        #expect(dictionary["real"] as? Double == 2.5)
        #expect(dictionary["yes"] as? Bool == true)
        #expect(dictionary["data"] as? Data == Data([1, 2]))
        #expect(dictionary["date"] as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
        #expect(dictionary["hashes"] as? [String: Data] == ["Person": Data(repeating: 7, count: 32)])
        let list = try #require(dictionary["list"] as? [Any])
        #expect(list.count == 3 && list[0] as? String == "a")
        #expect(list[1] as? [String: [Int]] == ["b": [1, 2]])
        #expect(BinaryPropertyListWriter.data(propertyList: value) == data)
    }

    @Test func refusesWhatNoPropertyListHolds() {
        #expect(BinaryPropertyListWriter.data(propertyList: URL(fileURLWithPath: "/")) == nil)
        #expect(BinaryPropertyListWriter.data(propertyList: ["a": [1, NSNull()] as [Any]]) == nil)
    }
}
