import Testing

@testable import CoreData

/// The letters beside a list.
@Suite struct SectionIndexTests {
    @Test(arguments: [
        ("apple", "A"), ("Zoe", "Z"), ("Łukasz", "L"), ("émile", "E"), ("Östberg", "O"), ("Øre", "O"), ("đorđe", "D"),
        ("ßen", "S"), ("张伟", "Z"), ("李", "L"), ("Борис", "B"), ("Ωmega", "O"), ("김", "G"), ("ひろし", "H"),
        ("  ann", "A"), ("7", "#"), ("", "#"), ("!x", "#"), ("😀", "#"), ("e\u{301}", "E"),
    ])
    func letters(_ name: String, _ title: String) {
        #expect(SectionIndexTitle.title(for: name) == title)
    }

    @Test func titlesAndTheirSections() throws {
        let list = try ListStack()
        for name in ["Lan", "Zoe", "Łukasz", "张伟"] { list.item(name, group: name) }
        try list.start()
        #expect(list.controller.sections?.map(\.name) == ["Lan", "Zoe", "Łukasz", "张伟"])
        #expect(list.controller.sections?.map(\.indexTitle) == ["L", "Z", "L", "Z"])
        #expect(list.controller.sectionIndexTitles == ["L", "Z"])
        #expect(list.controller.section(forSectionIndexTitle: "Z", at: 1) == 1)
    }

    private final class Titles: NSFetchedResultsControllerDelegate {
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            sectionIndexTitleForSectionName sectionName: String
        ) -> String? {
            sectionName == "b" ? nil : "<\(sectionName)>"
        }
    }

    private final class Silent: NSFetchedResultsControllerDelegate {}

    private final class Numbered: NSFetchedResultsController<NSManagedObject> {
        override func sectionIndexTitle(forSectionName sectionName: String) -> String? { "№ " + sectionName }
    }

    /// The delegate decides, then a subclass, then the letter.
    @Test func otherTitles() throws {
        let list = try ListStack()
        list.items("a1", "b1", "c1")
        let titles = Titles()
        try list.start(titles)
        #expect(list.controller.sectionIndexTitles == ["<a>", "<c>"])
        #expect(list.controller.sections?.map(\.indexTitle) == ["<a>", nil, "<c>"])
        let silent = Silent()
        list.controller.delegate = silent
        #expect(list.controller.sectionIndexTitles == ["A", "B", "C"])
        let numbered = Numbered(
            fetchRequest: list.controller.fetchRequest, managedObjectContext: list.context, sectionNameKeyPath: "group",
            cacheName: nil)
        numbered.delegate = silent
        try numbered.performFetch()
        #expect(numbered.sectionIndexTitles == ["№ a", "№ b", "№ c"])
    }

    @Test func withoutSections() throws {
        let list = try ListStack(sections: nil)
        list.items("a1")
        try list.start()
        #expect(list.controller.sectionIndexTitles == [])
    }

    @Test func unknownTitle() async {
        await #expect(processExitsWith: .failure) {
            let list = try ListStack()
            try list.start()
            _ = list.controller.section(forSectionIndexTitle: "Q", at: 0)
        }
    }
}
