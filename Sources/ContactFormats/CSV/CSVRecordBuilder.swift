import Foundation

/// Makes a record from the cells of a row.
struct CSVRecordBuilder {
    /// A numbered value of which label and value stand in different columns.
    struct NumberedValue {
        let attribute: ContactAttribute
        var label: String?
        var value: String?
    }

    struct NumberedAddress {
        let fixedLabel: String?
        var label: String?
        var address: PostalAddress?
    }

    /// What each column does with its cell; where several columns make one value, the number of that value.
    enum Action {
        case ignore
        case exact(ContactAttribute)
        case attribute(ContactAttribute)
        case labeled(ContactAttribute, String)
        case googleGroups
        case addressPart(Int, PostalAddress.Part)
        case addressLabel(Int)
        case valueLabel(Int)
        case value(Int)
        case birth(CSVColumn.BirthPart)
        case custom(String)
    }

    let actions: [Action]
    let headers: [String]
    let dateOrder: DateOrder?
    var record = ContactRecord()
    /// Warnings about the current row: the header and what is odd.
    var warnings: [(key: String, message: String)] = []
    var values: [NumberedValue] = []
    var addresses: [NumberedAddress] = []
    var hasNumberedCells = false
    var birth: (year: String?, month: String?, day: String?)
    var hasBirthCells = false

    init(_ mapping: CSVHeaderMapping, dateOrder: DateOrder?) {
        var values: [NumberedValue] = []
        var addresses: [NumberedAddress] = []
        var valueNumbers: [ContactAttribute: [Int: Int]] = [:]
        var addressNumbers: [CSVColumn.AddressKey: Int] = [:]

        func number(_ attribute: ContactAttribute, _ number: Int) -> Int {
            if let known = valueNumbers[attribute]?[number] { return known }
            values.append(NumberedValue(attribute: attribute))
            valueNumbers[attribute, default: [:]][number] = values.count - 1
            return values.count - 1
        }

        func number(_ key: CSVColumn.AddressKey) -> Int {
            if let known = addressNumbers[key] { return known }
            var label: String?
            if case .label(let name) = key, !name.isEmpty { label = name }
            addresses.append(NumberedAddress(fixedLabel: label))
            addressNumbers[key] = addresses.count - 1
            return addresses.count - 1
        }

        var actions: [Action] = []
        for column in mapping.columns {
            switch column {
            case .ignored: actions.append(.ignore)
            case .exact(let attribute): actions.append(.exact(attribute))
            case .attribute(let attribute): actions.append(.attribute(attribute))
            case .title: actions.append(.attribute(.jobTitle))
            case .labeled(let attribute, let label): actions.append(.labeled(attribute, label))
            case .googleGroups: actions.append(.googleGroups)
            case .address(let key, let part): actions.append(.addressPart(number(key), part))
            case .addressLine(let key): actions.append(.addressPart(number(key), .formatted))
            case .numberedLabel(.addresses, let key): actions.append(.addressLabel(number(.number(key))))
            case .numberedLabel(let attribute, let key): actions.append(.valueLabel(number(attribute, key)))
            case .numberedValue(let attribute, let key): actions.append(.value(number(attribute, key)))
            case .birth(let part): actions.append(.birth(part))
            case .custom(let name): actions.append(.custom(name))
            }
        }
        self.actions = actions
        self.headers = mapping.headers
        self.values = values
        self.addresses = addresses
        self.dateOrder = dateOrder
    }

    enum RowOutcome {
        case taken
        /// No cell holds anything.
        case empty
        /// The cell in this column is not valid UTF-8.
        case undecodable(Int)
    }

    /// Takes the cells of the parser's row.
    mutating func takeRow(of parser: CSVParser) -> RowOutcome {
        var outcome = RowOutcome.empty
        // Asked once for the whole row; nearly every row is free of both.
        let row = parser.rowBytes
        let isASCII = UTF8Validation.asciiEnd(row, from: 0) == row.count
        let hasNUL = row.baseAddress.map { memchr($0, 0, row.count) != nil } ?? false
        for index in 0..<parser.fieldCount {
            let cell = parser.bytes(at: index)
            if cell.isEmpty { continue }
            outcome = .taken
            guard isASCII || UTF8Validation.isValid(cell) else { return .undecodable(index) }
            if hasNUL, cell.contains(0) {
                warnings.append((name(of: index), "the cell holds NUL bytes, which are left out"))
                let clean = cell.filter { $0 != 0 }
                clean.withUnsafeBufferPointer { if !$0.isEmpty { take($0, column: index) } }
            } else {
                take(cell, column: index)
            }
        }
        return outcome
    }

