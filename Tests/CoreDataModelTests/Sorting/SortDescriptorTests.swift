import CoreDataModel
import Foundation
import Testing

@Suite struct SortDescriptorTests {
    final class Person: KeyValueReadable {
        var name: String?
        var age = 0
        var boss: Person?
        var computed: Int { age }
        init(_ name: String?, _ age: Int = 0, boss: Person? = nil) {
            self.name = name
            self.age = age
            self.boss = boss
        }
        func value(forKey key: String) -> Any? {
            switch key {
            case "name": name
            case "age": age
            case "boss": boss
            default: nil
            }
        }
    }

    private func sorted(_ names: [String?], _ descriptor: NSSortDescriptor) -> [String?] {
        NSArray(array: names.map { Person($0) }).sortedArray(using: [descriptor]).map { ($0 as? Person)?.name }
    }

    @Test func nilComesFirstAscending() {
        let names = ["b", nil, "a", "B"]
        #expect(sorted(names, NSSortDescriptor(key: "name", ascending: true)) == [nil, "B", "a", "b"])
        #expect(sorted(names, NSSortDescriptor(key: "name", ascending: false)) == ["b", "a", "B", nil])
    }

    @Test func keyPathsOfSwift() {
        #expect(NSSortDescriptor(keyPath: \Person.name, ascending: true).key == "name")
        #expect(NSSortDescriptor(keyPath: \Person.age, ascending: false).key == "age")
        #expect(NSSortDescriptor(keyPath: \Person.boss?.name, ascending: true).key == "boss.name")
        #expect(
            NSSortDescriptor(keyPath: \Person.boss?.boss?.age, ascending: true).sortKeys == ["boss", "boss", "age"])
        let people = [Person("a", 2), Person("b", 1)]
        let byAge = NSArray(array: people).sortedArray(using: [NSSortDescriptor(keyPath: \Person.age, ascending: true)])
        #expect(byAge.map { ($0 as? Person)?.name } == ["b", "a"])
        #expect(KeyPathName.name(of: \Person.boss!.name) == "boss.name")
        #expect(KeyPathName.name(of: \[Int].[0]) == nil)
    }

    @Test func severalDescriptors() {
        let boss = Person("z")
        let people = [Person("a", 1), Person("b", 2, boss: boss), Person("c", 1, boss: boss)]
        let order = NSArray(array: people).sortedArray(using: [
            NSSortDescriptor(key: "boss.name", ascending: true), NSSortDescriptor(key: "age", ascending: true),
        ])
        #expect(order.map { ($0 as? Person)?.name } == ["a", "c", "b"])
        let mutable = NSMutableArray(array: [3, 1, 2])
        mutable.sort(using: [NSSortDescriptor(key: nil, ascending: true)])
        #expect(mutable.map { $0 as? Int } == [1, 2, 3])
        #expect(
            NSSet(array: [3, 1, 2]).sortedArray(using: [NSSortDescriptor(key: "self", ascending: false)])
                .map { $0 as? Int } == [3, 2, 1])
    }

    @Test func selectors() {
        let names = ["file 10", "File 9", "file 9", "É", "z"]
        #expect(
            sorted(names, NSSortDescriptor(key: "name", ascending: true, selector: "caseInsensitiveCompare:"))
                == ["file 10", "File 9", "file 9", "z", "É"])
        #expect(
            sorted(names, NSSortDescriptor(key: "name", ascending: true, selector: .localizedStandardCompare)).last
                == "z")
        #expect(
            NSSortDescriptor(key: "name", ascending: true, selector: "localizedCompare:").sortComparison == .localized)
        #expect(NSSortDescriptor(key: "name", ascending: true, selector: nil).selector == .compare)
        let lengths = NSSortDescriptor(key: "name", ascending: true) {
            ($0 as? String ?? "").count < ($1 as? String ?? "").count ? .orderedAscending : .orderedDescending
        }
        #expect(sorted(["ccc", "a", "bb"], lengths) == ["a", "bb", "ccc"])
        #expect(lengths.sortComparison == nil)
        #expect(lengths.selector == nil)
    }

    @Test func reversedAndEqual() throws {
        let name = NSSortDescriptor(key: "name", ascending: true, selector: "localizedCompare:")
        let reversed = try #require(name.reversedSortDescriptor as? NSSortDescriptor)
        #expect(!reversed.ascending)
        #expect(reversed.key == "name")
        #expect(reversed.sortComparison == .localized)
        #expect(name == NSSortDescriptor(key: "name", ascending: true, selector: "localizedCompare:"))
        #expect(name != NSSortDescriptor(key: "name", ascending: true))
        #expect(name.copy() as AnyObject === name)
    }

    @Test func valuesOfAllKinds() {
        let day = Date(timeIntervalSinceReferenceDate: 0)
        #expect(SortValue.compare(nil, nil, .standard) == .orderedSame)
        #expect(SortValue.compare(nil, 1, .standard) == .orderedAscending)
        #expect(SortValue.compare(1, NSNull(), .standard) == .orderedDescending)
        #expect(SortValue.compare(1, 1.5, .standard) == .orderedAscending)
        #expect(SortValue.compare(day, day.addingTimeInterval(1), .standard) == .orderedAscending)
        #expect(SortValue.compare(Data([2]), Data([1, 2]), .standard) == .orderedDescending)
        #expect(SortValue.compare(true, false, .standard) == .orderedDescending)
        #expect(SortValue.compare("a", 1, .standard) == .orderedSame)
    }
}
