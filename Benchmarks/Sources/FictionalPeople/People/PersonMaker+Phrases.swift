/// The phrases that the sample people's fields are filled with.
extension PersonMaker {
    static let mailHosts = ["example.com", "example.org", "example.net", "mail.example", "post.example"]

    static let nicknames = [
        "Ace", "Bärchen", "Bo", "Кот", "Dizzy", "Freckles", "Кнопка", "Mimi", "Pip", "Quill", "Sunny", "小虎", "たろちゃん",
        "🦊",
    ]

    static let departments = [
        "Accounts", "R&D", "Sales, North", "Vertrieb", "人事部", "開発部", "Отдел кадров", "Production; Night Shift",
    ]

    static let tags = [
        "friend", "work", "family", "choir", "neighbour", "book club", "client", "vip", "Fußball", "école", "同学", "家人",
        "друг",
        "to call", "a;b", "\"quoted\"", "🎸",
    ]

    static let groups = [
        "Family", "Friends", "Choir", "Work", "Neighbours", "Stammtisch", "家人", "Les amis", "Clients, 2025",
    ]

    static let colours = ["blue", "green", "red", "türkis", "绿色", "#ff8800", "black, or very dark blue"]

    static let deeds = [
        "2023-04-11: repaired the boat", "2024-09-02: lent us the tent", "2025-01-20: gave a talk on \"bees\"",
        "won the chess cup, twice", "2022: 帮忙搬家",
    ]

    static let notes = [
        "Met at the book fair.",
        "Prefers tea; no milk, no sugar.",
        "Said: \"Call me after six.\"",
        "Two lines:\nfirst the garden gate,\nthen the blue door.",
        "Allergic to nuts, cats and Mondays",
        "Rings the bell at \"The Crooked House\", 2nd floor; leave parcels with the neighbour.\n\nBack on 3 May.",
        "Spielt Geige, mag keine Überraschungen.",
        "Aime le théâtre ; préfère écrire.",
        "喜欢下棋,周末常去公园。",
        "Любит рыбалку и «тихую охоту».",
        "يحب القهوة",
        "Columns:\ta\tb\tc",
        "-1 is not a number here",
        "=SUM(A1:A3) is text, not a formula",
        "@noon on weekdays",
        "+1 guest at the party",
        "Trailing blank kept? ",
        "C:\\photos\\new is a path, \\n is two characters",
        "Ends with a line break\n",
        "🎂 every year, 🚫🥜",
    ]
}
