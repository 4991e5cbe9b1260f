import Foundation
import PersonKit
import Testing

/// The README's example, line by line.
@Suite struct ReadmeExampleTests {
    @Test func tenLines() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../SampleData/people.csv").standardizedFileURL

        let book = try PersonManager(storeURL: folder.appendingPathComponent("people.sqlite"))
        try book.insert(personID: "1", name: "王小明", age: 28, photo: "wang.jpg")
        try book.update(personID: "1", with: ["tags": ["friend"], "custom.shoe": "42"])
        let report = try book.importContacts(from: sample)
        #expect(report.added == 300)
        #expect(report.failed == 0)
        #expect(try book.search("wangxm").map(\.name) == ["王小明", "王小明"])
        #expect(try book.person(withID: "1")?.custom["shoe"] == "42")
        let count = try book.export(toPath: folder.appendingPathComponent("people.json").path, overwrites: true)
        #expect(count == 301)
    }
}
