import Foundation

/// The attributes that few records use, kept in one shared box so that a record stays small and cheap to copy.
struct RareFields: Hashable, Sendable {
    var photoData: Data?
    var kind: String?
    var namePrefix: String?
    var middleName: String?
    var previousFamilyName: String?
    var nameSuffix: String?
    var nickname: String?
    var phoneticGivenName: String?
    var phoneticMiddleName: String?
    var phoneticFamilyName: String?
    var phoneticOrganization: String?
    var nameOrder: String?
    var department: String?
    var role: String?
    var gender: String?
    var pronouns: String?
    var language: String?
    var timezone: String?
    var uid: String?
    var source: String?
    var sourceKey: String?
    var createdAt: Date?
    var updatedAt: Date?
    var urls: [Labeled<String>] = []
    var dates: [Labeled<PartialDate>] = []
    var relations: [Labeled<Relation>] = []
    var im: [Labeled<String>] = []
    var socialProfiles: [Labeled<String>] = []
    var trackRecord: [String] = []

    static let none = RareFields()
}

extension RareFields {
    /// Copy-on-write storage: nothing until a rare attribute is set, then shared until one of the holders changes it.
    struct Box: Hashable, Sendable {
        /// Read through this: one field is copied then, not all of them.
        private(set) var storage: Storage?

        var fields: RareFields { storage?.fields ?? .none }

        mutating func modify(_ change: (inout RareFields) -> Void) {
            if storage == nil {
                storage = Storage(.none)
            } else if !isKnownUniquelyReferenced(&storage), let shared = storage {
                storage = Storage(shared.fields)
            }
            if let storage { change(&storage.fields) }
        }

        static func == (lhs: Box, rhs: Box) -> Bool {
            lhs.storage === rhs.storage || lhs.fields == rhs.fields
        }

        func hash(into hasher: inout Hasher) {
            // A box that was never filled and one whose fields are all empty again are equal, so they hash alike.
            fields.hash(into: &hasher)
        }
    }

    /// `@unchecked`: a `Box` changes its storage only while it is the sole holder, so nobody else sees a change.
    final class Storage: @unchecked Sendable {
        var fields: RareFields

        init(_ fields: RareFields) {
            self.fields = fields
        }
    }
}
