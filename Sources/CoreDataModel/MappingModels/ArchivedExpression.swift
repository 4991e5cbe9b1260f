import Foundation

/// Reads the expressions that mapping models hold as keyed archives.
enum ArchivedExpression {
    static func expression(_ data: Data, file: String) throws -> NSExpression {
        throw ModelError(.unsupportedFile, "Archived expressions cannot be read yet", file: file)
    }
}
