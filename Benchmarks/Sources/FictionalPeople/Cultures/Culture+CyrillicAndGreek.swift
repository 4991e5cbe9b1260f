extension Culture {
    static let russian = Culture(
        language: "ru", country: "Россия", isoCountry: "RU",
        women: names(
            "Анна/anna Алёна/alyona Дарья/darya Екатерина/ekaterina Ирина/irina Любовь/lyubov Наталья/natalya Ольга/olga Юлия/yulia"
        ),
        men: names(
            "Алексей/alexey Борис/boris Дмитрий/dmitry Евгений/evgeny Илья/ilya Лев/lev Сергей/sergey Фёдор/fyodor Юрий/yury"
        ),
        families: names(
            "Берёзкин/beryozkin Воробьёв/vorobyov Журавлёв/zhuravlyov Лисицын/lisitsyn Медведков/medvedkov Озеров/ozerov Щукин/shchukin Ясенев/yasenev"
        ),
        womensFamilies: names(
            "Берёзкина/beryozkina Воробьёва/vorobyova Журавлёва/zhuravlyova Лисицына/lisitsyna Медведкова/medvedkova Озерова/ozerova Щукина/shchukina Ясенева/yaseneva"
        ),
        prefixes: ["д-р", "проф."], suffixes: [],
        places: places("Верхние Ключи|Тверская область|Заречный район\nСосногорск-на-Оке|Рязанская область|"),
        streets: phrases("ул. Липовая\nпер. Кузнечный"), postalCode: "0000##", phones: PhoneRange.abroad,
        organizations: phrases("ООО «Ромашка»\nТипография «Ёж»"), jobs: phrases("Инженер\nУчитель\nВрач"))

    static let ukrainian = Culture(
        language: "uk", country: "Україна", isoCountry: "UA",
        women: names("Ганна/hanna Зоряна/zoriana Їлена/yilena Леся/lesia Оксана/oksana Соломія/solomiia"),
        men: names("Андрій/andrii Богдан/bohdan Євген/yevhen Ігор/ihor Тарас/taras Ярослав/yaroslav"),
        families: names(
            "Гриценко/hrytsenko Ґалаґан/galagan Їжакевич/yizhakevych Коваленко/kovalenko Соловейко/soloveiko"),
        places: places("Новий Яр|Львівська область|"), streets: phrases("вул. Вишнева"), postalCode: "000##",
        phones: PhoneRange.abroad, organizations: phrases("Пекарня «Їжачок»"), jobs: phrases("Вчителька\nСтоляр"))

    static let greek = Culture(
        language: "el", country: "Ελλάδα", isoCountry: "GR",
        women: names("Αθηνά/athina Άννα/anna Ειρήνη/irini Ελένη/eleni Ιφιγένεια/ifigenia Σοφία/sofia"),
        men: names("Άγγελος/angelos Γιώργος/giorgos Δημήτρης/dimitris Λουκάς/loukas Νίκος/nikos Οδυσσέας/odysseas"),
        families: names(
            "Αγγελόπουλος/angelopoulos Ελαιώνας/elaionas Θαλασσινός/thalassinos Καρυδάς/karydas Μυλωνάς/mylonas Ψαράς/psaras"
        ),
        womensFamilies: names(
            "Αγγελοπούλου/angelopoulou Ελαιώνα/elaiona Θαλασσινού/thalassinou Καρυδά/karyda Μυλωνά/mylona Ψαρά/psara"),
        prefixes: ["Δρ"], suffixes: [], places: places("Άνω Βρύσες|Κρήτη|\nΕλιόκαμπος|Πελοπόννησος|"),
        streets: phrases("Οδός Αμυγδαλιάς\nΟδός Ηλιοτροπίων"), postalCode: "000 ##", phones: PhoneRange.abroad,
        organizations: phrases("Φούρνος «Η Αυγή»\nΒιβλιοπωλείο Άλφα"), jobs: phrases("Μηχανικός\nΔασκάλα"))
}
