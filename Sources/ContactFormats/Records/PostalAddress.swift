/// A postal address in its parts. Every part is optional; an empty one counts as absent.
public struct PostalAddress: Codable, Hashable, Sendable {
    /// Street and house number.
    public var street: String?
    /// A second street line.
    public var street2: String?
    /// The post office box.
    public var poBox: String?
    /// An addition such as a flat, a floor or a "c/o".
    public var extended: String?
    /// City or town.
    public var city: String?
    /// A part of the city.
    public var district: String?
    /// State, province or prefecture.
    public var region: String?
    /// Postal code, kept as typed with its leading zeros.
    public var postalCode: String?
    /// The country's name as typed.
    public var country: String?
    /// The country's two-letter code (ISO 3166-1).
    public var isoCountry: String?
    /// The whole address as text, for one that came without parts.
    public var formatted: String?

    /// Makes an address from its parts.
    public init(
        street: String? = nil, street2: String? = nil, poBox: String? = nil, extended: String? = nil,
        city: String? = nil, district: String? = nil, region: String? = nil, postalCode: String? = nil,
        country: String? = nil, isoCountry: String? = nil, formatted: String? = nil
    ) {
        self.street = street
        self.street2 = street2
        self.poBox = poBox
        self.extended = extended
        self.city = city
        self.district = district
        self.region = region
        self.postalCode = postalCode
        self.country = country
        self.isoCountry = isoCountry
        self.formatted = formatted
    }

    /// Whether no part holds anything.
    public var isEmpty: Bool {
        Part.allCases.allSatisfy { self[$0]?.isEmpty ?? true }
    }
}

extension PostalAddress {
    /// The parts of an address, in the order in which they are written; the raw value is the JSON key.
    package enum Part: String, CaseIterable, Sendable {
        case street, street2, poBox, extended, city, district, region, postalCode, country, isoCountry, formatted
    }

    /// One part by its name.
    package subscript(part: Part) -> String? {
        get {
            switch part {
            case .street: street
            case .street2: street2
            case .poBox: poBox
            case .extended: extended
            case .city: city
            case .district: district
            case .region: region
            case .postalCode: postalCode
            case .country: country
            case .isoCountry: isoCountry
            case .formatted: formatted
            }
        }
        set {
            switch part {
            case .street: street = newValue
            case .street2: street2 = newValue
            case .poBox: poBox = newValue
            case .extended: extended = newValue
            case .city: city = newValue
            case .district: district = newValue
            case .region: region = newValue
            case .postalCode: postalCode = newValue
            case .country: country = newValue
            case .isoCountry: isoCountry = newValue
            case .formatted: formatted = newValue
            }
        }
    }
}
