extension Culture {
    /// Endings and beginnings that make some three hundred family names, so that a million people do not share fifty.
    private static let englishFamilies: [Name] = {
        let plain = names(
            """
            Baker Bell Brooks Carter Clarke Cole Cooper Davies Dunn Ellis Evans Fisher Foster Gray Green Hall Harris \
            Hughes Hunter Jones Kelly King Knight Lane Lee Lewis Lloyd Marsh Mason Miller Moore Morgan Murphy Nolan \
            O’Brien O’Connor Owen Palmer Parker Pearce Perry Quinn Reed Rhys Roberts Rose Russell Scott Shaw Smith \
            Stone Taylor Thomas Turner Walker Ward Watson Webb West White Williams Wilson Wood Wright Young MacLeod \
            McAllister McKay FitzGerald St_John Brontë
            """)
        let starts = [
            "Ash", "Beck", "Black", "Brad", "Clay", "Dal", "East", "Ever", "Fair", "Gold", "Hart", "Hol", "Kings",
            "Lang", "Lind", "Mor", "North", "Oak", "Pen", "Rad", "Red", "Rush", "Shel", "Stan", "Strat", "Thorn",
            "Wake", "West", "Whit", "Win",
        ]
        let ends = ["by", "combe", "field", "ford", "ham", "land", "ley", "more", "ton", "well", "wood", "worth"]
        let joined = starts.flatMap { start in ends.map { start + $0 } }
        return plain + names(joined.joined(separator: " "))
    }()

    private static let englishWomen = names(
        """
        Abigail Alice Amelia Amy Anna Audrey Beatrice Bella Caroline Charlotte Chloë Clara Daisy Diana Edith Eleanor \
        Eliza Ella Emily Emma Erin Esther Eva Faith Fiona Florence Frances Freya Gemma Grace Hannah Harriet Hazel \
        Heather Helen Holly Imogen Iris Isla Ivy Jane Jasmine Jessica Joan Josephine Julia Kate Laura Leah Lily Lucy \
        Lydia Mabel Margaret Martha Mary Matilda Megan Mia Molly Nancy Naomi Nora Olivia Phoebe Poppy Rachel Renée \
        Rosie Ruby Ruth Sarah Scarlett Sienna Siobhán Sophie Stella Susan Tessa Violet Vivian Willow Zara Zoë
        """)

    private static let englishMen = names(
        """
        Aaron Adam Albert Alexander Alfie Andrew Angus Arthur Austin Barnaby Benjamin Blake Callum Charles Christopher \
        Colin Connor Daniel David Dominic Douglas Duncan Dylan Edmund Edward Elliot Eric Ethan Evan Felix Finley Francis \
        Frederick Gabriel George Gordon Graham Gregory Harold Harry Henry Howard Hugh Hugo Ian Isaac Jack Jacob James \
        Jasper Jeremy Joel John Jonathan Joseph Joshua Julian Keith Kenneth Lawrence Leo Lewis Liam Louis Lucas Luke \
        Malcolm Marcus Martin Matthew Max Michael Miles Nathan Neil Nicholas Noah Oliver Oscar Owen Patrick Paul Peter \
        Philip Ralph Robert Rory Rupert Samuel Sebastian Seán Simon Stanley Stephen Theodore Thomas Toby Victor Walter \
        William
        """)

    private static let englishOrganizations = phrases(
        """
        Acorn & Daughters
        Blue Heron Books
        Copperfield Cycles, Ltd.
        "The Quiet" Tea House
        Halfmoon Bakery
        Lantern Software
        Meadow Lane School
        Northgate Library
        Orchard Street Clinic
        Pinecone Studios
        Riverbend Ferries
        Seven Bridges Surveyors
        Thimble; Thread & Co.
        Wren Observatory
        """)

    private static let englishJobs = phrases(
        """
        Accountant
        Archivist
        Baker
        Carpenter
        Engineer
        Ferry Captain
        Gardener
        Head of "Special Projects"
        Illustrator
        Librarian
        Nurse
        Software Engineer
        Teacher
        Translator
        Vet
        """)

    static let american = Culture(
        language: "en", country: "United States", isoCountry: "US", women: englishWomen, men: englishMen,
        families: englishFamilies, middleNames: 25, doubleFamilies: 4, prefixes: ["Dr.", "Prof.", "Hon."],
        suffixes: ["Jr.", "Sr.", "III", "Ph.D.", "Esq."],
        places: places(
            """
            Ashford Falls|Oregon|
            Cedar Hollow|Vermont|
            Lakeside Junction|Ohio|
            New Harmony Bay|Maine|
            Pine Ridge Springs|Colorado|Old Town
            Sparrow Creek|Texas|
            Twin Elms|New York|Harbor District
            """),
        streets: phrases(
            """
            Blackbird Lane
            Elm Hollow Road
            Juniper Court
            Maple Loop
            Old Mill Street
            Quarry Hill Avenue
            """), houseFirst: true, postalCode: "000##", phones: PhoneRange.northAmerica,
        organizations: englishOrganizations, jobs: englishJobs)

    static let british = Culture(
        language: "en-GB", country: "United Kingdom", isoCountry: "GB", women: englishWomen, men: englishMen,
        families: englishFamilies, middleNames: 15, doubleFamilies: 8, prefixes: ["Dr", "Prof.", "The Rev."],
        suffixes: ["OBE", "FRS", "QC"],
        places: places(
            """
            Little Wickham|Kent|
            Market Tilling|Norfolk|
            Upper Barrowby|Lincolnshire|
            Llanfair Bach|Gwynedd|
            Strathmore Mills|Fife|Mill Quarter
            """),
        streets: phrases(
            """
            Badger’s Walk
            Church Row
            Gasworks Yard
            Rookery Lane
            Tannery Street
            """), houseFirst: true, postalCode: "ZZ# #ZZ", phones: PhoneRange.unitedKingdom,
        organizations: englishOrganizations, jobs: englishJobs)
}
