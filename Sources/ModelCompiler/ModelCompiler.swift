import CoreDataModel
import Foundation
import ModelCodeGeneration

/// `ModelCompiler MODEL --output FILE.swift`: writes the Swift source of a model. The `ManagedObjectClasses` plug-in
/// runs it.
///
/// Errors and warnings go to standard error as `path:line: error: message`, which the package manager shows.
enum ModelCompiler {
    private static let usage = "usage: ModelCompiler MODEL.xcdatamodeld --output FILE.swift"

    /// - Returns: The exit status: 0, 1 for a mistake in the model or a file that cannot be written, 2 for wrong
    ///   arguments.
    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count == 3, arguments[1] == "--output", !arguments[0].hasPrefix("-") else {
            report("error: \(usage)")
            return 2
        }
        let model = URL(fileURLWithPath: arguments[0])
        do {
            let source = try source(of: model)
            try Data(source.utf8).write(to: URL(fileURLWithPath: arguments[2]), options: .atomic)
            return 0
        } catch let error as ModelError {
            report(error, "error", model)
        } catch {
            report("\(arguments[2]): error: The file cannot be written: \(error.localizedDescription)")
        }
        return 1
    }

    private static func source(of url: URL) throws -> String {
        let versions = try ModelFile.versions(at: url)
        let model = try ModelFile.load(contentsOf: url)
        try model.freeze()
        for issue in model.issues { report(issue, "warning", url) }
        let name = url.deletingPathExtension().lastPathComponent
        let generator = try ModelCodeGenerator(
            model: model, modelName: name, versionName: versions.first(where: \.isCurrent)?.name ?? name,
            otherVersions: try versions.filter { !$0.isCurrent }.map(source(of:)))
        return try generator.source()
    }

    /// A version's XML, checked by reading it.
    private static func source(of version: ModelFile.Version) throws -> ModelCodeGenerator.VersionSource {
        _ = try ModelFile.load(contentsOf: version.url)
        let contents = try Data(contentsOf: version.url.appendingPathComponent("contents"))
        return ModelCodeGenerator.VersionSource(
            name: version.url.lastPathComponent, contents: String(decoding: contents, as: UTF8.self))
    }

    private static func report(_ error: ModelError, _ kind: String, _ model: URL) {
        var place = error.file ?? model.path
        if let line = error.line { place += ":\(line)" }
        var message = error
        message.file = nil
        report("\(place): \(kind): \(message)")
    }

    private static func report(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
