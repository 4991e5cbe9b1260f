import Foundation

// The one place where descriptions meet the predicate parser. Model files hold predicates as text, which is parsed when
// the predicate is first asked for, and checked when the model is frozen.

/// The predicate that `format` describes.
///
/// - Throws: `ModelError` with code `badPredicate`.
func makePredicate(format: String) throws -> NSPredicate {
    throw ModelError(.badPredicate, "has a predicate, but this build has no parser for predicates")
}

/// `predicate` with its variables replaced by values.
func substitute(_ variables: [String: Any], in predicate: NSPredicate) -> NSPredicate {
    predicate
}

/// Throws when `format` cannot be parsed.
func checkPredicate(format: String) throws {}
