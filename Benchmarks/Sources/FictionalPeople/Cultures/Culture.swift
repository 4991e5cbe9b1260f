/// What people of one language are called, where they live and how they write it.
///
/// A class, because people are made by the million and each has one: a struct's fifteen lists would be retained anew
/// for each.
package final class Culture: Sendable {
    package let language: String
    package let country: String
    package let isoCountry: String
    package let women: [Name]
    package let men: [Name]
    package let families: [Name]
    /// Family names of women where they differ, in the order of `families`.
    package let womensFamilies: [Name]
    /// Family names stand before given names.
    package let familyFirst: Bool
    /// What stands between the two: nothing in Han names.
    package let separator: String
    /// How many in a hundred have a middle name (a second given name).
    package let middleNames: Int
    /// How many in a hundred have two family names, and what joins them.
    package let doubleFamilies: Int
    package let doubleSeparator: String
    package let prefixes: [String]
    package let suffixes: [String]
    package let places: [Place]
    package let streets: [String]
    /// The house number stands before the street.
    package let houseFirst: Bool
    /// Each `#` is a digit; the rest stands as it is.
    package let postalCode: String
    package let phones: [PhoneRange]
    package let organizations: [String]
    package let jobs: [String]

    init(
        language: String, country: String, isoCountry: String, women: [Name], men: [Name], families: [Name],
        womensFamilies: [Name]? = nil, familyFirst: Bool = false, separator: String = " ", middleNames: Int = 0,
        doubleFamilies: Int = 0, doubleSeparator: String = "-", prefixes: [String] = [], suffixes: [String] = [],
        places: [Place], streets: [String], houseFirst: Bool = false, postalCode: String, phones: [PhoneRange],
        organizations: [String], jobs: [String]
    ) {
        self.language = language
        self.country = country
        self.isoCountry = isoCountry
        self.women = women
        self.men = men
        self.families = families
        self.womensFamilies = womensFamilies ?? families
        self.familyFirst = familyFirst
        self.separator = separator
        self.middleNames = middleNames
        self.doubleFamilies = doubleFamilies
        self.doubleSeparator = doubleSeparator
        self.prefixes = prefixes
        self.suffixes = suffixes
        self.places = places
        self.streets = streets
        self.houseFirst = houseFirst
        self.postalCode = postalCode
        self.phones = phones
        self.organizations = organizations
        self.jobs = jobs
    }

    package struct Place: Sendable {
        package let city: String
        package let region: String?
        package let district: String?
    }

    /// Reads places, one a line: `city|region|district`.
    static func places(_ list: String) -> [Place] {
        phrases(list).map { line in
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            return Place(
                city: parts[0],
                region: parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil,
                district: parts.count > 2 && !parts[2].isEmpty ? parts[2] : nil)
        }
    }
}

extension Culture {
    /// All cultures, the ones in Latin script first.
    package static let all: [Culture] =
        latin + [russian, ukrainian, greek] + eastAsian + [arabic, hebrew, thai, hindi]

    package static let latin: [Culture] = [
        american, british, german, french, spanish, mexican, polish, danish, turkish, vietnamese, brazilian, czech,
        hungarian, dutch, icelandic,
    ]

    package static let eastAsian: [Culture] = [chinese, taiwanese, japanese, korean]
}
