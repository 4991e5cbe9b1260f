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
        .executable(name: "make-people", targets: ["MakePeople"])
    ],
    targets: [
        // Invented people, the same for a seed on every machine, and the files that hold them.
        .target(name: "FictionalPeople", swiftSettings: settings),
        .executableTarget(name: "MakePeople", dependencies: ["FictionalPeople"], swiftSettings: settings),
    ]
)
