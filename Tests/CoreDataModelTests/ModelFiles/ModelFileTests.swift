import CoreDataModel
import Foundation
import SampleModels
import Testing

@Suite struct ModelFileTests {
    private func write(_ models: [String: String], current: String?, in folder: URL) throws -> URL {
        let bundle = folder.appendingPathComponent("Store.xcdatamodeld")
        for (name, entity) in models {
            let version = bundle.appendingPathComponent(name + ".xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            let xml = "<model userDefinedModelVersionIdentifier=\"\"><entity name=\"\(entity)\"/></model>"
            try Data(xml.utf8).write(to: version.appendingPathComponent("contents"))
        }
        if let current {
            let list = ["_XCCurrentVersionName": current + ".xcdatamodel"]
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            try data.write(to: bundle.appendingPathComponent(".xccurrentversion"))
        }
        return bundle
    }

    @Test func versions() throws {
        try TemporaryFolder.use { folder in
            let url = try write(["Store": "A", "Store 2": "B", "Store 10": "C"], current: "Store 2", in: folder)
            #expect(try ModelFile.versions(at: url).map(\.name) == ["Store", "Store 2", "Store 10"])
            #expect(try ModelFile.versions(at: url).filter(\.isCurrent).map(\.name) == ["Store 2"])
            #expect(NSManagedObjectModel(contentsOf: url)?.entities.map(\.name) == ["B"])
            let ten = url.appendingPathComponent("Store 10.xcdatamodel")
            #expect(NSManagedObjectModel(contentsOf: ten)?.entities.map(\.name) == ["C"])
        }
    }

    @Test func withoutCurrentVersion() throws {
        try TemporaryFolder.use { folder in
            let one = try write(["Store": "A"], current: nil, in: folder)
            #expect(NSManagedObjectModel(contentsOf: one)?.entities.map(\.name) == ["A"])
            let two = try write(["Store 2": "B"], current: nil, in: folder)
            let error = #expect(throws: ModelError.self) { try ModelFile.load(contentsOf: two) }
            #expect(error?.code == .malformedFile)
        }
    }

    @Test func bundles() throws {
        try TemporaryFolder.use { folder in
            _ = try write(["Store": "A", "Store 2": "B"], current: "Store 2", in: folder)
            let bundle = try #require(Bundle(url: folder))
            let merged = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
            #expect(merged.entities.map(\.name) == ["B"])
            let old = entity("A").versionHash
            let found = NSManagedObjectModel.mergedModel(
                from: [bundle], forStoreMetadata: [NSStoreModelVersionHashesKey: ["A": old]])
            #expect(found?.entities.map(\.name) == ["A"])
            let none = NSManagedObjectModel.mergedModel(
                from: [bundle], forStoreMetadata: [NSStoreModelVersionHashesKey: ["C": old]])
            #expect(none == nil)
        }
    }

    @Test func contentsInCode() throws {
        let xml = Data("<model><entity name=\"A\"/></model>".utf8)
        #expect(try NSManagedObjectModel(xcdatamodelContents: xml, name: "Store").entities.map(\.name) == ["A"])
        let error = #expect(throws: ModelError.self) {
            try NSManagedObjectModel(xcdatamodelContents: Data("<model>\n<".utf8), name: "Store")
        }
        #expect(error?.description.hasPrefix("Store:2: ") == true)
    }

    @Test func whatCannotBeRead() throws {
        try TemporaryFolder.use { folder in
            func code(_ name: String) -> ModelError.Code? {
                do {
                    _ = try ModelFile.load(contentsOf: folder.appendingPathComponent(name))
                    return nil
                } catch {
                    return (error as? ModelError)?.code
                }
            }
            #expect(code("None.xcdatamodeld") == .unreadableFile)
            #expect(code("None.xcdatamodel") == .unreadableFile)
            #expect(code("None.momd") == .unreadableFile)
            let old = folder.appendingPathComponent("Old.xcdatamodel")
            try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
            try Data([1]).write(to: old.appendingPathComponent("elements"))
            #expect(code("Old.xcdatamodel") == .unsupportedFile)
            #expect(NSManagedObjectModel(contentsOf: old) == nil)
        }
    }

    /// Every sample reads, passes the checks, and holds what a plain look at its XML counts.
    @Test(
        .enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set"), arguments: SampleModels.versions)
    func samples(_ sample: SampleModels.Sample) throws {
        let model = try ModelFile.load(contentsOf: sample.version.url)
        let xml = try String(contentsOf: sample.version.url.appendingPathComponent("contents"), encoding: .utf8)
        func count(_ tag: String) -> Int { xml.components(separatedBy: "<\(tag) ").count - 1 }
        #expect(model.entities.count == count("entity"))
        let own = model.entities.flatMap(\.ownProperties)
        #expect(own.filter { $0 is NSRelationshipDescription }.count == count("relationship"))
        #expect(own.filter { $0 is NSFetchedPropertyDescription }.count == count("fetchedProperty"))
        let inProperties = own.filter { ($0 as? NSFetchedPropertyDescription)?.fetchRequest != nil }.count
        #expect(model.fetchRequestTemplatesByName.count + inProperties == count("fetchRequest"))
        #expect(model.entities.flatMap(\.indexes).count == count("fetchIndex"))
        do {
            try model.freeze()
            for issue in model.issues { print("\(sample): \(issue)") }
        } catch {
            Issue.record("\(sample): \(error)")
        }
    }
}
