import Foundation

/// Reads the expressions that mapping models hold as keyed archives.
enum ArchivedExpression {
    /// - Throws: `ModelError` with code `malformedFile`, the file and what is wrong.
    static func expression(_ data: Data, file: String) throws -> NSExpression {
        do {
            return NSExpression(node: try ArchivedPredicate.expression(try ArchiveGraph(data).root))
        } catch let error as KeyedArchiveError {
            throw ModelError(
                .malformedFile, "The mapping model has an expression that cannot be read (\(error.description))",
                file: file)
        }
    }
}
