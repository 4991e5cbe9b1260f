/// What each column of one CSV file holds, found from its header and the user's map.
package struct CSVHeaderMapping {
    /// The headers, tidied; `column N` for an empty one.
    package let headers: [String]
    /// What the columns hold.
    package private(set) var columns: [CSVColumn]
    /// How many headers are known, by name or by the user's map.
    package let knownCount: Int

    /// Finds what the columns hold.
    ///
    /// - Throws: ``ContactFormatError`` with `invalidOption` when the map names a column that the file does not have,
    ///   or an attribute that does not exist.
    package init(headers rawHeaders: [String], map: [String: String], file: String) throws {
        var headers = rawHeaders.map(EverydayHeaders.tidied)
        for index in headers.indices where headers[index].isEmpty { headers[index] = Self.placeholder(index) }
        let wanted = try Self.targets(map, headers: headers, file: file)
        var columns: [CSVColumn] = []
        var known = 0
        for (index, header) in headers.enumerated() {
            let key = EverydayHeaders.key(header)
            if let column = wanted[key] ?? wanted[String(index + 1)] {
                columns.append(column)
                known += 1
            } else if let column = EverydayHeaders.column(for: header) {
                columns.append(column)
                known += 1
            } else {
                columns.append(.custom(header))
            }
        }
        self.headers = headers
        self.columns = columns
        knownCount = known
        settleTitles()
        settleBirthDays()
        settleAddressLines()
        settleDuplicates()
    }

    /// The name of a column that has none.
    static func placeholder(_ index: Int) -> String { "column \(index + 1)" }

    private static func targets(
        _ map: [String: String], headers: [String], file: String
    ) throws -> [String: CSVColumn] {
        var targets: [String: CSVColumn] = [:]
        let keys = headers.map(EverydayHeaders.key)
        for (name, target) in map {
            let key = EverydayHeaders.key(EverydayHeaders.tidied(name))
            let isNumber = Int(key).map { (1...headers.count).contains($0) } ?? false
            guard keys.contains(key) || isNumber else {
                let near = Nearest.name(to: name, among: headers).map { " Did you mean '\($0)'?" } ?? ""
                throw ContactFormatError(.invalidOption, "has no column '\(name)' to map.\(near)", file: file)
            }
            targets[key] = try column(target, named: name)
        }
        return targets
    }

    private static func column(_ target: String, named name: String) throws -> CSVColumn {
        if target.isEmpty || target == "-" { return .ignored }
        if let dot = target.firstIndex(of: ".") {
            let attribute = ContactAttribute(rawValue: String(target[..<dot]))
            let label = String(target[target.index(after: dot)...])
            switch attribute?.kindOfValue {
            case .custom?: return .custom(label)
            case .labeledStrings?, .labeledDates?, .labeledRelations?:
                if let attribute { return .labeled(attribute, label) }
            case .labeledAddresses?: return .addressLine(.label(label))
            default: break
            }
        } else if let column = EverydayHeaders.column(for: EverydayHeaders.tidied(target)) {
            // The user's own words are trusted with blanks, too.
            if case .exact(let attribute) = column { return .attribute(attribute) }
            return column
        }
        let names = ContactAttribute.allCases.map(\.rawValue)
        let near = Nearest.name(to: target, among: names).map { " Did you mean '\($0)'?" } ?? ""
        throw ContactFormatError(
            .invalidOption, "the column '\(name)' is mapped to '\(target)', which is no attribute.\(near)")
    }

    private mutating func settleTitles() {
        let hasNameParts = columns.contains { $0 == .attribute(.givenName) || $0 == .attribute(.familyName) }
        let hasJobTitle = columns.contains { $0 == .attribute(.jobTitle) }
        for index in columns.indices where columns[index] == .title {
            columns[index] = .attribute(hasNameParts || hasJobTitle ? .namePrefix : .jobTitle)
        }
    }

    /// `Birth Day` beside `Birth Month` is the day alone.
    private mutating func settleBirthDays() {
        guard columns.contains(.birth(.month)) else { return }
        for index in columns.indices where headers[index].lowercased() == "birth day" { columns[index] = .birth(.day) }
    }

    /// `Home Address` is the street where there is a `Home City`, unless there is a `Home Street` as well.
    private mutating func settleAddressLines() {
        for index in columns.indices {
            guard case .addressLine(let key) = columns[index] else { continue }
            let isStreet = columns.contains(.address(key, .city)) && !columns.contains(.address(key, .street))
            columns[index] = .address(key, isStreet ? .street : .formatted)
        }
    }

    /// A second column for something that a record has only once is kept under its own header.
    private mutating func settleDuplicates() {
        var taken: Set<CSVColumn> = []
        var customNames: Set<String> = []
        for index in columns.indices {
            let column = columns[index]
            switch column {
            case .exact(let attribute), .attribute(let attribute):
                guard !attribute.isList, !taken.insert(.attribute(attribute)).inserted else { continue }
            case .address, .numberedLabel, .numberedValue, .birth:
                guard !taken.insert(column).inserted else { continue }
            case .custom(let name):
                columns[index] = .custom(Self.unused(name, &customNames))
                continue
            default: continue
            }
            columns[index] = .custom(Self.unused(headers[index], &customNames))
        }
    }

    private static func unused(_ name: String, _ names: inout Set<String>) -> String {
        var candidate = name
        var number = 2
        while !names.insert(candidate).inserted {
            candidate = "\(name) \(number)"
            number += 1
        }
        return candidate
    }
}

extension ContactAttribute {
    /// Whether a record can hold several values of it, so that several columns may be it.
    var isList: Bool {
        switch kindOfValue {
        case .strings, .labeledStrings, .labeledDates, .labeledAddresses, .labeledRelations, .custom: true
        case .text, .integer, .data, .timestamp, .partialDate: false
        }
    }
}
