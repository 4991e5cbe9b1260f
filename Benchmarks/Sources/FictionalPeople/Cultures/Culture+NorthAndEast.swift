extension Culture {
    static let polish = Culture(
        language: "pl", country: "Polska", isoCountry: "PL",
        women: names(
            "Agnieszka Bożena Danuta Elżbieta Grażyna Iwona Jadwiga Kinga Łucja Małgorzata Róża Wiesława Żaneta Zofia"),
        men: names(
            "Błażej Czesław Grzegorz Jędrzej Kazimierz Łukasz Mieczysław Paweł Przemysław Rafał Stanisław Wojciech Zdzisław"
        ),
        families: names(
            "Bąk Dębski Gołąbek Jabłoński Kołodziejski Łącki Mróz Nowicki Ślusarski Świderski Wiśniewski Źrebski Żuk"),
        womensFamilies: names(
            "Bąk Dębska Gołąbek Jabłońska Kołodziejska Łącka Mróz Nowicka Ślusarska Świderska Wiśniewska Źrebska Żuk"),
        doubleFamilies: 12, prefixes: ["dr", "prof.", "mgr inż."], suffixes: [],
        places: places(
            """
            Żabia Wola Górna|Mazowieckie|
            Brzeźnik|Małopolskie|Śródmieście
            """),
        streets: phrases(
            """
            ul. Źródlana
            ul. Świętego Krzysztofa
            """), postalCode: "00-0##", phones: PhoneRange.abroad,
        organizations: phrases(
            """
            Piekarnia Pod Wieżą
            Księgarnia „Żółw”
            """),
        jobs: phrases(
            """
            Inżynier
            Księgowa
            Nauczycielka
            """))

    static let czech = Culture(
        language: "cs", country: "Česko", isoCountry: "CZ",
        women: names("Běla Božena Dagmar Eliška Jiřina Květa Ludmila Markéta Růžena Šárka Zdeňka Žofie"),
        men: names("Bořek Čeněk Dušan Jiří Kryštof Luděk Matěj Oldřich Řehoř Šimon Tomáš Zdeněk"),
        families: names("Beneš Čapský Dvořáček Hájek Jelínek Kovář Říha Skřivan Šťastný Vaněk Žižka"),
        womensFamilies: names(
            "Benešová Čapská Dvořáčková Hájková Jelínková Kovářová Říhová Skřivanová Šťastná Vaňková Žižková"),
        prefixes: ["Ing.", "MUDr.", "Mgr."], suffixes: ["CSc.", "Ph.D."],
        places: places(
            """
            Dolní Řečice|Vysočina|
            Kuřimov|Jihomoravský kraj|
            """),
        streets: phrases(
            """
            Pod Lipami
            Řeznická
            """), postalCode: "000 ##", phones: PhoneRange.abroad,
        organizations: phrases(
            """
            Pekařství U Tří růží
            Ořech s.r.o.
            """),
        jobs: phrases(
            """
            Lékařka
            Truhlář
            """))

    static let danish = Culture(
        language: "da", country: "Danmark", isoCountry: "DK",
        women: names("Åse Astrid Birgitte Bodil Dorthe Gudrun Inge Kirsten Maja Signe Sørine Tove"),
        men: names("Aage Anders Bjørn Jørgen Jeppe Kåre Mads Mikkel Niels Rasmus Søren Torben"),
        families: names(
            "Ørsted Ågård Bæk Bjerregård Christensen Højgaard Kjær Lærke Møller Nørgaard Østergaard Skovgård"),
        middleNames: 30, prefixes: [], suffixes: [],
        places: places(
            """
            Sønderløse|Sjælland|
            Ærøvig|Syddanmark|
            """),
        streets: phrases(
            """
            Kærvej
            Østergade
            """), postalCode: "00##", phones: PhoneRange.abroad,
        organizations: phrases(
            """
            Smørrebrød & Sønner ApS
            Bogladen Æblet
            """),
        jobs: phrases(
            """
            Bådebygger
            Lærer
            """))

    static let icelandic = Culture(
        language: "is", country: "Ísland", isoCountry: "IS",
        women: names("Aðalheiður Þórunn Guðrún Ásdís Ragnhildur"),
        men: names("Þór Ægir Sigurður Guðmundur Hálfdán"),
        families: names("Þórarinsson Guðmundsson Ásgeirsson Ægisson"),
        womensFamilies: names("Þórarinsdóttir Guðmundsdóttir Ásgeirsdóttir Ægisdóttir"),
        places: places("Þorlákssandur||"),
        streets: phrases("Æðargata"), postalCode: "0##", phones: PhoneRange.abroad,
        organizations: phrases("Bókabúðin Þula"), jobs: phrases("Jarðfræðingur"))

    static let turkish = Culture(
        language: "tr", country: "Türkiye", isoCountry: "TR",
        women: names("Ayşe Çiğdem Gülşen İpek Işıl Müge Nurgül Özge Şebnem Sıla Ümran Yıldız Zübeyde"),
        men: names("Barış Çağrı Doğan Gökhan İbrahim İlker Işık Kıvanç Mustafa Oğuz Şükrü Tuğrul Uğur"),
        families: names(
            "Acar Çağlayan Çelik Gündoğdu Güneş İnanır Irmak Işıklı Kılıç Özdemir Şahin Şimşek Türkoğlu Yağmur Yıldırım"
        ),
        middleNames: 12, prefixes: ["Dr.", "Prof. Dr."], suffixes: [],
        places: places(
            """
            Gülpınarı|İzmir|
            Ilıcaköy|Muğla|Çarşı
            """),
        streets: phrases(
            """
            Çınarlı Sokak
            Işıklar Caddesi
            """), postalCode: "000##", phones: PhoneRange.abroad,
        organizations: phrases(
            """
            Çiçekçi Işıl
            İncir Yayınevi A.Ş.
            """),
        jobs: phrases(
            """
            Öğretmen
            Mühendis
            """))

    static let hungarian = Culture(
        language: "hu", country: "Magyarország", isoCountry: "HU",
        women: names("Ágnes Erzsébet Gyöngyi Ildikó Piroska Sára Tünde Zsófia"),
        men: names("Ákos Botond Ernő Gábor Győző László Ödön Zsolt"),
        families: names("Bíró Csűrös Fűzfa Kőműves Őri Szűcs Tóth Vörös Zöld"),
        familyFirst: true, prefixes: ["dr."], suffixes: [],
        places: places("Kőszegfalva|Vas|"), streets: phrases("Őz utca\nSzőlő köz"), postalCode: "00##",
        phones: PhoneRange.abroad, organizations: phrases("Tűzhely Kft."), jobs: phrases("Erdész\nKönyvelő"))

    static let vietnamese = Culture(
        language: "vi", country: "Việt Nam", isoCountry: "VN",
        women: names("Ánh Bích Diễm Hạnh Hằng Hương Liên Ngọc Nhung Phượng Quỳnh Thảo Tuyết Yến"),
        men: names("Bảo Cường Dũng Đức Hải Hưng Khôi Lộc Minh Nghĩa Phúc Quân Sơn Trọng Tuấn Vũ"),
        families: names("Nguyễn Trần Lê Phạm Huỳnh Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý"),
        familyFirst: true, middleNames: 80, prefixes: [], suffixes: [],
        places: places("Thị trấn Suối Vàng|Lâm Đồng|Phường 1"),
        streets: phrases(
            """
            Đường Hoa Phượng
            Ngõ Cây Đa
            """), houseFirst: true, postalCode: "00000#", phones: PhoneRange.abroad,
        organizations: phrases(
            """
            Công ty TNHH Sao Mai
            Nhà sách Bút Chì
            """),
        jobs: phrases(
            """
            Giáo viên
            Kỹ sư
            """))
}
