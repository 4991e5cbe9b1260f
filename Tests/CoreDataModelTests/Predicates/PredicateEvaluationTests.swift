import CoreDataModel
import Foundation
import Testing

/// Evaluation in memory: the documented edge cases by their numbers, then types.
@Suite struct PredicateEvaluationTests {
    static var person: [String: Any] {
        [
            "name": "Zoë Wang", "age": 30, "height": 1.72, "flag": true, "tags": ["red", "Blue"],
            "scores": [1, 2, 3], "blank": NSNull(), "empty": [Any](),
            "boss": ["name": "王小明", "age": 50, "boss": ["name": "Åsa"]],
            "tasks": [["a": 1, "b": 1, "cost": 2.5], ["a": 2, "b": 2, "cost": 1.5]] as [[String: Any]],
            "born": Date(timeIntervalSinceReferenceDate: 1000),
            "city": City(name: "Chongqing", population: 32_000_000),
        ]
    }

    static let cases: [(String, Bool)] = [
        // 1: nil
        ("missing == nil", true), ("missing != nil", false), ("nil == nil", true), ("name == nil", false),
        ("name != nil", true), ("blank == nil", true), ("nil == missing", true),
        // 2: inequality and nil, in memory
        ("missing != 'X'", true), ("NOT missing == 'X'", true), ("missing == nil OR missing != 'X'", true),
        // 3: order and nil
        ("missing < 1", false), ("missing >= 1", false), ("missing <= nil", false),
        ("age BETWEEN {30, 31}", true), ("age BETWEEN {29, 30}", true), ("age BETWEEN {31, 40}", false),
        ("missing BETWEEN {1, 2}", false), ("name BETWEEN {'A', 'ZZ'}", false), ("name BETWEEN {'A', 'Zz'}", true),
        // 4: IN and empty lists; nil in a list is found in memory [K]
        ("age IN {}", false), ("NOT age IN {}", true), ("age IN {nil, 30}", true), ("missing IN {nil}", true),
        ("missing IN {1}", false), ("name IN {'zoë wang'}", false), ("name IN[cd] {'ZOE WANG'}", true),
        ("'oë' IN name", true), ("age IN {30.0}", true), ("age IN scores", false), ("2 IN scores", true),
        // 5: LIKE
        ("name LIKE 'Zo? Wang'", true), ("name LIKE 'zo? wang'", false), ("name LIKE[c] 'zo? wang'", true),
        ("name LIKE[cd] 'zoe*'", true), ("name LIKE '*'", true), ("name LIKE 'Zo'", false),
        ("'100%' LIKE '100%'", true), ("'1000' LIKE '100%'", false), ("'a_b' LIKE 'a_b'", true),
        ("'axb' LIKE 'a_b'", false), ("'a*b' LIKE 'a\\\\*b'", true), ("'axb' LIKE 'a\\\\*b'", false),
        ("'' LIKE ''", true), ("'' LIKE '*'", true), ("'' LIKE '?'", false), ("'王小明' LIKE '王??'", true),
        ("'aab' LIKE '*ab'", true), ("'abcabd' LIKE '*ab?'", true), ("'mississippi' LIKE 'm*iss*pi'", true),
        // 6: MATCHES takes the whole text; a point is no line break
        ("name MATCHES 'Zo.*'", true), ("name MATCHES 'Zo'", false), ("name MATCHES[c] 'ZOË.*'", true),
        ("name MATCHES[cd] 'zoe wang'", true), ("'a\\nb' MATCHES 'a.b'", false), ("'ab' MATCHES 'a|ab'", true),
        ("'ab' MATCHES '(?x)a b # comment'", true), ("'a1' MATCHES '\\\\w\\\\d'", true),
        // 7: literal equality: composed and decomposed forms differ without options, as in SQL's BINARY [K]
        ("'\\u00e9' == 'e\\u0301'", false), ("'\\u00e9' ==[c] 'e\\u0301'", true), ("'\\u00e9' ==[d] 'e'", true),
        ("'E' == 'e'", false), ("'E' ==[c] 'e'", true), ("'É' ==[c] 'e'", false), ("'É' ==[cd] 'e'", true),
        ("'straße' ==[c] 'STRASSE'", true), ("'straße' == 'strasse'", false), ("'Œ' !=[c] 'œ'", false),
        // 8: empty patterns [K]
        ("name CONTAINS ''", false), ("name BEGINSWITH ''", true), ("name ENDSWITH ''", true),
        ("name CONTAINS[cd] ''", false),
        ("name CONTAINS 'ë W'", true), ("name CONTAINS[cd] 'E w'", true), ("name CONTAINS 'e'", false),
        ("name BEGINSWITH[cd] 'ZOE'", true), ("name ENDSWITH[c] 'WANG'", true), ("name ENDSWITH 'WANG'", false),
        // 9: empty collections
        ("ANY empty == 1", false), ("ALL empty == 1", true), ("NONE empty == 1", true), ("SOME scores == 2", true),
        ("ANY missing == 1", false), ("ALL missing == 1", true), ("NONE scores == 2", false),
        ("NONE scores == 9", true),
        ("ANY tags ==[c] 'blue'", true), ("ALL scores > 0", true), ("ALL scores > 1", false),
        ("ANY scores IN {3, 4}", true), ("ANY tags BEGINSWITH 'r'", true), ("ANY scores BETWEEN {3, 9}", true),
        // 10: two ANY may mean two objects
        ("ANY tasks.a == 1 AND ANY tasks.b == 2", true),
        ("SUBQUERY(tasks, $t, $t.a == 1 AND $t.b == 2).@count > 0", false),
        ("SUBQUERY(tasks, $t, $t.a == 2 AND $t.b == 2).@count > 0", true),
        ("SUBQUERY(missing, $t, $t.a == 2).@count == 0", true),
        // 12: collection operators
        ("tasks.@count == 2", true), ("missing.@count == 0", true), ("tasks.@sum.cost == 4", true),
        ("empty.@sum.cost == 0", true), ("empty.@avg.cost == nil", true), ("empty.@min.cost == nil", true),
        ("tasks.@avg.cost == 2", true), ("tasks.@min.cost == 1.5", true), ("tasks.@max.cost == 2.5", true),
        ("scores.@max.self == 3", true), ("ANY tags.@distinctUnionOfObjects.length == 4", true),
        ("ANY tasks.@unionOfObjects.a == 2", true),
        // 14: Booleans
        ("flag == YES", true), ("flag == TRUE", true), ("flag == 1", true), ("flag == NO", false), ("flag != 0", true),
        ("missing == NO", false),
        // 15: division is never one of integers [K]; ** is power
        ("5 / 2 == 2.5", true), ("2 ** 10 == 1024", true), ("1 + 2 * 3 == 7", true), ("7 - 2 - 1 == 4", true),
        ("modulus:by:(7, 3) == 1", true), ("age / 0 == nil", true), ("missing + 1 == nil", true),
        ("2 ** 3 ** 2 == 512", true), ("-age == -30", true),
        // 16: dates
        ("born == CAST(1000, 'NSDate')", true), ("born < CAST('2001-01-02', 'NSDate')", true),
        ("born > CAST('2001-01-01T00:16:39Z', 'NSDate')", true), ("CAST(born, 'NSNumber') == 1000", true),
        ("born + 60 == CAST(1060, 'NSDate')", true), ("born - CAST(900, 'NSDate') == 100", true),
        // 20: nil on the way
        ("boss.boss.name ==[d] 'Asa'", true), ("missing.boss.name == nil", true), ("boss.boss.boss.name == nil", true),
        ("boss.name BEGINSWITH '王'", true), ("city.population > 1e6", true), ("city.name == 'Chongqing'", true),
        // Order of texts is by code points; [c] and [d] fold first [K]
        ("'a' < 'b'", true), ("'B' < 'a'", true), ("'B' <[c] 'a'", false), ("'é' > 'z'", true), ("'é' <[d] 'z'", true),
        ("'a' <[cd] 'É'", true), ("'Ä' <[l] 'b'", true),
        // Kinds that differ are not equal
        ("age == '30'", false), ("age != '30'", true), ("name == 1", false),
        // Everything else
        ("TRUEPREDICATE", true), ("FALSEPREDICATE OR age > 1", true), ("NOT FALSEPREDICATE", true),
        ("scores[0] == 1", true), ("scores[FIRST] == 1", true), ("scores[LAST] == 3", true),
        ("scores[SIZE] == 3", true),
        ("scores[9] == nil", true), ("boss['name'] == '王小明'", true), ("tasks[0].cost == 2.5", true),
        ("scores UNION {4, 1} == {1, 2, 3, 4}", true), ("scores INTERSECT {2, 3, 9} == {2, 3}", true),
        ("scores MINUS {2} == {1, 3}", true), ("TERNARY(age > 18, 'adult', 'child') == 'adult'", true),
        ("FUNCTION(name, 'uppercaseString') == 'ZOË WANG'", true), ("uppercase(name) == 'ZOË WANG'", true),
        ("canonical:(name) == 'zoe wang'", true), ("name.length == 8", true), ("sum(scores) == 6", true),
        ("average:({1, 2}) == 1.5", true), ("median:(scores) == 2", true), ("max(scores) == 3", true),
        ("stddev:({2, 4}) == 1", true), ("abs(-3) == 3", true), ("sqrt(16) == 4", true), ("ceiling(1.2) == 2", true),
        ("bitwiseAnd:with:(6, 3) == 2", true), ("onesComplement:(0) == -1", true), ("leftshift:by:(1, 4) == 16", true),
        ("tags CONTAINS 'red'", true), ("tags CONTAINS 'blue'", false), ("tags CONTAINS[c] 'blue'", true),
        ("now() > born", true), ("{1, age} == {1, 30}", true), ("mode:({1, 1, 2}) == {1}", true),
    ]

