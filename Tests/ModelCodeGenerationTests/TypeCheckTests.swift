import CoreDataModel
import Foundation
import ModelCodeGeneration
import SampleModels
import Testing

/// The compiler takes what is generated from real models.
@Suite(.enabled(if: SampleModels.root != nil, "PEOPLE_CASES is not set")) struct TypeCheckTests {
    /// All models in one run of the compiler, which reads the package's modules each time.
    @Test func everySampleTypeChecks() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("generated-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let models = try SampleModels.versions.map(\.version.url) + SampleModels.files { $0.pathExtension == "mom" }
        try #require(!models.isEmpty)
        var files: [String] = []
        var customClasses: Set<String> = []
        for (index, url) in models.enumerated() {
            let model = try ModelFile.load(contentsOf: url)
            giveClasses(to: model, prefix: "M\(index)_")
            customClasses.formUnion(classNames(in: model))
            try model.freeze()
            let source = try ModelCodeGenerator(model: model, modelName: "Model\(index)", versionName: "1").source()
            let file = folder.appendingPathComponent("Model\(index).swift")
            try Data(source.utf8).write(to: file)
            files.append(file.path)
        }
        // The classes that the models' own programs have.
        let classes = customClasses.sorted().map { "public final class \($0): NSObject {}" }
        let file = folder.appendingPathComponent("Classes.swift")
        try Data((["import Foundation"] + classes).joined(separator: "\n").utf8).write(to: file)
        let result = try typeCheck(files + [file.path])
        #expect(result.isEmpty, "\(result)")
    }

    /// A mistake in a source is found, so that the test above can fail.
    @Test func aMistakeIsFound() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("import CoreData\nlet a: NSManagedObject = 1\n".utf8).write(to: file)
        #expect(try typeCheck([file.path]).contains("error: cannot convert value of type 'Int'"))
    }

    /// Classes of other models are called otherwise.
    private func giveClasses(to model: NSManagedObjectModel, prefix: String) {
        for entity in model.entities {
            entity.codeGeneration = .class
            entity.representedClassName = prefix + (entity.name ?? "")
        }
    }

    private func classNames(in model: NSManagedObjectModel) -> [String] {
        model.entities.flatMap(\.ownProperties).compactMap { ($0 as? NSAttributeDescription)?.customClassName }
            .filter { name in name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber } }
    }

    /// What the compiler says; nothing where all is well.
    private func typeCheck(_ files: [String]) throws -> String {
        let modules = try #require(Self.modules, "the package's modules are not beside the tests")
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Generated", "-package-name", "generated"]
            + ["-enable-upcoming-feature", "ExistentialAny", "-warnings-as-errors", "-I", modules.path]
            + ["CSQLite", "CZlib"].flatMap { ["-I", package.appendingPathComponent("Sources/\($0)").path] } + files
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? "" : "exit \(process.terminationStatus): \(text)"
    }

    private static let modules: URL? = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let modules = folder.appendingPathComponent("Modules")
            if FileManager.default.fileExists(atPath: modules.appendingPathComponent("CoreData.swiftmodule").path) {
                return modules
            }
        }
        return nil
    }()
}
