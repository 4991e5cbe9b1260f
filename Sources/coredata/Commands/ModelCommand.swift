import CommandKit
import CoreData
import CoreDataModel
import ModelCodeGeneration

/// `coredata model`: the model of a store, or a model's file, in any form.
enum ModelCommand {
    /// What a model can be written as.
    enum Form: String, CaseIterable, Sendable {
        /// For people to read.
        case text
        case xcdatamodel
        case mom
        case json
        case swift
    }

    private static let source = Positional("STORE|MODEL", as: .file, help: "A store, or a model's file.")
    private static let form = Option(
        "--as", as: .choice(Form.self), default: .text, defaultText: "text", help: "The form to write.")
    private static let file = Option(
        "--output", "-o", as: .file, help: "Write FILE instead of standard output; needed for mom.")
    private static let force = Flag("--force", help: "Overwrite FILE.")

    static var command: Command {
        Command(
            "model",
            summary: "Show a model, or write it as a file for Xcode, Swift or another program.",
            discussion: """
                The model comes from a store, from .xcdatamodeld, .xcdatamodel, .momd or .mom. With -o, xcdatamodel \
                makes the folder that Xcode opens; without, it prints the folder's contents file.
                """,
            positionals: [source],
            options: [form, file, force],
            examples: [
                HelpEntry("coredata model Notes.sqlite", "What can be asked for."),
                HelpEntry(
                    "coredata model Notes.sqlite --as xcdatamodel -o Notes.xcdatamodel", "Get a lost model back."),
                HelpEntry("coredata model Notes.xcdatamodeld --as swift -o Notes.swift", "Classes for a program."),
            ],
            action: run)
    }

    private static func run(_ call: Invocation) throws -> ExitCode {
        let path = call.arguments[source]
        let model = try load(path, call)
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let output = call.arguments[file].flatMap { $0 == "-" ? nil : $0 }
        switch call.arguments[form] {
        case .text: try write(ModelListing(model).text, to: output, call)
        case .json: try write(ModelListing(model).json + "\n", to: output, call)
        case .swift:
            // Stores and compiled models do not tell which classes their project has made by hand.
            for entity in model.entities where entity.codeGeneration == .manual {
                entity.codeGeneration = .class
                entity.representedClassName = entity.representedClassName ?? entity.name
            }
            try model.freeze()
            let generator = try ModelCodeGenerator(model: model, modelName: name, versionName: name)
            try write(generator.source(), to: output, call)
        case .xcdatamodel:
            if let output, output.hasSuffix(".xcdatamodeld") {
                throw CommandError(.usage, "A model is one version", hint: "Name a folder.xcdatamodel with -o")
            }
            guard let output, output.hasSuffix(".xcdatamodel") else {
                try write(model.xcdatamodelContents, to: output, call)
                break
            }
            try checkTarget(output, call)
            try model.write(to: URL(fileURLWithPath: output))
        case .mom:
            guard let output, output.hasSuffix(".mom") || output.hasSuffix(".momd") else {
                throw CommandError(
                    .usage, "A compiled model is no text", hint: "Name a file.mom or folder.momd with -o")
            }
            try checkTarget(output, call)
            try model.write(to: URL(fileURLWithPath: output))
        }
        return .ok
    }

    /// The model of a store or in a file.
    static func load(_ path: String, _ call: Invocation) throws -> NSManagedObjectModel {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw CommandError(.missingInput, "There is no such file", file: path)
        }
        let url = URL(fileURLWithPath: path)
        let isModel = ["mom", "momd", "xcdatamodel", "xcdatamodeld"].contains(url.pathExtension.lowercased())
        if isModel || isDirectory.boolValue || url.lastPathComponent == "contents" {
            return try ModelFile.load(contentsOf: url)
        }
        return try StoreModel(forStoreAt: url, type: StoreKind(ofFileAt: url).storeType, call).model
    }

    private static func write(_ text: String, to path: String?, _ call: Invocation) throws {
        guard let path else { return try call.output.write(text) }
        try checkTarget(path, call)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private static func checkTarget(_ path: String, _ call: Invocation) throws {
        let (target, source) = (URL(fileURLWithPath: path), URL(fileURLWithPath: call.arguments[source]))
        guard target.resolvingSymlinksInPath() != source.resolvingSymlinksInPath() else {
            throw CommandError(.cannotCreate, "This is the file that the model is read from", file: path)
        }
        guard call.arguments[force] || !FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                .cannotCreate, "The file exists already", hint: "Pass --force to overwrite it", file: path)
        }
    }
}