    @Test(arguments: cases)
    func result(format: String, expected: Bool) throws {
        let predicate = try NSPredicate(parsing: format)
        #expect(try predicate.evaluate(Self.person) == expected)
        #expect(predicate.evaluate(with: Self.person) == expected)
        #expect(predicate.evaluate(with: NSDictionary(dictionary: Self.person)) == expected)
        // The text form means the same.
        #expect(try NSPredicate(parsing: predicate.formatText).evaluate(Self.person) == expected)
    }

    /// Under a store's rules null is unknown, and unknown is not selected.
    @Test(arguments: [
        ("missing == nil", true), ("missing != nil", false), ("name != nil", true), ("missing != 'X'", false),
        ("NOT missing == 'X'", false), ("missing == blank", false), ("missing == nil OR missing != 'X'", true),
        ("NOT (missing < 1)", false), ("missing IN {}", false), ("NOT missing IN {}", true),
        ("missing IN {nil}", false),
        ("age IN {nil, 30}", true), ("NOT age IN {nil, 31}", false), ("NOT age IN {31}", true),
        ("missing CONTAINS 'x'", false), ("NOT missing CONTAINS 'x'", false), ("NOT missing LIKE 'x'", false),
        ("NOT missing BETWEEN {1, 2}", false), ("NOT age BETWEEN {40, nil}", true),
        ("NOT age BETWEEN {20, nil}", false),
        ("ANY empty == 1", false), ("ALL empty == 1", true), ("NONE empty == 1", true), ("missing == NO", false),
        ("missing == 1 AND FALSEPREDICATE", false), ("NOT (missing == 1 AND FALSEPREDICATE)", true),
        ("NOT (missing == 1 OR TRUEPREDICATE)", false), ("NOT (missing == 1 OR FALSEPREDICATE)", false),
        ("missing + 1 > 0", false), ("NOT missing + 1 > 0", false),
    ])
    func sqlNulls(format: String, expected: Bool) throws {
        #expect(try NSPredicate(parsing: format).evaluate(Self.person, nulls: .sql) == expected)
    }

