import CoreData
import Foundation
import Testing

/// Foundation's collections, filtered and sorted: of managed objects, dictionaries and types that name their keys.
@Suite struct InMemoryTests {
    private struct City: KeyValueReadable, Hashable {
        let name: String
        let height: Double

        func value(forKey key: String) -> Any? {
            switch key {
            case "name": name
            case "height": height
            default: nil
            }
        }
    }

    private let tall = NSPredicate(format: "height > 1.5 AND name LIKE '?'")
    private let byHeight = [NSSortDescriptor(key: "height", ascending: false)]

    /// The same three things, each kind in turn, in a stack that the objects need.
    private func things(_ stack: TestStack) -> [[Any]] {
        let values = [("a", 1.4), ("b", 1.6), ("c", 1.8)]
        return [
            values.map { stack.insert("Employee", ["name": $0.0, "height": $0.1]) },
            values.map { City(name: $0.0, height: $0.1) },
            values.map { ["name": $0.0, "height": $0.1] as NSDictionary },
        ]
    }

    private func names(_ things: some Sequence<Any>) -> String {
        things.map { thing in
            switch thing {
            case let object as NSManagedObject: object.string("name")
            case let city as City: city.name
            case let dictionary as NSDictionary: dictionary["name"] as? String ?? "?"
            default: "?"
            }
        }.joined()
    }

    @Test("Filtering") func filtering() throws {
        let stack = try TestStack()
        for things in things(stack) {
            #expect(names(NSArray(array: things).filtered(using: tall)) == "bc")
            #expect(names(NSOrderedSet(array: things).filtered(using: tall)) == "bc")
            if !(things[0] is NSDictionary) {
                // Foundation on Linux cannot make a Swift set of dictionaries.
                #expect(NSSet(array: things).filtered(using: tall).count == 2)
            }
            let array = NSMutableArray(array: things)
            array.filter(using: tall)
            #expect(names(array) == "bc")
            let set = NSMutableSet(array: things)
            set.filter(using: tall)
            #expect(set.count == 2)
            let ordered = NSMutableOrderedSet(array: things)
            ordered.filter(using: tall)
            #expect(names(ordered) == "bc")
        }
    }

    @Test("Sorting") func sorting() throws {
        let stack = try TestStack()
        for things in things(stack) {
            #expect(names(NSArray(array: things).sortedArray(using: byHeight)) == "cba")
            #expect(names(NSSet(array: things).sortedArray(using: byHeight)) == "cba")
            #expect(names(NSOrderedSet(array: things).sortedArray(using: byHeight)) == "cba")
            let array = NSMutableArray(array: things)
            array.sort(using: byHeight)
            #expect(names(array) == "cba")
            let ordered = NSMutableOrderedSet(array: things)
            ordered.sort(using: byHeight)
            #expect(names(ordered) == "cba")
        }
    }

    @Test("A relationship's set, filtered and sorted in memory") func relationships() throws {
        let stack = try TestStack()
        let department = stack.insert("Department", ["name": "d"])
        for (name, height) in [("a", 1.4), ("b", 1.6), ("c", 1.8)] {
            stack.insert("Employee", ["name": name, "height": height, "depart": department])
        }
        let employees = try #require(department.value(forKey: "employees") as? NSSet)
        #expect(names(employees.sortedArray(using: byHeight)) == "cba")
        #expect(
            employees.filtered(using: NSPredicate(format: "depart == %@ AND name IN {'a', 'b'}", department)).count == 2
        )
    }
}
