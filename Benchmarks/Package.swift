// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Benchmarks",
    products: [
        .executable(name: "benchmarks", targets: ["Benchmarks"]),
        .executable(name: "make-people", targets: ["MakePeople"]),
    ],
    dependencies: [.package(name: "people", path: "../")],
    targets: [
        // Invented people, the same for a seed on every machine, and the files that hold them.
        .target(name: "FictionalPeople", swiftSettings: settings),
        .executableTarget(name: "MakePeople", dependencies: ["FictionalPeople"], swiftSettings: settings),

        // The works of the design's table "Speed to reach", as a C programmer does them.
        .target(name: "CBaseline", linkerSettings: [.linkedLibrary("sqlite3")]),

        // The driver: each work in C and in ours, in turn, and the table of ratios.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CBaseline", "FictionalPeople", .product(name: "CoreData", package: "people"),
                .product(name: "PersonKit", package: "people"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BenchmarksTests", dependencies: ["Benchmarks", "CBaseline", "FictionalPeople"],
            swiftSettings: settings),
    ],
    cLanguageStandard: .gnu17
)
