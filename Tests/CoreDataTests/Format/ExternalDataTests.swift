import SQLite
import Testing

@testable import CoreData

/// Large binary values lie in files beside the store: `.<name>_SUPPORT/_EXTERNAL_DATA/<UUID>`. The column begins with a
/// byte: 1, the data follow; 2, the file's name follows.
@Suite struct ExternalDataTests {
    static let large = Data(repeating: 7, count: 200_000)
    static let other = Data(repeating: 9, count: 300_000)

    private func files(_ stack: TestStack) -> [String] {
        let directory = stack.directory.appendingPathComponent(".company_SUPPORT/_EXTERNAL_DATA")
        return ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
    }

    private func column(_ stack: TestStack) throws -> [UInt8] {
        try stack.rows("SELECT ZPHOTO FROM ZEMPLOYEE").first?[0].blob ?? []
    }

    private func employee(_ stack: TestStack, photo: Data?) throws -> NSManagedObject {
        let employee = stack.insert("Employee", ["name": "a", "photo": photo])
        try stack.context.save()
        return employee
    }

    @Test func smallDataStayInTheRow() throws {
        let stack = try TestStack()
        _ = try employee(stack, photo: Data([5, 6]))
        #expect(try column(stack) == [1, 5, 6])
        #expect(files(stack).isEmpty)
        #expect(try stack.another().fetch().first?.value(forKey: "photo") as? Data == Data([5, 6]))
    }

    @Test func emptyDataAreNotNil() throws {
        let stack = try TestStack()
        _ = try employee(stack, photo: Data())
        #expect(try column(stack) == [1])
        #expect(try stack.another().fetch().first?.value(forKey: "photo") as? Data == Data())
    }

    @Test func largeDataGoIntoAFile() throws {
        let stack = try TestStack()
        let employee = try employee(stack, photo: Self.large)
        let name = try #require(files(stack).first)
        #expect(UUID(uuidString: name) != nil)
        #expect(try column(stack) == [2] + Array(name.utf8) + [0])
        #expect(employee.value(forKey: "photo") as? Data == Self.large)
        #expect(try stack.another().fetch().first?.value(forKey: "photo") as? Data == Self.large)
    }

    @Test func fileIsReplacedWithItsValue() throws {
        let stack = try TestStack()
        let employee = try employee(stack, photo: Self.large)
        let first = files(stack)
        employee.setValue(Self.other, forKey: "photo")
        try stack.context.save()
        #expect(files(stack).count == 1)
        #expect(files(stack) != first)
        #expect(try stack.another().fetch().first?.value(forKey: "photo") as? Data == Self.other)
        employee.setValue("b", forKey: "name")
        try stack.context.save()
        #expect(files(stack).count == 1)
        #expect(employee.value(forKey: "photo") as? Data == Self.other)
        employee.setValue(nil, forKey: "photo")
        try stack.context.save()
        #expect(files(stack).isEmpty)
    }

    /// Also when the object was never read in the context that deletes it.
    @Test func fileGoesWithItsRow() throws {
        let stack = try TestStack()
        let id = try employee(stack, photo: Self.large).objectID
        let context = stack.makeContext()
        context.delete(context.object(with: id))
        try context.save()
        #expect(files(stack).isEmpty)
    }

    @Test func failedSaveLeavesFilesAsTheyWere() throws {
        let stack = try TestStack()
        let employee = try employee(stack, photo: Self.large)
        let before = files(stack)
        employee.setValue(Self.other, forKey: "photo")
        stack.insert("Employee", ["name": "b", "employeeID": "1"])
        stack.insert("Employee", ["name": "c", "employeeID": "1"])
        #expect(code { try stack.context.save() } == 133021)
        #expect(files(stack) == before)
        stack.context.rollback()
        #expect(employee.value(forKey: "photo") as? Data == Self.large)
    }

    /// A store cannot make the framework read outside its own folder.
    @Test func nameThatIsNoUUIDIsRefused() throws {
        let stack = try TestStack()
        _ = try employee(stack, photo: Self.large)
        let path = "../../company.sqlite" + String(repeating: " ", count: 16)
        try stack.execute("UPDATE ZEMPLOYEE SET ZPHOTO = x'02' || CAST('\(path)' AS BLOB) || x'00'")
        let again = try stack.another()
        #expect(try again.fetch().first?.value(forKey: "photo") == nil)
        #expect(code { _ = try again.fetch() } != nil, "the next fetch reports what a property read could not")
    }

    @Test func missingFileIsReported() throws {
        let stack = try TestStack()
        _ = try employee(stack, photo: Self.large)
        try FileManager.default.removeItem(at: stack.directory.appendingPathComponent(".company_SUPPORT"))
        let again = try stack.another()
        #expect(try again.fetch().first?.value(forKey: "photo") == nil)
        let error = try #require(caught { _ = try again.fetch() })
        #expect(error.localizedDescription.contains("Employee.photo of p1"))
    }

    @Test func storeInMemoryHasNoFiles() throws {
        let stack = try TestStack(.memory)
        let employee = try employee(stack, photo: Self.large)
        stack.context.refresh(employee, mergeChanges: false)
        #expect(employee.value(forKey: "photo") as? Data == Self.large)
        #expect(files(stack).isEmpty)
    }
}
