import Foundation
import PackagePlugin

/// Turns every `.xcdatamodeld` and `.xcdatamodel` in a target's directory into Swift: the classes that Xcode would
/// generate, and the model as code.
@main
struct ManagedObjectClasses: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let compiler = try context.tool(named: "ModelCompiler").url
        var names: [String: URL] = [:]
        return models(in: target.directoryURL).compactMap { model in
            let name = model.deletingPathExtension().lastPathComponent
            if let other = names.updateValue(model, forKey: name.lowercased()) {
                Diagnostics.error("\(model.path) and \(other.path) have the same name; rename one of the two")
                return nil
            }
            let output = context.pluginWorkDirectoryURL.appending(path: "\(name)+Model.swift")
            return .buildCommand(
                displayName: "Generating Swift from \(model.lastPathComponent)", executable: compiler,
                arguments: [model.path, "--output", output.path], inputFiles: inputs(of: model),
                outputFiles: [output])
        }
    }

    /// The models in a directory. The manifest excludes them, since the package manager knows no rule for them, so they
    /// are not among the target's files and are looked for here. A symbolic link to a model counts as the model.
    private func models(in directory: URL) -> [URL] {
        var found: [URL] = []
        let walk = FileManager.default.enumerator(
            at: directory, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        while let file = walk?.nextObject() as? URL {
            guard ["xcdatamodeld", "xcdatamodel"].contains(file.pathExtension) else { continue }
            found.append(file.resolvingSymlinksInPath())
            walk?.skipDescendants()
        }
        return found.sorted { $0.path < $1.path }
    }

    /// The files that the generated source depends on: the contents of every version, and the mark of the current one.
    private func inputs(of model: URL) -> [URL] {
        var files: [URL] = []
        let walk = FileManager.default.enumerator(at: model, includingPropertiesForKeys: nil)
        while let file = walk?.nextObject() as? URL {
            if ["contents", ".xccurrentversion"].contains(file.lastPathComponent) { files.append(file) }
        }
        return files.sorted { $0.path < $1.path }
    }
}
