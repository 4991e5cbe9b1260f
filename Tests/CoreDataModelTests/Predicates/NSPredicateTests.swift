import CoreDataModel
import Foundation
import Testing

/// The public face of predicates, in a file that imports Foundation too: our initialisers must win there.
@Suite struct NSPredicateTests {
    final class Person: KeyValueReadable {
        let name: String
        let age: Int
        init(_ name: String, _ age: Int) {
            self.name = name
            self.age = age
        }
        func value(forKey key: String) -> Any? { key == "name" ? name : key == "age" ? age : nil }
    }

    let people = [Person("Wang", 30), Person("Li", 17), Person("wanda", 45)]

    @Test func formatsWithAndWithoutArguments() {
        let adults = NSPredicate(format: "age >= %d AND %K BEGINSWITH[c] %@", 18, "name", "wan")
        #expect(people.filter { adults.evaluate(with: $0) }.map(\.name) == ["Wang", "wanda"])
        #expect(NSPredicate(format: "age == 17").evaluate(with: people[1]))
        #expect(NSPredicate(format: "age IN %@", argumentArray: [[17, 18]]).evaluate(with: people[1]))
        #expect(NSPredicate(format: "age == 17", argumentArray: nil).evaluate(with: people[1]))
        #expect(NSPredicate(format: "name == %@", nil as String?).formatText == "name == nil")
        #expect(
            NSPredicate(format: "name == %@ AND d == %@", NSNull(), Date(timeIntervalSinceReferenceDate: 5))
                .formatText == "name == nil AND d == CAST(5.0, \"NSDate\")")
        #expect(NSPredicate(format: "age == %@", NSNumber(value: 17)).evaluate(with: people[1]))
    }

    @Test func foundationsCompoundsAndCollectionsTakeOurs() {
        let old = NSPredicate(format: "age > 20")
        let wan = NSPredicate(format: "name BEGINSWITH[c] 'wan'")
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [old, wan])
        #expect(people.filter { both.evaluate(with: $0) }.count == 2)
        #expect(both.formatText == "age > 20 AND name BEGINSWITH[c] \"wan\"")
        let nested = NSCompoundPredicate(orPredicateWithSubpredicates: [
            both, NSCompoundPredicate(notPredicateWithSubpredicate: old), NSPredicate(value: false),
        ])
        #expect(nested.formatText == "(age > 20 AND name BEGINSWITH[c] \"wan\") OR NOT age > 20 OR FALSEPREDICATE")
        #expect(NSPredicate(format: nested.formatText) == NSPredicate(format: nested.formatText))
        #expect(NSArray(array: people).filtered(using: old).count == 2)
        #expect(NSSet(array: [1, 2, 3]).filtered(using: NSPredicate(format: "SELF > 1")).count == 2)
    }

    @Test func treesOfOthersPredicates() {
        #expect(predicateNode(of: NSPredicate(value: true)) == .constant(true))
        #expect(predicateNode(of: NSPredicate(value: false)) == .constant(false))
        #expect(predicateNode(of: NSCompoundPredicate(andPredicateWithSubpredicates: [])) == .constant(true))
        #expect(predicateNode(of: NSCompoundPredicate(orPredicateWithSubpredicates: [])) == .constant(false))
        let block = NSPredicate { object, _ in (object as? Int) == 3 }
        guard case .foreign(let foreign) = predicateNode(of: block) else {
            Issue.record("A block must be foreign")
            return
        }
        #expect(foreign === block)
        #expect(block.formatText == "BLOCKPREDICATE")
        let mixed = NSCompoundPredicate(andPredicateWithSubpredicates: [block, NSPredicate(format: "SELF > 1")])
        #expect(mixed.evaluate(with: 3))
        #expect((try? mixed.evaluate(3)) == true)
        #expect((try? mixed.evaluate(4)) == false)
        #expect(NSPredicate(value: false) != NSPredicate(format: "a == 1"))
        #expect(NSPredicate(format: "a == 1") != NSPredicate(value: false))
        #expect(NSPredicate(format: "a == 1") != NSPredicate(format: "a == 2"))
    }

    @Test func classesOfParsedPredicates() throws {
        let compound = try #require(NSPredicate(format: "a == 1 OR NOT b == 2") as? NSCompoundPredicate)
        #expect(compound.compoundPredicateType == .or)
        #expect(compound.subpredicates.map(\.formatText) == ["a == 1", "NOT b == 2"])
        #expect(compound.copy() as AnyObject === compound)
        #expect("\(compound)" == "a == 1 OR NOT b == 2")
        #expect(!compound.evaluate(with: ["a": 3, "b": 2]))
        #expect(compound.evaluate(with: ["a": 1, "b": 2]))
    }

    @Test func substitution() throws {
        let template = NSPredicate(
            format: "age > $LIMIT AND name == $NAME AND SUBQUERY(tags, $t, $t == $TAG).@count == 0")
        let filled = template.withSubstitutionVariables(["LIMIT": 20, "NAME": NSNull(), "TAG": "x"])
        #expect(filled.formatText == "age > 20 AND name == nil AND SUBQUERY(tags, $t, $t == \"x\").@count == 0")
        #expect(template.formatText.contains("$LIMIT"))
        let error = #expect(throws: PredicateEvaluationError.self) {
            try template.substituting(["NAME": "x", "TAG": 1])
        }
        #expect(error?.description == "No value was given for the variable $LIMIT.")
        #expect(
            try template.substituting(["LIMIT": 1, "NAME": nil, "TAG": nil]).formatText.hasPrefix(
                "age > 1 AND name == nil"))
        #expect(NSPredicate(format: "age > $LIMIT").evaluate(with: people[0], substitutionVariables: ["LIMIT": 20]))
        #expect(!NSPredicate(format: "age > $LIMIT").evaluate(with: people[0], substitutionVariables: ["LIMIT": 40]))
    }

    @Test func valuesWithoutTextForm() {
        let predicate = NSPredicate(format: "self == %@", people[0])
        #expect(predicate.formatText == "SELF == %@")
        #expect(predicate.evaluate(with: people[0]))
        #expect(!predicate.evaluate(with: people[1]))
        #expect(NSPredicate(format: "SELF IN %@", people).evaluate(with: people[2]))
    }

    @Test func evaluationFromManyThreads() async {
        let text = "name MATCHES[c] 'w.*' AND ANY scores > 2"
        let predicate = UnsafeShared(value: NSPredicate(format: text))
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<200).count { predicate.value.evaluate(with: ["name": "Wang", "scores": [$0 % 5]]) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 80, count: 8))
    }

    /// Predicates are not marked Sendable by Foundation; that sharing them is safe is what the test shows.
    private struct UnsafeShared: @unchecked Sendable {
        let value: NSPredicate
    }
}

