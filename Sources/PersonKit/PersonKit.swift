// Users of the contact book see its values and, where they ask for objects, Core Data itself.
@_exported import ContactFormats
@_exported import CoreData
