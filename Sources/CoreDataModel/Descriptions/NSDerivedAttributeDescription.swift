import Foundation

/// An attribute whose value the store computes from other values when an object is saved.
///
///     let count = NSDerivedAttributeDescription()
///     count.name = "bookCount"
///     count.attributeType = .integer64AttributeType
///     count.derivationExpression = NSExpression(format: "books.@count")
///
/// The expression is one of these:
///
/// | expression | value |
/// |---|---|
/// | `books.@count` | how many objects a to-many relationship has |
/// | `books.@sum.pages` | the sum of an attribute of theirs, 0 without any; `@min`, `@max` and `@avg` likewise |
/// | `author.name` | an attribute of a to-one relationship's object |
/// | `canonical:(name)`, `lowercase:(name)`, `uppercase:(name)` | a text without case and marks, or in one case |
/// | `now()` | when the object was saved last |
///
/// A value that was set is replaced. Values that depend on other objects show in a context after a refresh.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// The expression that the value is derived by; nil for a text in a model file that is none.
    open var derivationExpression: NSExpression? {
        get { derivationExpressionText.flatMap { try? NSExpression(parsing: $0) } }
        set { derivationExpressionText = newValue?.node.formatText }
    }

    /// The text of the expression: `books.@count`, `canonical:(name)`, `now()`.
    package var derivationExpressionText: String? { willSet { requireMutable() } }

    package override func takeValues(from other: NSPropertyDescription) {
        super.takeValues(from: other)
        guard let other = other as? NSDerivedAttributeDescription else { return }
        derivationExpressionText = other.derivationExpressionText
    }
}
