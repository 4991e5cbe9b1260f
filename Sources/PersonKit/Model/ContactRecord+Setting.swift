extension ContactRecord {
    /// The keys that ``set(_:forKey:)`` takes, beside `custom.NAME`.
    static let settableKeys =
        ContactAttribute.allCases.map(\.rawValue)
        + ["birthYear", "birthMonth", "birthDay", "birthdayText", "calendar"]

    /// What the book keeps by itself.
    private static let keptKeys: Set<String> = [
        "sortKey", "searchText", "monthDay", "derivedVersion", "revision", "deletedAt",
    ]

    /// Sets an attribute by its name; nil and `NSNull` clear it.
    ///
    /// - Parameters:
    ///   - value: A value of the attribute's own type; for lists of labelled values a list of plain ones too, for a
    ///     birthday its text, for a number any whole number.
    ///   - key: The attribute's name, or `custom.NAME` for one field of the user's own.
    /// - Throws: ``PersonError``: `unknownKey`, `wrongType`, `outOfRange`, `readOnlyKey`, `invalidValue`.
    public mutating func set(_ value: Any?, forKey key: String) throws(PersonError) {
        let value = Self.unwrapped(value)
        if key.hasPrefix("custom."), key.utf8.count > 7 {
            custom[String(key.dropFirst(7))] = try value.map { (value) throws(PersonError) in
                try Self.customValue(value, key: key)
            }
            return
        }
        guard let attribute = ContactAttribute(rawValue: key) else {
            if ["birthYear", "birthMonth", "birthDay", "birthdayText", "calendar"].contains(key) {
                return try setBirthday(value, part: key)
            }
            throw Self.unknown(key)
        }
        switch attribute.kindOfValue {
        case .text: self[text: attribute] = try Self.cast(value, key, "a text", String.self)
        case .integer: age = try value.map { (value) throws(PersonError) in try Self.age(value) }
        case .data: photoData = try Self.cast(value, key, "data", Data.self)
        case .timestamp:
            let date = try Self.cast(value, key, "a date", Date.self)
            if attribute == .createdAt { createdAt = date } else { updatedAt = date }
        case .partialDate: birthday = try value.map { (value) throws(PersonError) in try Self.date(value, key) }
        case .strings: self[strings: attribute] = try Self.cast(value, key, "a list of texts", [String].self) ?? []
        case .labeledStrings: self[labeled: attribute] = try Self.labeled(value, key, "texts") { $0 as? String }
        case .labeledAddresses:
            addresses = try Self.labeled(value, key, "addresses") { value in
                value as? PostalAddress ?? (value as? String).map { PostalAddress(formatted: $0) }
            }
        case .labeledDates:
            dates = try Self.labeled(value, key, "dates") { value in
                value as? PartialDate ?? (value as? String).map { PartialDate(parsing: $0) ?? .text($0) }
            }
        case .labeledRelations:
            relations = try Self.labeled(value, key, "relations") { value in
                value as? Relation ?? (value as? String).map { Relation(name: $0) }
            }
        case .custom:
            var fields: [String: CustomValue] = [:]
            for (name, value) in try Self.cast(value, key, "a dictionary", [String: Any].self) ?? [:] {
                fields[name] = try Self.customValue(value, key: "custom.\(name)")
            }
            custom = fields
        }
    }

    private mutating func setBirthday(_ value: Any?, part: String) throws(PersonError) {
        if part == "birthdayText" {
            birthday = try Self.cast(value, part, "a text", String.self).map { .text($0) }
            return
        }
        var (year, month, day) = (birthday?.year, birthday?.month, birthday?.day)
        var calendar = birthday?.calendar ?? PartialDate.gregorian
        switch part {
        case "calendar": calendar = try Self.cast(value, part, "a text", String.self) ?? PartialDate.gregorian
        case "birthYear": year = try value.map { (value) throws(PersonError) in try Self.integer(value, part) }
        case "birthMonth": month = try value.map { (value) throws(PersonError) in try Self.integer(value, part) }
        default: day = try value.map { (value) throws(PersonError) in try Self.integer(value, part) }
        }
        guard year != nil || month != nil || day != nil else {
            birthday = nil
            return
        }
        guard let date = PartialDate(year: year, month: month, day: day, calendar: calendar) else {
            throw PersonError(.outOfRange, "Person.\(part): there is no such day", key: part)
        }
        birthday = date
    }

    // MARK: - Conversions

    /// Opens an Optional that sits inside an `Any`, as a dictionary's literal makes one.
    private static func unwrapped(_ value: Any?) -> Any? {
        guard let value, !(value is NSNull) else { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }

    private static func cast<T>(_ value: Any?, _ key: String, _ what: String, _: T.Type) throws(PersonError) -> T? {
        guard let value else { return nil }
        guard let value = value as? T else { throw wrongType(key, what, value) }
        return value
    }

    private static func integer(_ value: Any, _ key: String) throws(PersonError) -> Int {
        if !(value is Bool), !(value is String) {
            if let number = value as? any BinaryInteger {
                guard let exact = Int(exactly: number) else { throw outOfRange(key) }
                return exact
            }
            if let number = value as? NSNumber {
                guard let exact = Int(exactly: number.doubleValue) else {
                    throw number.doubleValue.isFinite && number.doubleValue == number.doubleValue.rounded()
                        ? outOfRange(key) : wrongType(key, "a whole number", value)
                }
                return exact
            }
        }
        throw wrongType(key, "a whole number", value)
    }

    private static func age(_ value: Any) throws(PersonError) -> Int {
        let age = try integer(value, "age")
        guard PersonLimits.age.contains(age) else { throw outOfRange("age") }
        return age
    }

    private static func outOfRange(_ key: String) -> PersonError {
        let range = PersonLimits.age
        return PersonError(
            .outOfRange,
            "Person.\(key) does not fit: it takes \(range.lowerBound)…\(range.upperBound) (Integer 16)", key: key)
    }

    private static func date(_ value: Any, _ key: String) throws(PersonError) -> PartialDate {
        if let date = value as? PartialDate { return date }
        guard let text = value as? String else { throw wrongType(key, "a date", value) }
        switch PartialDate.read(text) {
        case .date(let date): return date
        case .words: return .text(text)
        case .impossible: throw PersonError(.outOfRange, "Person.\(key): there is no such day", key: key)
        }
    }

    private static func labeled<T>(
        _ value: Any?, _ key: String, _ what: String, _ convert: (Any) -> T?
    ) throws(PersonError) -> [Labeled<T>] {
        guard let value else { return [] }
        if let values = value as? [Labeled<T>] { return values }
        guard let list = value as? [Any] else { throw wrongType(key, "a list of \(what)", value) }
        var found: [Labeled<T>] = []
        for value in list {
            if let value = value as? Labeled<T> {
                found.append(value)
            } else if let value = convert(value) {
                found.append(Labeled(value))
            } else {
                throw wrongType(key, "a list of \(what)", value)
            }
        }
        return found
    }

    private static func customValue(_ value: Any, key: String) throws(PersonError) -> CustomValue {
        switch value {
        case let value as CustomValue: return value
        case let value as String: return .string(value)
        case let value as [String]: return .strings(value)
        case let value as Bool: return .bool(value)
        case let value as ExactNumber: return .number(value)
        case let value as any BinaryInteger:
            if let number = Int(exactly: value) { return .number(ExactNumber(number)) }
        case let value as Double:
            if let number = ExactNumber(value) { return .number(number) }
        default: break
        }
        throw wrongType(key, "a text, a number, true or false, or a list of texts", value)
    }

    private static func wrongType(_ key: String, _ what: String, _ value: Any) -> PersonError {
        PersonError(.wrongType, "Person.\(key) takes \(what), not \(type(of: value))", key: key)
    }

    /// The error for a key that cannot be set.
    static func unknown(_ key: String) -> PersonError {
        if keptKeys.contains(key) {
            return PersonError(
                .readOnlyKey, "Person.\(key) is kept by the contact book and cannot be set", key: key)
        }
        let near = Nearest.name(to: key, among: settableKeys)
        let hint = near.map { "Did you mean '\($0)'?" } ?? "A field of your own is set as 'custom.\(key)'."
        return PersonError(.unknownKey, "Person has no attribute '\(key)'. \(hint)", key: key)
    }
}
