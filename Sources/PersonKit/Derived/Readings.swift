/// Readings of Han characters that differ from the common one in names and places.
enum Readings {
    /// Family names, of one character or two, as they are read in names.
    static let familyNames: [String: [String]] = [
        "单": ["shan"], "單": ["shan"], "曾": ["zeng"], "解": ["xie"], "仇": ["qiu"], "区": ["ou"], "區": ["ou"],
        "查": ["zha"], "盖": ["ge"], "蓋": ["ge"], "朴": ["piao"], "任": ["ren"], "华": ["hua"], "華": ["hua"],
        "重": ["chong"], "秘": ["bi"], "冼": ["xian"], "覃": ["qin"], "翟": ["zhai"], "乐": ["yue"], "樂": ["yue"],
        "折": ["she"], "洗": ["xian"], "员": ["yun"], "繁": ["po"], "召": ["shao"], "句": ["gou"], "阚": ["kan"],
        "缪": ["miao"], "佘": ["she"], "燕": ["yan"], "宁": ["ning"], "纪": ["ji"], "尹": ["yin"], "石": ["shi"],
        "万": ["wan"], "沈": ["shen"], "葛": ["ge"], "应": ["ying"], "於": ["yu"], "车": ["che"], "洪": ["hong"],
        "逄": ["pang"], "隗": ["kui"], "那": ["na"], "哈": ["ha"], "麦": ["mai"], "褚": ["chu"], "长": ["chang"],
        "長": ["chang"], "尉迟": ["yu", "chi"], "尉遲": ["yu", "chi"], "万俟": ["mo", "qi"], "长孙": ["zhang", "sun"],
        "長孫": ["zhang", "sun"], "澹台": ["tan", "tai"], "单于": ["chan", "yu"], "令狐": ["ling", "hu"],
        "欧阳": ["ou", "yang"], "歐陽": ["ou", "yang"], "司马": ["si", "ma"], "司馬": ["si", "ma"],
        "上官": ["shang", "guan"], "诸葛": ["zhu", "ge"], "諸葛": ["zhu", "ge"], "东方": ["dong", "fang"],
        "夏侯": ["xia", "hou"], "皇甫": ["huang", "fu"], "公孙": ["gong", "sun"], "慕容": ["mu", "rong"],
        "宇文": ["yu", "wen"], "司徒": ["si", "tu"], "司空": ["si", "kong"], "端木": ["duan", "mu"],
        "独孤": ["du", "gu"], "南宫": ["nan", "gong"], "西门": ["xi", "men"], "东郭": ["dong", "guo"],
        "呼延": ["hu", "yan"], "轩辕": ["xuan", "yuan"], "钟离": ["zhong", "li"], "闻人": ["wen", "ren"],
        "拓跋": ["tuo", "ba"], "赫连": ["he", "lian"], "申屠": ["shen", "tu"], "太史": ["tai", "shi"],
    ]

    /// Words in which a character is read in a way of its own, wherever they stand.
    static let words: [String: [String]] = [
        "重庆": ["chong", "qing"], "重慶": ["chong", "qing"], "重阳": ["chong", "yang"], "长安": ["chang", "an"],
        "长沙": ["chang", "sha"], "长春": ["chang", "chun"], "长江": ["chang", "jiang"], "长城": ["chang", "cheng"],
        "成都": ["cheng", "du"], "厦门": ["xia", "men"], "廈門": ["xia", "men"], "银行": ["yin", "hang"],
        "銀行": ["yin", "hang"], "音乐": ["yin", "yue"], "朝阳": ["chao", "yang"], "沈阳": ["shen", "yang"],
        "大厦": ["da", "sha"], "乐山": ["le", "shan"], "西藏": ["xi", "zang"],
    ]

    /// The first characters of ``words``, so that most characters need no look-up.
    static let wordStarts = Set(words.keys.compactMap(\.unicodeScalars.first))

    /// How Korean family names are written in Latin letters by their bearers.
    static let koreanFamilyNames: [String: String] = [
        "김": "kim", "이": "lee", "박": "park", "최": "choi", "정": "jung", "강": "kang", "조": "cho", "윤": "yoon",
        "장": "jang", "임": "lim", "오": "oh", "서": "seo", "신": "shin", "권": "kwon", "황": "hwang", "안": "ahn",
        "송": "song", "류": "ryu", "유": "yoo", "홍": "hong", "노": "noh", "문": "moon",
    ]
}
