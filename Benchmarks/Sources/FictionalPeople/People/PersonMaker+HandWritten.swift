/// The corner cases, written by hand.
extension PersonMaker {
    static let handWritten: [FictionalPerson] = [
        person("王小明", given: "小明", family: "王") {
            $0.phoneticGivenName = "Xiǎomíng"
            $0.phoneticFamilyName = "Wáng"
            $0.nickname = "小王"
            $0.age = 28
            $0.photo = "photos/wang-xiaoming.jpg"
            $0.birthday = "--02-29"
            $0.gender = "male"
            $0.language = "zh-Hans"
            $0.organization = "蓝鲸书店"
            $0.jobTitle = "店长"
            $0.note = "喜欢下棋;\n周末常去公园。"
            $0.tags = ["同学", "friend"]
            $0.emails = [
                .init("home", "wang.xiaoming@example.com", preferred: true), .init("work", "xiaoming@books.example"),
            ]
            $0.phones = [.init("mobile", "+1-415-555-0188", preferred: true)]
            $0.addresses = [
                .init(
                    "home",
                    address(street: "长乐路 12", city: "重山市", region: "重庆市", code: "000012", country: "中国", iso: "CN"))
            ]
            $0.groups = ["Friends", "家人"]
            $0.trackRecord = ["2022: 帮忙搬家", "2024-09-02: lent us the tent"]
            $0.custom = [("favouriteColour", "绿色")]
        },
        person("张三", given: "三", family: "张") {
            $0.phoneticGivenName = "Sān"
            $0.phoneticFamilyName = "Zhāng"
            $0.age = 30
            $0.emails = [.init(nil, "zhangsan@example.com")]
            $0.tags = ["work"]
        },
        person("李四", given: "四", family: "李") {
            $0.age = 31
            $0.emails = [.init("work", "lisi@example.org")]
            $0.phones = [.init("work", "+44 20 7946 0123")]
            $0.birthday = "1984"
        },
        person("阿明", nickname: "阿明") { $0.age = 19 },
        person("单长安", given: "长安", family: "单") {
            $0.phoneticGivenName = "Cháng’ān"
            $0.phoneticFamilyName = "Shàn"
            $0.note = "单 is Shàn as a family name, not Dān"
        },
        person("重庆阳", given: "庆阳", family: "重") {
            $0.phoneticGivenName = "Qìngyáng"
            $0.phoneticFamilyName = "Chóng"
            $0.birthday = "1984-02"
        },
        person("欧阳重山", given: "重山", family: "欧阳") {
            $0.phoneticGivenName = "Chóngshān"
            $0.phoneticFamilyName = "Ōuyáng"
            $0.tags = ["家人"]
        },
        person("Łukasz Źrebski", given: "Łukasz", family: "Źrebski") {
            $0.age = 44
            $0.emails = [.init("home", "lukasz.zrebski@example.net")]
            $0.phones = [.init("mobile", "+44 7700 900461")]
            $0.tags = ["choir", "vip"]
        },
        person("José Núñez de la Torre", given: "José", family: "Núñez de la Torre") {
            $0.age = 52
            $0.emails = [.init("work", "jose.nunez@example.com")]
            $0.note = "Dice: «mañana, mañana»"
        },
        person("Søren Ørsted", given: "Søren", family: "Ørsted") { $0.birthday = "1977-08-14" },
        person("Jürgen Groß", given: "Jürgen", family: "Groß") {
            $0.namePrefix = "Dr."
            $0.phones = [.init("home", "+49 30 23125 017"), .init("mobile", "+49 171 3920042")]
            $0.addresses = [
                .init(
                    "home",
                    address(
                        street: "Straße der Töpfer 3", city: "Großkirchen", code: "00007", country: "Deutschland",
                        iso: "DE"))
            ]
        },
        person("İpek Işıklı", given: "İpek", family: "Işıklı") {
            $0.language = "tr"
            $0.note = "İ and ı are two letters: İpek, Işıklı"
        },
        person("ışık ılgaz", given: "ışık", family: "ılgaz") { $0.age = 33 },
        person("Nguyễn Thị Phượng", given: "Phượng", family: "Nguyễn", middle: "Thị") { $0.age = 26 },
        person("Anna-Lena Meier-Müller zu Tannen", given: "Anna-Lena", family: "Meier-Müller zu Tannen") {
            $0.namePrefix = "Prof. Dr. Dr. h. c."
            $0.nameSuffix = "M.A."
            $0.groups = ["Stammtisch"]
        },
        person("Robert “Bob” O’Brien, Jr.", given: "Robert", family: "O’Brien") {
            $0.nameSuffix = "Jr."
            $0.nickname = "Bob"
            $0.note = "Quote \"inside\", a comma, and a semicolon; then\na new line with \"\"two\"\" quotes"
            $0.tags = ["client", "\"quoted\"", "a;b", "c,d"]
        },
        person("Grace \"Ada\" Whitwell, PhD", given: "Grace", family: "Whitwell") { $0.nameSuffix = "PhD" },
        person("E", given: "E") { $0.age = 41 },
        person("Ý", family: "Ý") { $0.emails = [.init("home", "y@example.org")] },
        person("李", family: "李") { $0.note = "一个字" },
        person("Zoë 🦊 Fuchs", given: "Zoë 🦊", family: "Fuchs") {
            $0.nickname = "🦊"
            $0.tags = ["🎸", "friend"]
        },
        person("👩🏽‍🚀", nickname: "👩🏽‍🚀") { $0.note = "A name of one emoji made of four code points" },
        person(
            "Maximiliane Alexandrina Theodora Wilhelmina Bartholomea Konstantina Philippa Seraphina Apollonia Leopoldine "
                + "Freifrau von und zu Obersteinbachhofer-Niederwaldmüller-Lindenreuter auf Birkenberger an der Oberen Ach",
            given: "Maximiliane",
            family: "von und zu Obersteinbachhofer-Niederwaldmüller-Lindenreuter auf Birkenberger an der Oberen Ach",
            middle: "Alexandrina Theodora Wilhelmina Bartholomea Konstantina Philippa Seraphina Apollonia Leopoldine"
        ) { $0.age = 88 },
        person(
            String(repeating: "Llanfairwellcombe", count: 20), given: String(repeating: "Llanfairwellcombe", count: 20)
        ) {
            $0.note = "A name without a blank in 340 letters"
        },
        person("ABDULLAH IBN YUSUF AL-QAMARI", given: "ABDULLAH", family: "AL-QAMARI", middle: "IBN YUSUF") {
            $0.emails = [.init("work", "Abdullah.AlQamari@EXAMPLE.com")]
        },
        person("van den Berg", family: "van den Berg") { $0.phones = [.init(nil, "+61 2 5550 4321")] },
        person("’t Hooft", family: "’t Hooft") { $0.age = 60 },
        person("محمد الزيتوني", given: "محمد", family: "الزيتوني") {
            $0.language = "ar"
            $0.note = "Right to left, with a number: ١٢٣ and 123"
        },
        person("יעל בן־הר", given: "יעל", family: "בן־הר") { $0.language = "he" },
        person("สมชาย ดอกไม้ทอง", given: "สมชาย", family: "ดอกไม้ทอง") { $0.age = 37 },
        person("लक्ष्मी क्षीरसागर", given: "लक्ष्मी", family: "क्षीरसागर") { $0.age = 29 },
        person("髙橋 ﾋｶﾙ", given: "ﾋｶﾙ", family: "髙橋") {
            $0.phoneticGivenName = "ひかる"
            $0.phoneticFamilyName = "たかはし"
            $0.note = "Half-width kana, and 髙 rather than 高"
        },
        person("남궁하늘", given: "하늘", family: "남궁") { $0.phones = [.init("mobile", "+1-206-555-0117")] },
        person("𠮷田 葉", given: "葉", family: "𠮷田") { $0.note = "𠮷 lies outside the basic plane" },
        person("Οδυσσέας Ψαράς", given: "Οδυσσέας", family: "Ψαράς") { $0.note = "Ends in ς, not σ" },
        person("Фёдор Щукин", given: "Фёдор", family: "Щукин") { $0.birthday = "1969-12-31" },
        organization("Beispiel & Söhne GmbH", named: true) {
            $0.emails = [.init("work", "info@beispiel.example")]
            $0.phones = [.init("main", "+49 30 23125 000"), .init("fax-work", "+49 30 23125 001")]
            $0.urls = [.init("homepage", "https://beispiel.example/über-uns")]
        },
        organization("蓝鲸书店", named: false) { $0.phones = [.init("work", "+33 1 99 00 12 34")] },
        organization("Halfmoon Bakery", named: false) { $0.note = "No person, no name: shown by its organisation" },
        mailOnly("nobody.yet@example.org"),
        person("=2+3", nickname: "=2+3") { $0.note = "=HYPERLINK(\"https://example.com\";\"text\")" },
        person("0042", nickname: "0042") {
            $0.custom = [("Member no., old", "007"), ("Shirt size", "00"), ("favouriteColour", "\"red\"; or 'blue'")]
        },
        person("null", given: "null") { $0.note = "NULL, nil, None, NaN and #N/A are words too" },
        person("Mary Ann Ashwood", given: "Mary Ann", family: "Ashwood") {
            $0.dates = [.init("anniversary", "1999-05-01"), .init("name day", "--07-26"), .init(nil, "2011")]
            $0.relations = [
                .init("spouse", .init(name: "Peter Ashwood", personID: nil)),
                .init("child", .init(name: "Ivy \"Bee\" Ashwood", personID: nil)),
            ]
            $0.note = "A line separator\u{2028}is data, and so is a tab:\tthere"
        },
        person("Long Note Person", given: "Long", middle: "Note") {
            $0.note = (1...40).map { "Line \($0): walked past the mill, the weir, and \"the\" bridge; wrote it down." }
                .joined(separator: "\n")
        },
        person("Newborn Ashwood", given: "Newborn", family: "Ashwood") {
            $0.age = 0
            $0.birthday = "2026-01-02"
        },
        person("Old Tom Ashwood", given: "Old Tom", family: "Ashwood") {
            $0.age = 117
            $0.birthday = "1908"
        },
    ]

    private static func person(
        _ name: String, given: String? = nil, family: String? = nil, middle: String? = nil, nickname: String? = nil,
        _ fill: (inout FictionalPerson) -> Void
    ) -> FictionalPerson {
        var person = FictionalPerson()
        person.name = name
        person.givenName = given
        person.familyName = family
        person.middleName = middle
        person.nickname = nickname
        fill(&person)
        return person
    }

    private static func organization(
        _ organization: String, named: Bool, _ fill: (inout FictionalPerson) -> Void
    ) -> FictionalPerson {
        var person = FictionalPerson()
        person.kind = "organization"
        person.organization = organization
        person.name = named ? organization : nil
        fill(&person)
        return person
    }

    private static func mailOnly(_ mail: String) -> FictionalPerson {
        var person = FictionalPerson()
        person.emails = [.init(nil, mail)]
        return person
    }

    private static func address(
        street: String, city: String, region: String? = nil, code: String, country: String, iso: String
    ) -> FictionalPerson.Address {
        var address = FictionalPerson.Address()
        address.street = street
        address.city = city
        address.region = region
        address.postalCode = code
        address.country = country
        address.isoCountry = iso
        return address
    }
}
