extension Culture {
    static let german = Culture(
        language: "de", country: "Deutschland", isoCountry: "DE",
        women: names(
            """
            Anja Annette Birgit Brigitte Christina Dörte Elke Franziska Friederike Gisela Greta Hannah Heike Ingrid \
            Jana Jördis Jutta Karin Katharina Klara Lena Lieselotte Marlene Mathilda Nele Petra Sabine Sigrid Sofie \
            Svenja Ulrike Ursula Käthe Bärbel
            """),
        men: names(
            """
            Andreas Bernd Björn Christian Detlef Dieter Emil Fabian Florian Friedrich Günther Hans-Jürgen Heinrich \
            Holger Jakob Jens Jörg Jürgen Karl Kilian Klaus Lorenz Lukas Matthias Moritz Norbert Otto Rainer Rolf \
            Sören Stefan Thorsten Uwe Volker Wolfgang
            """),
        families: {
            let plain = names(
                """
                Becker Böhm Braun Fuchs Groß Hoffmann Jäger Kaiser Köhler Krüger Lange Meißner Möller Müller Neumann \
                Schäfer Scholz Schröder Schulz Strauß Vogel Weiß Werner Wolf Zimmermann von_der_Heide von_Ahlsdorf zu_Tannen
                """)
            let starts = ["Alt", "Birken", "Buch", "Eich", "Erlen", "Linden", "Neu", "Nieder", "Ober", "Stein", "Wald"]
            let ends = ["bauer", "berger", "bäcker", "hofer", "huber", "mann", "mayer", "meier", "müller", "reuter"]
            let joined = starts.flatMap { start in ends.map { start + $0 } }
            return plain + names(joined.joined(separator: " "))
        }(),
        middleNames: 8, doubleFamilies: 10, prefixes: ["Dr.", "Prof. Dr.", "Dipl.-Ing."], suffixes: ["M.A.", "jun."],
        places: places(
            """
            Burgstätten|Bayern|
            Neuheim an der Ach|Baden-Württemberg|Südstadt
            Großkirchen|Sachsen|
            Lüttbek|Schleswig-Holstein|
            Mühlfurt|Thüringen|Altstadt
            """),
        streets: phrases(
            """
            Ahornweg
            Am Alten Wehr
            Gänsemarkt
            Kräuterstraße
            Straße der Töpfer
            """), postalCode: "0000#", phones: PhoneRange.germany,
        organizations: phrases(
            """
            Beispiel & Söhne GmbH
            Gärtnerei Grünspan
            Käserei Nordwind e. G.
            Stadtbücherei Mühlfurt
            Uhrenwerk "Zeitlos" AG
            Öko-Bäckerei Süßmund
            """),
        jobs: phrases(
            """
            Bürokauffrau
            Gärtner
            Lehrerin
            Schornsteinfeger
            Softwareentwicklerin
            Tischler
            Ärztin
            """))

    static let french = Culture(
        language: "fr", country: "France", isoCountry: "FR",
        women: names(
            """
            Adèle Aurélie Brigitte Camille Cécile Chloé Clémence Élise Éloïse Florence Françoise Gaëlle Hélène Inès \
            Jeanne Joséphine Léa Lucie Maëlle Manon Margaux Marie-Claire Noémie Océane Pauline Solène Sylvie Thérèse \
            Véronique Zoé
            """),
        men: names(
            """
            Adrien André Antoine Aurélien Baptiste Benoît Cédric Clément Didier Émile Étienne Félix François Gaël \
            Gérard Guillaume Hervé Jean-Baptiste Jérôme Léo Loïc Mathéo Noël Olivier Pascal Raphaël Rémi René Théo \
            Timothée Yann
            """),
        families: names(
            """
            Beauchêne Béranger Boisvert Bouvier Chevalier Clairmont d’Arbois de_La_Rivière Delacôte Deschamps Dubois \
            Durand Duval Faure Fontaine Forêt Garçon Garnier Hébert Lacroix Lafôret Lambert L’Hermitte Leclair Lefèvre \
            Legrand Lemoine Mercier Meunier Montclair Moreau Noël Pélissier Petit Renaudin Rousseaux Saint-Aubin \
            Tessier Vallée Villeneuve
            """),
        middleNames: 10, doubleFamilies: 8, prefixes: ["Dr", "Me", "Mme"], suffixes: [],
        places: places(
            """
            Saint-Étrier|Bretagne|
            Mont-les-Chênes|Auvergne-Rhône-Alpes|Vieille Ville
            Villefleurie|Occitanie|
            Port-Clair|Normandie|
            """),
        streets: phrases(
            """
            rue de l’Écluse
            allée des Tilleuls
            place du Marché-aux-Fleurs
            impasse Sainte-Cécile
            """), houseFirst: true, postalCode: "000##", phones: PhoneRange.france,
        organizations: phrases(
            """
            Boulangerie L’Épi d’Or
            Librairie À la Page
            Éditions du Héron
            Société des Écluses
            """),
        jobs: phrases(
            """
            Bibliothécaire
            Ébéniste
            Infirmière
            Ingénieure
            Pâtissier
            """))

