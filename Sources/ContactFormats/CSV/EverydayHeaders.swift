import Foundation

/// The names by which people and programs call a contact's columns.
enum EverydayHeaders {
    /// What a header means; nil when that is unknown.
    ///
    /// - Parameter header: The header, tidied by ``tidied(_:)``.
    static func column(for header: String) -> CSVColumn? {
        if let attribute = ContactAttribute(rawValue: header) { return .exact(attribute) }
        let folded = header.lowercased()
        if let column = numbered(folded) { return column }
        let key = key(folded)
        if let column = names[key] { return column }
        for (prefix, label) in addressLabels where key.hasPrefix(prefix) {
            if let column = address(String(key.dropFirst(prefix.count)), .label(label)) { return column }
        }
        return address(key, .label(""))
    }

    /// A header without blanks at its ends, with single blanks inside, without byte-order marks, composed (NFC).
    static func tidied(_ header: String) -> String {
        if header.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return header }
        let words = header.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\u{FEFF}" || $0 == "\0" }
        return words.map { String($0) }.joined(separator: " ").precomposedStringWithCanonicalMapping
    }

    /// Headers that differ only in case, blanks, hyphens and the like have the same key.
    static func key(_ header: String) -> String {
        String(header.lowercased().unicodeScalars.filter { !" -_.:'’/()".unicodeScalars.contains($0) })
    }

    private static let addressLabels = [
        ("home", "home"), ("private", "home"), ("work", "work"), ("business", "work"), ("office", "work"),
        ("company", "work"), ("other", "other"), ("mailing", ""), ("postal", ""),
    ]

    private static func address(_ key: String, _ address: CSVColumn.AddressKey) -> CSVColumn? {
        switch key {
        case "address", "addresses", "postaladdress", "fulladdress", "formattedaddress": .addressLine(address)
        case "street", "streetaddress", "address1", "addressline1", "addressstreet", "street1":
            .address(address, .street)
        case "street2", "address2", "addressline2", "streetaddress2": .address(address, .street2)
        case "street3", "address3", "addressline3": .address(address, .extended)
        case "city", "town", "locality", "addresscity": .address(address, .city)
        case "district", "suburb", "neighborhood", "neighbourhood": .address(address, .district)
        case "state", "province", "region", "county", "stateprovince", "addressstate", "stateregion":
            .address(address, .region)
        case "zip", "zipcode", "postalcode", "postcode", "plz", "zippostalcode", "addresszip", "addresspostalcode":
            .address(address, .postalCode)
        case "country", "countryregion", "countryorregion", "addresscountry": .address(address, .country)
        case "countrycode", "isocountry": .address(address, .isoCountry)
        case "pobox", "addresspobox", "postofficebox": .address(address, .poBox)
        default: nil
        }
    }

    // MARK: Numbered headers

    /// `E-mail 1 - Label`, `Address 2 - City`, `Organization 1 - Name`.
    private static func numbered(_ header: String) -> CSVColumn? {
        guard let dash = header.firstRange(of: " - ") else { return nil }
        let part = header[dash.upperBound...]
        let front = header[..<dash.lowerBound].split(separator: " ")
        guard front.count >= 2, let number = front.last.flatMap({ Int($0) }), number > 0 else { return nil }
        let what = front.dropLast().joined(separator: " ")
        if what == "address" { return numberedAddress(part, number) }
        if what == "organization" { return number == 1 ? organization(part) : nil }
        guard let attribute = numberedNames[what] else { return nil }
        switch part {
        case "label", "type", "service": return .numberedLabel(attribute, number)
        case "value": return .numberedValue(attribute, number)
        default: return nil
        }
    }

    private static let numberedNames: [String: ContactAttribute] = [
        "e-mail": .emails, "email": .emails, "phone": .phones, "website": .urls, "url": .urls, "event": .dates,
        "relation": .relations, "im": .im, "custom field": .custom,
    ]

    private static func numberedAddress(_ part: Substring, _ number: Int) -> CSVColumn? {
        let key = CSVColumn.AddressKey.number(number)
        switch part {
        case "label", "type": return .numberedLabel(.addresses, number)
        case "formatted": return .address(key, .formatted)
        case "street": return .address(key, .street)
        case "city": return .address(key, .city)
        case "po box": return .address(key, .poBox)
        case "region": return .address(key, .region)
        case "postal code": return .address(key, .postalCode)
        case "country": return .address(key, .country)
        case "extended address": return .address(key, .extended)
        default: return nil
        }
    }

    private static func organization(_ part: Substring) -> CSVColumn? {
        switch part {
        case "name": .attribute(.organization)
        case "title": .attribute(.jobTitle)
        case "department": .attribute(.department)
        case "yomi name": .attribute(.phoneticOrganization)
        default: nil
        }
    }
}
