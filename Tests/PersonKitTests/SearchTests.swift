import PersonKit
import Testing

@Suite struct SearchTests {
    private static let people: [ContactRecord] = {
        var wang = ContactRecord(personID: "1", name: "王小明")
        wang.familyName = "王"
        wang.givenName = "小明"
        wang.phones = [Labeled("+49 30 23125 017")]
        wang.tags = ["old friend"]
        var orsted = ContactRecord(personID: "2", name: "Søren Ørsted")
        orsted.emails = [Labeled("Soren.O@Example.org")]
        orsted.phones = [Labeled("030 555-1234")]
        var shan = ContactRecord(personID: "3", name: "单长安")
        shan.phoneticFamilyName = "Shàn"
        shan.note = "likes tea\nand cake"
        var lukasz = ContactRecord(personID: "4", name: "Łukasz Źrebski")
        lukasz.organization = "Groß & Æther"
        var ivan = ContactRecord(personID: "5", name: "Иван Петров")
        ivan.custom = ["Shirt": "XL"]
        var kim = ContactRecord(personID: "6", name: "김철수")
        kim.addresses = [Labeled(PostalAddress(street: "Hauptstraße 5", city: "Köln"))]
        var obrien = ContactRecord(personID: "7", name: "Anne-Marie O’Brien")
        obrien.nickname = "Annie"
        let hanako = ContactRecord(personID: "8", name: "やまだ はなこ")
        return [wang, orsted, shan, lukasz, ivan, kim, obrien, hanako]
    }()

    private static let book: PersonManager? = {
        guard let book = try? PersonManager.inMemory() else { return nil }
        for person in people { _ = try? book.insert(person) }
        return book
    }()

    static let cases: [(String, [String])] = [
        ("wangxm", ["1"]), ("wang xiao", ["1"]), ("小明", ["1"]), ("ＷＡＮＧ", ["1"]), ("王", ["1"]), ("xiaoming", ["1"]),
        ("wxm", ["1"]), ("ming", ["1"]), ("wangxiaom", ["1"]), ("明", ["1"]), ("xm", []),
        ("4930", ["1"]), ("+49 30", ["1"]), ("030", ["1", "2"]), ("(030) 23125-017", ["1"]),
        ("0049 30 23125017", ["1"]),
        ("+49 30 5551234", ["2"]), ("23125", ["1"]),
        ("old", ["1"]), ("frie", ["1"]), ("\"old fr\"", ["1"]), ("\"fr old\"", []),
        ("orsted", ["2"]), ("ø", ["1", "2", "7"]), ("o", ["1", "2", "7"]), ("SØREN", ["2"]),
        ("soren.o@example.org", ["2"]),
        ("exampl", ["2"]), ("shan", ["3"]), ("dan", []), ("changan", ["3"]), ("tea cake", ["3"]),
        ("lukasz", ["4"]), ("zre", ["4"]), ("gross", ["4"]), ("aether", ["4"]), ("ebs", ["4"]),
        ("ivan", ["5"]), ("petr", ["5"]), ("Иван", ["5"]), ("петров", ["5"]), ("xl", ["5"]),
        ("kim", ["6"]), ("철수", ["6"]), ("koln", ["6"]), ("hauptstrasse", ["6"]),
        ("obrien", ["7"]), ("o'brien", ["7"]), ("annemarie", ["7"]), ("ma", ["7"]), ("annie", ["7"]),
        ("yamada", ["8"]), ("はな", ["8"]), ("hana", ["8"]),
        ("an -annie", ["3"]), ("   ", ["1", "2", "3", "4", "5", "6", "7", "8"]), ("nobody", []),
    ]

    @Test(arguments: cases) func finds(_ text: String, _ ids: [String]) throws {
        let book = try #require(Self.book)
        #expect(try book.search(text).compactMap(\.personID).sorted() == ids)
    }

    @Test func argumentsAreWords() throws {
        let book = try #require(Self.book)
        #expect(try book.search(["wang", "xiao"]).count == 1)
        #expect(try book.search(["+49", "30"]).count == 1)
    }

    static let referenceCases: [(String, [String])] = [
        ("1", ["1"]), ("@annie", ["7"]), ("@ANNIE", ["7"]), ("SOREN.O@example.org", ["2"]), ("+493023125017", ["1"]),
        ("030/23125017", ["1"]), ("Søren Ørsted", ["2"]), ("soren orsted", ["2"]), ("wangxm", ["1"]), ("nobody", []),
        ("", []), ("@nobody", []),
    ]

    @Test(arguments: referenceCases) func candidates(_ text: String, _ ids: [String]) throws {
        let book = try #require(Self.book)
        #expect(try book.references(to: text).compactMap(\.personID) == ids)
    }

    @Test func referencesByID() throws {
        let book = try PersonManager.inMemory()
        try book.insert(personID: "A798394B-7F65", name: "A")
        try book.insert(personID: "A798FFFF-7F65", name: "B")
        #expect(try book.references(to: "A798").count == 2)
        #expect(try book.references(to: "a7983").map(\.name) == ["A"])
        #expect(try book.references(to: "A79").isEmpty)
    }

    @Test func order() throws {
        let book = try PersonManager.inMemory()
        let sorted = ["阿明", "Bob", "重庆", "Čapek", "cat", "Ethan", "émile", "李四", "Łukasz", "王小明"]
        for (index, name) in sorted.shuffled().enumerated() { try book.insert(personID: "\(index)", name: name) }
        #expect(
            try book.records().compactMap(\.name) == [
                "阿明", "Bob", "Čapek", "cat", "重庆", "émile", "Ethan", "李四", "Łukasz", "王小明",
            ])
    }

    static let readingCases: [(String, String, String)] = [
        ("单雄信", "shanxx", "单雄信"), ("曾国藩", "zenggf", "曾国藩"), ("解缙", "xiej", "解缙"),
        ("仇英", "qiuying", "仇英"), ("区大任", "oudr", "区大任"), ("查良镛", "zhaly", "查良镛"),
        ("尉迟恭", "yuchigong", "尉迟恭"), ("欧阳重山", "ouyangzs", "欧阳重山"), ("朴树", "piaoshu", "朴树"),
        ("任我行", "renw", "任我行"), ("华佗", "huatuo", "华佗"), ("盖叫天", "gejt", "盖叫天"),
    ]

    @Test(arguments: readingCases) func familyNames(_ name: String, _ term: String, _ found: String) throws {
        let book = try PersonManager.inMemory()
        try book.insert(personID: "1", name: name)
        #expect(try book.names(term) == [found])
    }
}