    static let dutch = Culture(
        language: "nl", country: "Nederland", isoCountry: "NL",
        women: names("Anouk Daniëlle Femke Fleur Hanneke Ilse Jet Lotte Maaike Marieke Noor Roos Sanne Sofieke Zoë"),
        men: names("Bart Cees Daan Gijs Hendrik Jeroen Joost Koen Luuk Maarten Pieter Ruben Sjoerd Thijs Wouter"),
        families: names(
            """
            van_der_Meer van_den_Berg de_Vries ’t_Hooft van_’t_Veld in_’t_Hout de_Jong Bakker Visser Smit Kuiper \
            Hoekstra Dijkstra Brouwer Molenaar ter_Horst ten_Brink
            """),
        doubleFamilies: 10, prefixes: ["drs.", "ir.", "mr."], suffixes: [],
        places: places(
            """
            Nieuwdorp aan Zee|Zeeland|
            Oosterwijkerveen|Drenthe|
            """),
        streets: phrases(
            """
            Appelgracht
            Molensteeg
            Zwanenkade
            """), postalCode: "00## ZZ", phones: PhoneRange.abroad,
        organizations: phrases(
            """
            Bloemenhuis De Tulp
            Fietsenmakerij ’t Wiel
            """),
        jobs: phrases(
            """
            Boswachter
            Timmerman
            Verpleegkundige
            """))

    static let spanish = Culture(
        language: "es", country: "España", isoCountry: "ES", women: spanishWomen, men: spanishMen,
        families: spanishFamilies, middleNames: 15, doubleFamilies: 90, doubleSeparator: " ",
        prefixes: ["Dr.", "Dra.", "D.ª"], suffixes: [],
        places: places(
            """
            Villanueva del Río Seco|Castilla y León|
            Peñalta|Aragón|Casco Antiguo
            Puerto Almendro|Andalucía|
            """),
        streets: phrases(
            """
            Calle de los Olivos
            Avenida del Otoño
            Plaza de la Peña
            """), postalCode: "000##", phones: PhoneRange.abroad, organizations: spanishOrganizations,
        jobs: spanishJobs)

    static let mexican = Culture(
        language: "es-MX", country: "México", isoCountry: "MX", women: spanishWomen, men: spanishMen,
        families: spanishFamilies, middleNames: 35, doubleFamilies: 80, doubleSeparator: " ",
        prefixes: ["Ing.", "Lic.", "Dra."], suffixes: [],
        places: places(
            """
            San Jacinto Xochitepec|Oaxaca|Centro
            Ciudad Nogal|Sonora|
            """),
        streets: phrases(
            """
            Calle Jacaranda
            Avenida Niños Cantores
            """), postalCode: "000##", phones: PhoneRange.northAmerica, organizations: spanishOrganizations,
        jobs: spanishJobs)

    private static let spanishWomen = names(
        """
        Ainhoa Ángela Begoña Belén Carmen Concepción Elena Inés Itziar Jimena Lucía María_José Martina Mónica Nuria \
        Pilar Rocío Sofía Ximena Yolanda Estefanía
        """)
    private static let spanishMen = names(
        """
        Adrián Álvaro Andrés Ángel Benjamín César Diego Emilio Fermín Germán Hernán Iñaki Íñigo Jesús Joaquín José \
        Julián Martín Óscar Pablo Ramón Raúl Sebastián Tomás
        """)
    private static let spanishFamilies = names(
        """
        Acuña Álvarez Avendaño Cárdenas Castaño Domínguez Echeverría Fernández Gómez Gutiérrez Hernández Ibáñez \
        Jiménez López Martínez Muñoz Núñez Ordóñez Peña Pérez Quiñones Ramírez Rodríguez Sánchez Sepúlveda Suárez \
        Urrutia Vázquez Yáñez Zúñiga de_la_Torre del_Río
        """)
    private static let spanishOrganizations = phrases(
        """
        Panadería La Espiga
        Talleres Ibáñez, S.L.
        Cooperativa Mañana
        """)
    private static let spanishJobs = phrases(
        """
        Carpintero
        Diseñadora
        Enfermera
        Ingeniera
        Periodista
        """)

    static let brazilian = Culture(
        language: "pt-BR", country: "Brasil", isoCountry: "BR",
        women: names("Beatriz Conceição Débora Fernanda Flávia Graça Helena Inês Júlia Letícia Luíza Patrícia Thaís"),
        men: names(
            "André Antônio Caio Cauã Estevão Fábio Gonçalo João Joaquim José Luís Márcio Otávio Sérgio Vinícius"),
        families: names(
            """
            Araújo Assunção Brandão Caldeirão da_Conceição da_Silva dos_Santos Falcão Gonçalves Guimarães Leitão \
            Magalhães Mourão Pinheiro Queirós Simões
            """),
        middleNames: 20, doubleFamilies: 50, doubleSeparator: " ", prefixes: ["Dr.", "Dra."],
        suffixes: ["Filho", "Neto"],
        places: places(
            """
            São Bento do Ipê|Minas Gerais|
            Praia das Garças|Bahia|Centro Histórico
            """),
        streets: phrases(
            """
            Rua das Jabuticabas
            Travessa do Pão
            """), postalCode: "000##-000", phones: PhoneRange.abroad,
        organizations: phrases(
            """
            Padaria Três Irmãos
            Oficina São João Ltda.
            """),
        jobs: phrases(
            """
            Engenheira
            Padeiro
            Professora
            """))
}
