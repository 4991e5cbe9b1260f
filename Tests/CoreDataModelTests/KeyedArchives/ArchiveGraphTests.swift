import CoreDataModel
import Foundation
import Testing

struct ArchiveGraphTests {
    /// Two people who know each other, with one value of each kind.
    private static func archive(_ edit: (inout BinaryPropertyListWriter, inout [Int]) -> Void = { _, _ in }) -> Data {
        var list = BinaryPropertyListWriter()
        func uid(_ number: Int) -> Int { list.add(.uid(number)) }
        var objects = [
            list.add(.string("$null")),
            list.add([
                "name": uid(2), "friend": uid(3), "age": list.add(.integer(41)), "tall": list.add(.bool(true)),
                "height": list.add(.real(1.5)), "photo": list.add(.data(Data([1, 2]))), "nothing": uid(0),
                "tags": uid(5), "facts": uid(6), "$class": uid(4),
            ]),
            list.add(.string("Ada")),
            list.add(["name": uid(7), "friend": uid(1), "$class": uid(4)]),
            classObject("Person", "NSObject"),
            list.add(["NS.objects": list.add(.array([uid(2), uid(2)])), "$class": uid(8)]),
            list.add([
                "NS.keys": list.add(.array([uid(2)])), "NS.objects": list.add(.array([uid(5)])), "$class": uid(9),
            ]),
            list.add(["NS.string": list.add(.string("Bob")), "$class": uid(10)]),
            classObject("NSMutableArray", "NSArray", "NSObject"),
            classObject("NSDictionary", "NSObject"),
            classObject("NSMutableString", "NSString", "NSObject"),
        ]
        func classObject(_ names: String...) -> Int {
            let names = names.map { list.add(.string($0)) }
            return list.add(["$classname": names[0], "$classes": list.add(.array(names))])
        }
        edit(&list, &objects)
        let top = list.add(["root": list.add(.uid(1))])
        let file = list.add([
            "$version": list.add(.integer(100_000)), "$archiver": list.add(.string("NSKeyedArchiver")), "$top": top,
            "$objects": list.add(.array(objects)),
        ])
        return list.data(top: file)
    }

    @Test func readsObjectsThatReferToEachOther() throws {
        let root = try ArchiveGraph(Self.archive()).root
        #expect(root.className == "Person")
        #expect(root.classNames == ["Person", "NSObject"])
        #expect(root["name"]?.string == "Ada")
        #expect(root["age"]?.int == 41)
        #expect(root["tall"]?.bool == true)
        #expect(root["height"]?.double == 1.5)
        #expect(root["photo"]?.data == Data([1, 2]))
        #expect(root["nothing"] == nil && root["missing"] == nil)
        #expect(root["tags"]?.strings == ["Ada", "Ada"])
        #expect(root["facts"]?.dictionary?["Ada"]?.array?.count == 2)
        #expect(root["friend"]?["name"]?.string == "Bob")
        #expect(root["friend"]?["friend"]?.id == root.id)
        #expect(root["friend"]?["friend"]?["friend"]?["name"]?.string == "Bob")
        #expect(root.fieldNames.count == 9)
    }

    @Test func readsTheXMLForm() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            <key>$archiver</key><string>NSKeyedArchiver</string>
            <key>$objects</key><array><string>$null</string>
            <dict><key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict>
            <key>name</key><dict><key>CF$UID</key><integer>3</integer></dict>
            <key>self</key><dict><key>CF$UID</key><integer>1</integer></dict>
            <key>born</key><date>2001-01-01T00:00:10Z</date><key>photo</key><data>AQ
            I=</data><key>tall</key><true/><key>height</key><real>1.5</real></dict>
            <dict><key>$classname</key><string>Person</string><key>$classes</key><array><string>Person</string></array>
            </dict><string>Ada &amp; Bob</string></array>
            <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
            <key>$version</key><integer>100000</integer></dict></plist>
            """
        let root = try ArchiveGraph(Data(text.utf8)).root
        #expect(root.className == "Person")
        #expect(root["name"]?.string == "Ada & Bob")
        #expect(root["self"]?.id == root.id)
        #expect(try root["born"]?.propertyValue() as? Date == Date(timeIntervalSinceReferenceDate: 10))
        #expect(root["photo"]?.data == Data([1, 2]))
        #expect(root["tall"]?.bool == true && root["height"]?.double == 1.5)
    }

    @Test func refusesWhatIsNoSoundArchive() {
        var hostile: [Data] = [Data(), Data("bplist00".utf8), Data("<plist><dict><key>a</key></dict></plist>".utf8)]
        hostile.append(Data("<plist><array>\(String(repeating: "<array>", count: 5000))".utf8))
        hostile.append(Self.archive { list, objects in objects[2] = list.add(.uid(99)) })
        for data in hostile {
            #expect(throws: KeyedArchiveError.self) { try ArchiveGraph(data) }
        }
        let whole = Self.archive()
        // No cut and no changed byte may end the process.
        for length in 0..<whole.count { _ = try? ArchiveGraph(whole.prefix(length)).root.fieldNames }
        for place in 0..<whole.count {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var damaged = whole
                damaged[place] ^= change
                guard let root = try? ArchiveGraph(damaged).root else { continue }
                _ = try? root["facts"]?.propertyValue()
                _ = root["friend"]?["friend"]?.className
            }
        }
    }

    @Test func refusesToUnfoldACollectionInsideOfItself() throws {
        let data = Self.archive { list, objects in
            let own = list.add(.array([list.add(.uid(5)), list.add(.uid(5))]))
            objects[5] = list.add(["NS.objects": own, "$class": list.add(.uid(8))])
        }
        let tags = try #require(try ArchiveGraph(data).root["tags"])
        #expect(tags.array?.first?.id == tags.id)
        #expect(throws: KeyedArchiveError.self) { try tags.propertyValue() }
    }
}
