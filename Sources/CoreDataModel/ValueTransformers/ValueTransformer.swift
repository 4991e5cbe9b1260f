import Foundation

/// Turns values into other values, under a name that a model can hold.
///
/// A Transformable attribute names a transformer. A custom one turns the object into `Data` in
/// ``transformedValue(_:)`` and back in ``reverseTransformedValue(_:)``:
///
/// ```swift
/// final class TrackRecord: ValueTransformer {
///     override class func transformedValueClass() -> AnyClass { NSData.self }
///     override class func allowsReverseTransformation() -> Bool { true }
///     override func transformedValue(_ value: Any?) -> Any? {
///         (value as? [String]).flatMap { try? JSONEncoder().encode($0) }
///     }
///     override func reverseTransformedValue(_ value: Any?) -> Any? {
///         (value as? Data).flatMap { try? JSONDecoder().decode([String].self, from: $0) }
///     }
/// }
/// ValueTransformer.setValueTransformer(TrackRecord(), forName: "TrackRecord")
/// ```
///
/// A transformer is called on the queue of whichever context needs it, so a subclass with state of its own must guard
/// that state.
open class ValueTransformer: NSObject, Replaceable {
    /// A transformer. It is `required` so that one can be made from its class's name; Apple's need not be, which only
    /// shows in a subclass that writes an initialiser of its own.
    public required override init() { super.init() }

    /// The transformer registered under a name, or one made from the class of that name.
    ///
    /// - Parameter name: A registered name, or the name of a subclass: `Module.TrackRecord`, or `TrackRecord` for a
    ///   class of the program's main module.
    /// - Returns: nil without such a transformer, and on a subclass that the transformer found is not of.
    public convenience init?(forName name: NSValueTransformerName) {
        self.init(replacement: TransformerRegistry.transformer(forName: name) as? Self)
    }

    /// Registers a transformer, in place of one already there. With nil the name is freed.
    ///
    /// May be called on any thread.
    open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        TransformerRegistry.set(transformer, forName: name)
    }

    /// The names registered by now, sorted.
    open class func valueTransformerNames() -> [NSValueTransformerName] {
        TransformerRegistry.names()
    }

    /// The class of what ``transformedValue(_:)`` gives: `NSObject` unless overridden.
    open class func transformedValueClass() -> AnyClass { NSObject.self }

    /// Whether ``reverseTransformedValue(_:)`` may be called: true unless overridden.
    open class func allowsReverseTransformation() -> Bool { true }

    /// The transformed value: the value itself unless overridden. A custom transformer of an attribute gives `Data`.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The way back: ``transformedValue(_:)`` unless overridden.
    ///
    /// Traps when ``allowsReverseTransformation()`` is false.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
        precondition(
            Self.allowsReverseTransformation(),
            "\(type(of: self)) does not allow reverse transformation; override allowsReverseTransformation() to true")
        return transformedValue(value)
    }

    // MARK: Failures

    /// Why a value gave no data, where the transformer can tell. Asked only after it has given none.
    func encodingFailure(of value: Any) -> (any Error)? { nil }

    /// Why data gave no value; nil where the data stands for nil, or the transformer cannot tell.
    func decodingFailure(of data: Data) -> (any Error)? { nil }
}

@available(*, unavailable, message: "a ValueTransformer may hold state; look it up by name where it is used")
extension ValueTransformer: Sendable {}

/// A class whose initialisers may give an object made elsewhere. A class's own initialiser cannot, one of a protocol
/// that it conforms to can.
protocol Replaceable {}

extension Replaceable {
    /// The given object in place of a new one, or nil.
    init?(replacement: Self?) {
        guard let replacement else { return nil }
        self = replacement
    }
}
