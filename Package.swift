// swift-tools-version: 6.1

import PackageDescription

/// Settings of every target. Warnings are made errors by `Scripts/test` (`-warnings-as-errors`), not here: an unsafe
/// flag in a manifest would keep other packages from depending on this one.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "people",
    products: [
        .library(name: "CoreData", targets: ["CoreData"]),
        .library(name: "PersonKit", targets: ["PersonKit"]),
        .executable(name: "people", targets: ["people"]),
        .executable(name: "coredata", targets: ["coredata"]),
        .plugin(name: "ManagedObjectClasses", targets: ["ManagedObjectClasses"]),
    ],
    targets: [
        // SQLite: the only place that calls SQLite's C API.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: settings),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: settings),

        // CoreDataModel: descriptions, predicates, value transformers, model files, version hashes. No store.
        .target(name: "CoreDataModel", swiftSettings: settings),
        .testTarget(
            name: "CoreDataModelTests", dependencies: ["CoreDataModel", "SampleModels", "GeneratedCases"],
            swiftSettings: settings),
        // The models of the sample files, for tests.
        .target(
            name: "SampleModels", dependencies: ["CoreDataModel"], path: "Tests/SampleModels", swiftSettings: settings),
        // What tests with generated cases draw from.
        .target(name: "GeneratedCases", path: "Tests/GeneratedCases", swiftSettings: settings),

        // The generator of managed object classes, the tool around it, and the plug-in that runs the tool.
        .target(name: "ModelCodeGeneration", dependencies: ["CoreDataModel"], swiftSettings: settings),
        .testTarget(
            name: "ModelCodeGenerationTests", dependencies: ["ModelCodeGeneration", "CoreDataModel", "SampleModels"],
            swiftSettings: settings),
        .executableTarget(
            name: "ModelCompiler", dependencies: ["ModelCodeGeneration", "CoreDataModel"], swiftSettings: settings),
        .plugin(
            name: "ManagedObjectClasses", capability: .buildTool(), dependencies: ["ModelCompiler"],
            path: "Sources/ManagedObjectClasses"),

        // CoreData: contexts, objects, stores.
        .target(name: "CoreData", dependencies: ["CoreDataModel", "SQLite", "CZlib"], swiftSettings: settings),
        .testTarget(
            name: "CoreDataTests", dependencies: ["CoreData", "SQLite", "GeneratedCases"], swiftSettings: settings),

        // The articles that this package follows, step by step. Its model is SampleData's, through a symbolic link.
        .testTarget(
            name: "ArticleTests", dependencies: ["CoreData", "PersonKit"], exclude: ["Company.xcdatamodeld"],
            swiftSettings: settings, plugins: ["ManagedObjectClasses"]),

        // ContactFormats: bytes to and from streams of ContactRecord. No persistence.
        .target(name: "ContactFormats", dependencies: ["CZlib"], swiftSettings: settings),
        .testTarget(name: "ContactFormatsTests", dependencies: ["ContactFormats"], swiftSettings: settings),

        // PersonKit: the contact book.
        .target(
            name: "PersonKit", dependencies: ["CoreData", "ContactFormats"], exclude: ["PersonData.xcdatamodeld"],
            swiftSettings: settings, plugins: ["ManagedObjectClasses"]),
        .testTarget(
            name: "PersonKitTests", dependencies: ["PersonKit"], resources: [.copy("Fixtures")], swiftSettings: settings
        ),

        // CommandKit: options, help, tables, progress. No contacts in it.
        .target(name: "CommandKit", swiftSettings: settings),
        .testTarget(name: "CommandKitTests", dependencies: ["CommandKit"], swiftSettings: settings),

        // The commands.
        .executableTarget(
            name: "coredata", dependencies: ["CoreData", "ModelCodeGeneration", "CommandKit"], swiftSettings: settings),
        .testTarget(
            name: "CoreDataToolTests", dependencies: ["coredata", "CoreData", "CommandKit"], swiftSettings: settings),
        .executableTarget(name: "people", dependencies: ["PersonKit", "CommandKit"], swiftSettings: settings),
        .testTarget(name: "PeopleTests", dependencies: ["people", "PersonKit", "CommandKit"], swiftSettings: settings),
    ]
)
