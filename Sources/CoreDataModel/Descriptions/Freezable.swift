import Foundation

/// A description that can be changed until a coordinator uses its model, and never afterwards.
///
/// Contexts, stores and object IDs on every thread read descriptions without a lock. That is sound only while nobody
/// writes, so every setter asks `requireMutable` first.
package protocol Freezable: AnyObject {
    /// True once the model that this description belongs to is in use.
    var isFrozen: Bool { get }
    /// What an error message calls this description: `Person.age`.
    var label: String { get }
}

extension Freezable {
    /// Traps with a sentence when this description is in use.
    package func requireMutable(_ member: StaticString = #function) {
        precondition(
            !isFrozen,
            "\(label).\(member) cannot be changed: its model is in use by a coordinator. Change a copy() of the model.")
    }
}
