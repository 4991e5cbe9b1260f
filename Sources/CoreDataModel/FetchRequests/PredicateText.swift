import Foundation

/// Parses the text of a predicate from a model file. This is the one place where descriptions meet the parser.
///
/// - Throws: `ModelError` with code `badPredicate`.
func makePredicate(format: String) throws -> NSPredicate {
    throw ModelError(.badPredicate, "has a predicate, which cannot be parsed yet")
}
