import ContactFormats

/// A value of a card, and what is said about it behind it.
struct DisplayLine: Equatable {
    var text: String
    /// `home, preferred`
    var remark: String?

    init(_ text: String, remark: String? = nil) {
        self.text = text
        self.remark = remark
    }
}

extension ContactRecord {
    /// An attribute's values as a card shows them, one a line; empty when the attribute holds nothing.
    func displayLines(of attribute: ContactAttribute) -> [DisplayLine] {
        guard holds(attribute) else { return [] }
        switch attribute.kindOfValue {
        case .text:
            // A note's own line ends are the only ones that are shown as such.
            let text = self[text: attribute] ?? ""
            guard attribute == .note else { return [DisplayLine(text)] }
            return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .map { DisplayLine(String($0)) }
        case .integer: return age.map { [DisplayLine(String($0))] } ?? []
        case .data: return photoData.map { [DisplayLine("\($0.count) bytes")] } ?? []
        case .timestamp:
            let date = attribute == .createdAt ? createdAt : updatedAt
            return date.map { [DisplayLine(Timestamp.text(of: $0))] } ?? []
        case .partialDate: return birthday.map { [DisplayLine($0.description)] } ?? []
        case .strings:
            let texts = self[strings: attribute]
            return attribute == .trackRecord
                ? texts.map { DisplayLine($0) } : [DisplayLine(texts.joined(separator: ", "))]
        case .labeledStrings: return self[labeled: attribute].map { $0.displayLine { $0 } }
        case .labeledAddresses: return addresses.map { $0.displayLine { $0.displayText } }
        case .labeledDates: return dates.map { $0.displayLine { $0.description } }
        case .labeledRelations: return relations.map { $0.displayLine { $0.name } }
        case .custom:
            return custom.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { DisplayLine($0.value.text, remark: $0.key) }
        }
    }
}

extension Labeled {
    fileprivate func displayLine(_ text: (Value) -> String) -> DisplayLine {
        let remarks = [label, preferred ? "preferred" : nil].compactMap { $0 }
        return DisplayLine(text(value), remark: remarks.isEmpty ? nil : remarks.joined(separator: ", "))
    }
}

extension PostalAddress {
    /// The address on one line; its parts in the order in which an envelope has them.
    fileprivate var displayText: String {
        if let formatted, !formatted.isEmpty, isOnlyFormatted {
            return formatted.split(whereSeparator: \.isNewline).joined(separator: ", ")
        }
        let place = [postalCode, city].compactMap(\.filled).joined(separator: " ")
        let lines = [extended, street, street2, poBox.filled.map { "PO box \($0)" }, district, place, region, country]
        return lines.compactMap(\.filled).joined(separator: ", ")
    }

    private var isOnlyFormatted: Bool {
        Part.allCases.allSatisfy { $0 == .formatted || $0 == .isoCountry || self[$0].filled == nil }
    }
}

extension String? {
    fileprivate var filled: String? { self?.isEmpty == false ? self : nil }
}
