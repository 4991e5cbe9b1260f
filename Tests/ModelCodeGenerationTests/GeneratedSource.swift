import CoreDataModel
import Foundation
import ModelCodeGeneration

/// The source that is generated from a model's XML.
func generatedSource(_ entities: String, name: String = "Test") throws -> String {
    let xml = "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\">\(entities)</model>"
    let model = try NSManagedObjectModel(xcdatamodelContents: Data(xml.utf8), name: "Test.xcdatamodel")
    return try ModelCodeGenerator(model: model, modelName: name, versionName: name).source()
}

/// The part of the source from the line that has `start` up to its closing brace.
func block(_ start: String, in source: String) -> String? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.contains(start) }) else { return nil }
    let indentation = lines[first].prefix { $0 == " " }
    guard let last = lines[first...].firstIndex(where: { $0 == indentation + "}" }) else { return nil }
    return lines[first...last].map { $0.dropFirst(indentation.count) }.joined(separator: "\n")
}
