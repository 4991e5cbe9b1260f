/// Something in a store's file that does not fit its model or itself.
package struct StoreProblem: Sendable, Equatable {
    /// What kind of problem it is.
    package enum Kind: String, Sendable, CaseIterable {
        /// The database's pages are damaged.
        case damagedDatabase
        /// A row is of an entity that does not belong into its table.
        case wrongEntity
        /// Keys that are in use would be handed out again.
        case lowKeyCounter
        /// A relationship leads to an object that does not exist.
        case danglingKey
        /// The two sides of a one-to-one relationship do not lead to each other.
        case oneSided
        /// A row of a many-to-many relationship names an object that does not exist.
        case orphanedJoinRow
        /// The file that a value is kept in is not there.
        case missingExternalFile
        /// A file that no value is kept in.
        case unusedExternalFile
        /// A value that the model demands is not there.
        case missingValue
    }

    package let kind: Kind
    /// Where: an object such as `Person/p12`, else a table or a file.
    package let place: String
    /// What is wrong, in a sentence.
    package let message: String

    /// Whether it wastes space and does no other harm.
    package var isHarmless: Bool { kind == .unusedExternalFile }
}