    /// 11, 17, 19 and other errors that Apple's framework raises as exceptions.
    @Test(arguments: [
        ("$x == 1", PredicateEvaluationError.Code.unboundVariable), ("tags == 'red'", .collectionNotAllowed),
        ("tags BEGINSWITH 'r'", .collectionNotAllowed), ("tasks.a > 1", .collectionNotAllowed),
        ("ANY age == 1", .typeMismatch), ("age CONTAINS '3'", .typeMismatch), ("age LIKE '3*'", .typeMismatch),
        ("age < 'x'", .typeMismatch), ("age BETWEEN {1}", .typeMismatch), ("age IN 3", .typeMismatch),
        ("name + 1 == 2", .typeMismatch), ("tags.@sum.self == 0", .typeMismatch), ("name.nothing == 1", .unknownKey),
        ("name MATCHES pattern", .invalidPattern), ("FUNCTION(name, 'f:', 1) == 1", .unknownFunction),
        ("city.mayor == nil", .unknownKey), ("FETCH(1, 2, NO) == 1", .typeMismatch),
        ("name.@count == 1", .typeMismatch),
    ])
    func errors(format: String, code: PredicateEvaluationError.Code) throws {
        var person = Self.person
        person["pattern"] = "["
        let predicate = try NSPredicate(parsing: format)
        let error = #expect(throws: PredicateEvaluationError.self) { try predicate.evaluate(person) }
        #expect(error?.code == code)
        // Without a way to throw, a failure is false, also under NOT.
        #expect(!predicate.evaluate(with: person))
        #expect(!(try NSPredicate(parsing: "NOT (\(format))")).evaluate(with: person))
        // No value in a message.
        #expect(error?.description.contains("Wang") == false)
    }