    /// A column's header, or what stands for the one that is missing.
    func name(of index: Int) -> String {
        index < headers.count ? headers[index] : CSVHeaderMapping.placeholder(index)
    }

    /// Takes one cell that is not empty.
    mutating func take(_ cell: UnsafeBufferPointer<UInt8>, column: Int) {
        guard column < actions.count else {
            record.custom[name(of: column)] = .string(Self.text(cell))
            return
        }
        switch actions[column] {
        case .ignore: break
        case .exact(let attribute): set(attribute, Self.unguarded(cell), column)
        case .attribute(let attribute): set(attribute, Self.trimmed(cell), column)
        case .custom(let name): record.custom[name] = .string(Self.text(Self.unguarded(cell)))
        case .labeled(let attribute, let label):
            for value in plainList(Self.trimmed(cell), attribute) { append(value, attribute, label: label) }
        case .googleGroups: takeGoogleGroups(Self.trimmed(cell))
        case .addressPart(let number, let part):
            hasNumberedCells = true
            let text = Self.text(Self.trimmed(cell))
            guard !text.isEmpty else { break }
            var address = addresses[number].address ?? PostalAddress()
            address[part] = text
            addresses[number].address = address
        case .addressLabel(let number):
            hasNumberedCells = true
            addresses[number].label = Self.text(Self.trimmed(cell))
        case .valueLabel(let number):
            hasNumberedCells = true
            // `IM 1 - Service` follows `IM 1 - Type` and says more.
            let label = Self.text(Self.trimmed(cell))
            if values[number].attribute != .im || label != "*" { values[number].label = label }
        case .value(let number):
            hasNumberedCells = true
            values[number].value = Self.text(Self.trimmed(cell))
        case .birth(let part):
            hasBirthCells = true
            let text = Self.text(Self.trimmed(cell))
            switch part {
            case .year: birth.year = text
            case .month: birth.month = text
            case .day: birth.day = text
            }
        }
    }

    /// The record of the row, and a fresh one for the next.
    mutating func finish() -> ContactRecord {
        if hasNumberedCells { finishNumbered() }
        if hasBirthCells { finishBirth() }
        defer { record = ContactRecord() }
        return record
    }

    /// Forgets the cells that were taken, for a row that has to be rejected.
    mutating func discard() {
        _ = finish()
        warnings.removeAll()
    }

    private mutating func finishNumbered() {
        hasNumberedCells = false
        for index in values.indices {
            let (label, preferred) = ContactLabel.parse(values[index].label)
            if let text = values[index].value { finish(text, values[index].attribute, label, preferred) }
            values[index].label = nil
            values[index].value = nil
        }
        for index in addresses.indices {
            let (label, preferred) = ContactLabel.parse(addresses[index].label ?? addresses[index].fixedLabel)
            if var address = addresses[index].address {
                let formatted = address.formatted
                address.formatted = nil
                // The one-cell form is often mangled; it counts only where there are no parts.
                if address.isEmpty { address.formatted = formatted }
                record.addresses.append(Labeled(address, label: label, preferred: preferred))
            }
            addresses[index].label = nil
            addresses[index].address = nil
        }
    }

    private mutating func finish(_ text: String, _ attribute: ContactAttribute, _ label: String?, _ preferred: Bool) {
        let texts = text.components(separatedBy: " ::: ").filter { !$0.isEmpty }
        if attribute == .custom {
            guard let name = label else {
                for text in texts { record.custom["custom field"] = .string(text) }
                return
            }
            if !texts.isEmpty { record.custom[name] = texts.count == 1 ? .string(texts[0]) : .strings(texts) }
            return
        }
        for (index, text) in texts.enumerated() {
            append(text, attribute, label: label, preferred: preferred && index == 0)
        }
    }

    private mutating func finishBirth() {
        hasBirthCells = false
        defer { birth = (nil, nil, nil) }
        func number(_ text: String?) -> Int? { text.flatMap { Int($0) }.flatMap { $0 == 0 ? nil : $0 } }
        let date = PartialDate(year: number(birth.year), month: number(birth.month), day: number(birth.day))
        guard record.birthday == nil else { return }
        if let date {
            record.birthday = date
        } else if [birth.year, birth.month, birth.day].contains(where: { !($0 ?? "").isEmpty && $0 != "0" }) {
            let text = [birth.year, birth.month, birth.day].map { $0 ?? "" }.joined(separator: "-")
            record.birthday = .text(text)
            warnings.append(("birthday", "there is no such day; kept as text"))
        }
    }
}
