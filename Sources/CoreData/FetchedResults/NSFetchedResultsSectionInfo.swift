/// What a fetched results controller tells of a section.
public protocol NSFetchedResultsSectionInfo: AnyObject {
    /// The section's name: the value of the section key path as text.
    var name: String { get }
    /// The section's title in an index beside the list.
    var indexTitle: String? { get }
    /// How many objects the section has.
    var numberOfObjects: Int { get }
    /// The section's objects, in order; nil when the controller's content has changed since the information was given.
    ///
    /// - Complexity: O(n) in the number of the section's objects.
    var objects: [Any]? { get }
}

/// A section as it was at one time.
final class SectionInfo: NSFetchedResultsSectionInfo {
    let name: String
    let numberOfObjects: Int
    private let range: Range<Int>
    private let generation: Int
    private weak var results: FetchedResults?

    init(_ section: SectionTable.Section, of results: FetchedResults, generation: Int) {
        name = section.name
        range = section.range
        numberOfObjects = section.range.count
        self.generation = generation
        self.results = results
    }

    var indexTitle: String? { results?.indexTitle(ofSectionNamed: name) }

    var objects: [Any]? {
        guard let results, results.generation == generation else { return nil }
        return results.items(in: range)
    }
}