    @Test func programmersErrorsTrap() async {
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "age >") }
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "age > %@") }
        await #expect(processExitsWith: .failure) {
            _ = NSPredicate(format: "age > $limit").evaluate(with: ["age": 3])
        }
        await #expect(processExitsWith: .failure) {
            _ = NSPredicate(format: "age > $limit").withSubstitutionVariables([:])
        }
        await #expect(processExitsWith: .failure) { _ = NSExpression(format: "1 +") }
        await #expect(processExitsWith: .failure) {
            _ = NSSortDescriptor(key: "name", ascending: true, selector: "compareThem:")
        }
    }

    @Test(arguments: [
        ("9007199254740993 == 9007199254740992.0", false), ("9007199254740993 > 9007199254740992.0", true),
        ("9007199254740992 == 9007199254740992.0", true), ("9223372036854775807 < 9223372036854775808.0", true),
        ("9223372036854775807 == 9223372036854775808.0", false),
        ("-9223372036854775808 == -9223372036854775808.0", true),
        ("18446744073709551615 > 9223372036854775807", true), ("1 == 1.0", true), ("1 < 1.5", true),
        ("-1 > -1.5", true),
        ("-2 < -1.5", true), ("YES == 1", true), ("YES == 1.0", true),
    ])
    func numbersCompareExactly(format: String, expected: Bool) throws {
        #expect(try NSPredicate(parsing: format).evaluate(nil) == expected)
    }

    @Test func valuesOfAllTypes() throws {
        let id = UUID()
        let values: [String: Any] = [
            "int8": Int8(5), "uint64": UInt64.max, "float": Float(1.5), "number": NSNumber(value: 5),
            "bool": NSNumber(value: true), "decimal": Decimal(string: "0.1")!,
            "nsdecimal": NSDecimalNumber(string: "12345678901234567890.5"), "id": id,
            "url": URL(string: "https://example.com/a")!, "data": Data([1, 2]), "text": NSString(string: "x"),
            "set": NSSet(array: ["a"]), "ordered": NSOrderedSet(array: ["a", "b"]), "swiftSet": Set([1, 2]),
            "optional": Optional<Int>.some(3) as Any, "absent": Optional<Int>.none as Any, "sub": "xyz".prefix(1),
        ]
        let checks: [(String, [Any?])] = [
            ("int8 == 5", []), ("uint64 > 9223372036854775807", []), ("uint64 == %@", [UInt64.max]),
            ("float == 1.5", []), ("number == %@", [NSNumber(value: 5.0)]), ("number == %d", [5]), ("bool == YES", []),
            ("decimal == 0.1", []), ("decimal == %@", [Decimal(string: "0.1")!]),
            ("nsdecimal == %@", [Decimal(string: "12345678901234567890.5")!]), ("id == %@", [id]),
            ("id == CAST(%@, 'NSUUID')", [id.uuidString]), ("url == %@", [URL(string: "https://example.com/a")!]),
            ("url.host == 'example.com'", []), ("data == %@", [Data([1, 2])]), ("data < %@", [Data([1, 3])]),
            ("data == CAST('AQI=', 'NSData')", []), ("text == 'x'", []), ("ANY set == 'a'", []),
            ("ordered[1] == 'b'", []), ("ordered.@count == 2", []), ("ANY swiftSet == 2", []), ("2 IN swiftSet", []),
            ("optional == 3", []), ("absent == nil", []), ("sub == 'x'", []), ("int8 IN %@", [[1, 5]]),
            ("int8 IN %@", [Set([5, 6])]), ("int8 IN %@", [NSSet(array: [5])]), ("int8 BETWEEN %@", [[5, 6]]),
            ("text == %@ AND absent == %@ AND absent == %@", ["x", nil, NSNull()]), ("%K == 5", ["int8"]),
            ("%K.length == 1", ["text"]), ("url.%K == 'https'", ["scheme"]), ("%f == float", [1.5]),
            ("%s == text AND %c == text AND %ld == int8", ["x", Character("x"), 5]), ("%@ == text", [Optional("x")]),
            ("%@ == 5", [NSExpression(forKeyPath: "int8")]),
        ]
        for (format, arguments) in checks {
            let predicate = try NSPredicate(parsing: format, arguments: arguments)
            #expect(try predicate.evaluate(values), "\(format)")
        }
    }
}

private struct City: KeyValueReadable {
    var name: String
    var population: Int

    func value(forKey key: String) -> Any? {
        switch key {
        case "name": name
        case "population": population
        default: nil
        }
    }

    func hasValue(forKey key: String) -> Bool { ["name", "population"].contains(key) }
}
