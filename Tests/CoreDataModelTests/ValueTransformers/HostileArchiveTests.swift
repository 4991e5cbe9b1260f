import CoreDataModel
import Foundation
import Testing

/// Archives that are damaged or made to do harm: an error or a value, never a trap, never a long wait.
@Suite struct HostileArchiveTests {
    let coding = TransformableCoding(entityName: "E", attributeName: "a", transformerName: nil)

    static let values: [ArchiveCase] = [
        ArchiveCase("strings", ["alpha", "béta", "gamma"]),
        ArchiveCase(
            "everything",
            [
                "d": Date(timeIntervalSinceReferenceDate: 1), "u": URL(string: "http://a/b")!, "i": UUID(),
                "n": NSNull(),
                "s": Set([1, 2]), "x": Data([1, 2, 3]), "dec": Decimal(string: "1.25")!, "r": 2.5, "b": true,
            ] as [String: Any]),
    ]

    @Test(arguments: values)
    func everyFlippedByteIsAnErrorOrAValue(_ example: ArchiveCase) throws {
        let good = try #require(try coding.encode(example.value))
        var refused = 0
        for position in good.indices {
            for flip in [0x01, 0x10, 0xFF] as [UInt8] {
                var bad = good
                bad[position] ^= flip
                do { _ = try coding.decode(bad) } catch is TransformerError { refused += 1 }
            }
        }
        #expect(refused > good.count)
    }

    @Test(arguments: values)
    func everyTruncationIsAnError(_ example: ArchiveCase) throws {
        let good = try #require(try coding.encode(example.value))
        for length in 1..<good.count {
            #expect(throws: TransformerError.self) { try coding.decode(good.prefix(length)) }
        }
    }

    @Test func randomDamageIsAnErrorOrAValue() throws {
        let good = try #require(try coding.encode(Self.values[1].value))
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var bad = good
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bad[Int.random(in: 8..<bad.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? coding.decode(bad)
        }
    }

    @Test func anArrayThatHoldsItselfIsAnError() throws {
        // UID 1 is the array; its only element becomes UID 1 too.
        let good = try #require(try coding.encode([["x"]]))
        var refused = 0
        for position in 8..<good.count - 32 where good[position] == 2 {
            var bad = good
            bad[position] = 1
            if (try? coding.decode(bad)) == nil { refused += 1 }
        }
        #expect(refused > 0)
    }

    @Test func sharedContainersDoNotUnfoldWithoutBound() throws {
        #expect(try coding.decode(archive(ofLevels: 10)) != nil)
        // Forty levels of [below, below] would unfold to a million million values.
        #expect(throws: TransformerError.self) { try coding.decode(archive(ofLevels: 40)) }
    }

    /// Arrays in which each level holds the one below twice.
    func archive(ofLevels levels: Int) -> Data {
        var list = BinaryPropertyListWriter()
        var objects = [list.add(.string("$null"))]
        let classUID = list.add(.uid(levels + 2))
        for level in 1...levels {
            let below = list.add(.uid(level + 1))
            objects.append(list.add(["NS.objects": list.add(.array([below, below])), "$class": classUID]))
        }
        objects.append(list.add(.string("x")))
        let name = list.add(.string("NSArray"))
        objects.append(list.add(["$classname": name, "$classes": list.add(.array([name]))]))
        let top = list.add(["root": list.add(.uid(1))])
        let archive = list.add([
            "$archiver": list.add(.string("NSKeyedArchiver")), "$top": top, "$objects": list.add(.array(objects)),
        ])
        return list.data(top: archive)
    }

    @Test func deepNestingIsAnError() throws {
        var value: Any = "x"
        for _ in 0..<400 { value = [value] }
        #expect(throws: TransformerError.self) { try coding.encode(value) }
    }
}