/// Objects that compare as another value, as managed objects do by their IDs.
@Suite struct IdentityTests {
    private final class ObjectID: NSObject, IdentityReadable {
        let number: Int
        init(_ number: Int) { self.number = number }
        override func isEqual(_ object: Any?) -> Bool { (object as? ObjectID)?.number == number }
        override var hash: Int { number }
        var comparisonIdentity: AnyHashable { AnyHashable(self) }
    }

    private final class Object: IdentityReadable, KeyValueReadable {
        let id: ObjectID
        var friend: Object?
        init(_ number: Int, friend: Object? = nil) {
            id = ObjectID(number)
            self.friend = friend
        }
        var comparisonIdentity: AnyHashable { AnyHashable(id) }
        func value(forKey key: String) -> Any? { key == "friend" ? friend : nil }
    }

    @Test func objectsEqualTheirIDs() {
        let friend = Object(2)
        let object = Object(1, friend: friend)
        #expect(NSPredicate(format: "friend == %@", friend).evaluate(with: object))
        #expect(NSPredicate(format: "friend == %@", ObjectID(2)).evaluate(with: object))
        #expect(NSPredicate(format: "SELF IN %@", [ObjectID(1), ObjectID(3)]).evaluate(with: object))
        #expect(NSPredicate(format: "SELF IN %@", [object]).evaluate(with: ObjectID(1)))
        #expect(!NSPredicate(format: "friend == %@", Object(3)).evaluate(with: object))
        #expect(NSPredicate(format: "friend != %@", Object(3)).evaluate(with: object))
        #expect(NSPredicate(format: "friend.friend == nil").evaluate(with: object))
    }
}
