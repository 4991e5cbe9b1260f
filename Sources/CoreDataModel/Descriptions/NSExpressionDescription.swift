import Foundation

/// A computed column of a fetch whose results are dictionaries, such as a sum. It belongs to a request, not to an entity.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    /// The type of the computed value.
    open var expressionResultType = NSAttributeType.undefinedAttributeType { willSet { requireMutable() } }

    /// What is computed, such as `NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "height")])`.
    open var expression: NSExpression? { willSet { requireMutable() } }

    /// The text of the expression, if it came from a model file.
    package var expressionText: String? { willSet { requireMutable() } }

    package override func takeValues(from other: NSPropertyDescription) {
        super.takeValues(from: other)
        guard let other = other as? NSExpressionDescription else { return }
        expressionResultType = other.expressionResultType
        expression = other.expression
        expressionText = other.expressionText
    }
}
