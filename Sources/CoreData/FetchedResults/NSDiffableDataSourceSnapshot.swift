/// Identifiers in sections: what a list shows at one time.
///
/// A fetched results controller gives snapshots of section names and object IDs, which may be passed to any thread.
///
/// ```swift
/// for await snapshot in controller.snapshots {
///     print(snapshot.numberOfItems, "people in", snapshot.sectionIdentifiers)
/// }
/// ```
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    /// The sections, in order.
    public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
    /// Every item, section by section.
    public private(set) var itemIdentifiers: [ItemIdentifierType] = []
    /// Items whose values have changed although their identifiers are the same.
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    /// Where the sections end among the items.
    private var ends: [Int] = []

    /// A snapshot of nothing.
    public init() {}

    /// How many sections there are.
    public var numberOfSections: Int { sectionIdentifiers.count }

    /// How many items there are in all sections.
    public var numberOfItems: Int { itemIdentifiers.count }

    /// How many items a section has; 0 for a section that is not there.
    ///
    /// - Complexity: O(n) in the number of sections.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int { range(of: identifier).count }

    /// A section's items, none for a section that is not there.
    ///
    /// - Complexity: O(n) in the number of sections and of the section's items.
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        Array(itemIdentifiers[range(of: identifier)])
    }

    /// The section that an item is in.
    ///
    /// - Complexity: O(n) in the number of items.
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        guard let index = indexOfItem(identifier) else { return nil }
        return sectionIdentifiers[partitionPoint(ends.count) { ends[$0] <= index }]
    }

    /// An item's place among all items.
    ///
    /// - Complexity: O(n) in the number of items.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { itemIdentifiers.firstIndex(of: identifier) }

    /// A section's place.
    ///
    /// - Complexity: O(n) in the number of sections.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        sectionIdentifiers.firstIndex(of: identifier)
    }

    private func range(of identifier: SectionIdentifierType) -> Range<Int> {
        guard let section = indexOfSection(identifier) else { return 0..<0 }
        return (section == 0 ? 0 : ends[section - 1])..<ends[section]
    }

    // MARK: - Making one

    /// Adds sections at the end. Each may be in a snapshot once only.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        sectionIdentifiers += identifiers
        ends += Array(repeating: itemIdentifiers.count, count: identifiers.count)
    }

    /// Adds items at the end of a section, or of the last one.
    ///
    /// Traps when there is no such section: that is a mistake in the program.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        let section = sectionIdentifier.map(indexOfSection) ?? sectionIdentifiers.indices.last
        guard let section else {
            preconditionFailure("The snapshot has no such section: append the section before its items")
        }
        itemIdentifiers.insert(contentsOf: identifiers, at: ends[section])
        for index in section..<ends.count { ends[index] += identifiers.count }
    }

    /// Marks items as changed.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { reloadedItemIdentifiers += identifiers }
}

extension NSDiffableDataSourceSnapshot: Equatable {}

extension NSDiffableDataSourceSnapshot: Sendable
where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}

/// What the delegate of a fetched results controller gets: section names and object IDs.
///
/// On Apple's systems this is a class that has to be cast. The cast that code written for them has,
/// `snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>`, compiles here too, and does nothing.
public typealias NSDiffableDataSourceSnapshotReference = NSDiffableDataSourceSnapshot<String, NSManagedObjectID>
