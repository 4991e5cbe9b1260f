// `import CoreData` brings Foundation and the model layer with it, as on Apple's systems.
@_exported import CoreDataModel
@_exported import Foundation
