import CoreDataModel
import Foundation

/// The real models that tests may read, in the folder that PEOPLE_CASES names.
package enum SampleModels {
    package static let root = ProcessInfo.processInfo.environment["PEOPLE_CASES"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("coredata")
    }

    package struct Sample: CustomStringConvertible {
        /// The versioned model's name without ending.
        package let bundle: String
        package let version: ModelFile.Version
        package var description: String { "\(bundle)/\(version.name)" }
    }

    /// Every version of every model source.
    package static let versions: [Sample] = {
        let bundles = (try? files { $0.pathExtension == "xcdatamodeld" }) ?? []
        let single = (try? files { $0.pathExtension == "xcdatamodel" }) ?? []
        let alone = single.filter { $0.deletingLastPathComponent().pathExtension != "xcdatamodeld" }
        return (bundles + alone).flatMap { url in
            ((try? ModelFile.versions(at: url)) ?? []).map {
                Sample(bundle: url.deletingPathExtension().lastPathComponent, version: $0)
            }
        }
    }()

    package static func files(named name: String) throws -> [URL] {
        try files { $0.lastPathComponent == name }
    }

    package static func files(where isWanted: (URL) -> Bool) throws -> [URL] {
        guard let root else { return [] }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
        return paths.map { root.appendingPathComponent($0) }.filter(isWanted)
    }
}
