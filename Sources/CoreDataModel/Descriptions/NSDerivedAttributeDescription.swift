import Foundation

/// An attribute whose value the store computes from other values when an object is saved.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// The text of the expression: `books.@count`, `canonical:(name)`, `now()`.
    package var derivationExpressionText: String? { willSet { requireMutable() } }

    package override func takeValues(from other: NSPropertyDescription) {
        super.takeValues(from: other)
        guard let other = other as? NSDerivedAttributeDescription else { return }
        derivationExpressionText = other.derivationExpressionText
    }
}
