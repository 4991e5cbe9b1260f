import Foundation

/// The expressions that mapping models are made of.
package enum MappingExpression {
    /// Gives the destination objects of a mapping's source objects.
    package static let destinationsOfMapping = "destinationInstancesForEntityMappingNamed:sourceInstances:"
    /// Gives the destination objects of source objects, through whichever mappings they went.
    package static let destinationsOfRelationship = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
    /// Gives a fetch request for an entity's own objects.
    package static let sourceRequest = "fetchRequestForSourceEntityNamed:predicateString:"

    private static var manager: ExpressionNode { .variable("manager") }

    /// `$source.key`
    package static func source(_ keys: String...) -> ExpressionNode { .keyPath(.variable("source"), keys) }

    /// The objects that the objects of `source` have become through one mapping.
    package static func destinations(ofMapping name: String, _ source: ExpressionNode) -> ExpressionNode {
        .call(manager, destinationsOfMapping, [.constant(name), source])
    }

    /// The objects that the objects of a source relationship have become.
    package static func destinations(ofRelationship name: String, _ source: ExpressionNode) -> ExpressionNode {
        .call(manager, destinationsOfRelationship, [.constant(name), source])
    }

    /// `FETCH(…)` of a source entity's own objects.
    package static func fetch(entity: String, predicate: String = "TRUEPREDICATE") -> ExpressionNode {
        .fetch(
            .call(manager, sourceRequest, [.constant(entity), .constant(predicate)]),
            .keyPath(manager, ["sourceContext"]), countOnly: false)
    }
}

/// What `FUNCTION(object, "name:", …)` calls: a migration manager or a migration policy.
package protocol FunctionPerforming {
    /// The value of a function.
    func perform(_ function: String, _ arguments: [Any?]) throws(PredicateEvaluationError) -> Any?
}
