// `import CoreData` brings Foundation and the model layer with it, as on Apple's systems.
@_exported import CoreDataModel
@_exported import Foundation

// Foundation on Linux has an empty class of this name; ours is meant wherever `CoreData` is imported.
/// An expression of a predicate or a fetch.
public typealias NSExpression = CoreDataModel.NSExpression
/// A predicate that compares two expressions.
public typealias NSComparisonPredicate = CoreDataModel.NSComparisonPredicate
