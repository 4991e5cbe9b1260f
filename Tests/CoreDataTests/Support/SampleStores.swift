import CoreData
import Testing

/// The stores and model sources of other programs, in the folder that PEOPLE_CASES names; tests work on copies.
enum SampleStores {
    static let root = ProcessInfo.processInfo.environment["PEOPLE_CASES"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("coredata")
    }

    struct Sample: CustomTestStringConvertible, Sendable {
        let store: String
        let model: String
        let version: String
        /// What was made by a migration or an older framework has another order of columns, or other index names.
        var isFresh = false
        var testDescription: String { "\(store.split(separator: "/").last ?? "") with \(version)" }
    }

    private static let plus = "coredataplus/Tests/Resources/"
    private static let moody = "objcio-moody/Migrations/MigrationsTests/Moody"
    private static let moodyModel = "objcio-moody/Migrations/Migrations/Moody.xcdatamodeld"

    static let all: [Sample] = [
        Sample(
            store: plus + "SampleModel/Fixtures/SampleModel_V1.sqlite",
            model: plus + "SampleModel/SampleModel.xcdatamodeld", version: "SampleModel", isFresh: true),
        Sample(
            store: plus + "SampleModel3/Fixtures/SampleModel3_V1.sqlite",
            model: plus + "SampleModel3/SampleModel3.xcdatamodeld", version: "SampleModel3", isFresh: true),
        Sample(store: moody + ".moody", model: moodyModel, version: "Moody"),
        Sample(store: moody + " 2.moody", model: moodyModel, version: "Moody 2"),
        Sample(store: moody + " 3.moody", model: moodyModel, version: "Moody 3"),
        Sample(store: moody + " 4.moody", model: moodyModel, version: "Moody 4"),
        Sample(store: moody + " 5.moody", model: moodyModel, version: "Moody 5"),
    ]

    /// Every SQLite database in the folder, whatever its name.
    static let stores: [String] = {
        guard let root, let paths = try? FileManager.default.subpathsOfDirectory(atPath: root.path) else { return [] }
        return paths.sorted().filter { path in
            let file = FileHandle(forReadingAtPath: root.appendingPathComponent(path).path)
            defer { try? file?.close() }
            return (try? file?.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
        }
    }()

    /// Gives every transformer that a model names, and that is not there, one that hands out the bytes.
    static func registerTransformers(of model: NSManagedObjectModel) {
        for attribute in model.entities.flatMap(\.attributesByName.values) {
            guard let name = attribute.valueTransformerName, ValueTransformer(forName: .init(name)) == nil else {
                continue
            }
            ValueTransformer.setValueTransformer(BytesTransformer(), forName: .init(name))
        }
    }

    static func model(_ sample: Sample) throws -> NSManagedObjectModel {
        let root = try #require(root)
        let version = root.appendingPathComponent(sample.model).appendingPathComponent(sample.version + ".xcdatamodel")
        return try #require(NSManagedObjectModel(contentsOf: version), "\(version.path)")
    }

    /// A copy of a store, and of its log, in a directory that `TestStack` opens.
    static func copy(_ sample: Sample) throws -> URL { try copy(sample.store) }

    static func copy(_ store: String) throws -> URL {
        try copy(storeAt: #require(root).appendingPathComponent(store))
    }

    // MARK: Whatever is there

    /// A store, wherever it is among the samples.
    struct Store: CustomTestStringConvertible, Sendable {
        let url: URL
        var testDescription: String { url.lastPathComponent }
    }

    /// Every file that is a database.
    static let everyStore: [Store] = files { url in
        guard let file = try? FileHandle(forReadingFrom: url) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 15)) == Data("SQLite format 3".utf8)
    }.map { Store(url: $0) }

    /// The model of a store: its own, or else a source that has its version hashes; nil when there is neither.
    static func model(ofStoreAt url: URL) throws -> NSManagedObjectModel? {
        do {
            return try NSManagedObjectModel(cachedInStoreAt: url)
        } catch let error as CocoaError where error.code.rawValue == 134130 {
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: NSSQLiteStoreType, at: url, options: nil)
            return files { $0.pathExtension == "xcdatamodel" }.lazy.compactMap { NSManagedObjectModel(contentsOf: $0) }
                .first { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) }
        }
    }

    private static func files(where isWanted: (URL) -> Bool) -> [URL] {
        guard let root, let paths = try? FileManager.default.subpathsOfDirectory(atPath: root.path) else { return [] }
        return paths.sorted().map { root.appendingPathComponent($0) }.filter(isWanted)
    }

    /// A copy of a store, of its log and of its external data, in a directory that `TestStack` opens.
    static func copy(storeAt source: URL) throws -> URL {
        let directory = TestStack.makeDirectory()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let target = directory.appendingPathComponent("company.sqlite")
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: source.path + ending) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: source.path + ending))
            try bytes.write(to: URL(fileURLWithPath: target.path + ending))
        }
        let name = source.deletingPathExtension().lastPathComponent
        let support = source.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT")
        if FileManager.default.fileExists(atPath: support.path) {
            try FileManager.default.copyItem(at: support, to: directory.appendingPathComponent(".company_SUPPORT"))
        }
        return directory
    }
}

/// The transformer that the Moody models name: colours as three bytes each.
final class ColorsTransformer: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { (value as? [[UInt8]]).map { Data($0.joined()) } }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { data in
            stride(from: 0, to: data.count - data.count % 3, by: 3).map { Array(data[$0..<$0 + 3]) }
        }
    }
}

/// Stands for the transformers of other programs.
final class BytesTransformer: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { value as? Data }
    override func reverseTransformedValue(_ value: Any?) -> Any? { value as? Data }
}
