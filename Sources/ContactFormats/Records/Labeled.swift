/// A value with the label its owner gave it, such as a phone number labelled "mobile".
///
/// In JSON: `{"label":"home","value":"a@example.com","preferred":true}`. A missing label and a false `preferred` are
/// left out; a plain value is read as one without a label.
public struct Labeled<Value> {
    /// The label: `home`, `work`, `mobile` … or any text of the user's own, kept as typed. Nil when there is none.
    public var label: String?
    /// The labelled value.
    public var value: Value
    /// Whether this is the one to use first among its siblings.
    public var preferred: Bool

    /// Makes a labelled value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - label: Its label; an empty one counts as none.
    ///   - preferred: Whether it is the one to use first.
    public init(_ value: Value, label: String? = nil, preferred: Bool = false) {
        self.label = label?.isEmpty == true ? nil : label
        self.value = value
        self.preferred = preferred
    }
}

extension Labeled: Equatable where Value: Equatable {}
extension Labeled: Hashable where Value: Hashable {}
extension Labeled: Sendable where Value: Sendable {}

extension Labeled: Codable where Value: Codable {
    private enum CodingKeys: String, CodingKey {
        case label, value, preferred
    }

    /// Reads an object with `label`, `value` and `preferred`, or a plain value.
    ///
    /// - Throws: `DecodingError` when neither form is there.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self), container.contains(.value) {
            self.init(
                try container.decode(Value.self, forKey: .value),
                label: try container.decodeIfPresent(String.self, forKey: .label),
                preferred: try container.decodeIfPresent(Bool.self, forKey: .preferred) ?? false)
        } else {
            self.init(try decoder.singleValueContainer().decode(Value.self))
        }
    }

    /// Writes the object form, without what is empty.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(label, forKey: .label)
        try container.encode(value, forKey: .value)
        if preferred { try container.encode(true, forKey: .preferred) }
    }
}
