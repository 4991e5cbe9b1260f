import Foundation

extension ModelXMLReader {
    /// Reads `<fetchedProperty>` without what every property has.
    func readFetchedProperty(_ element: ModelElement) throws -> NSFetchedPropertyDescription {
        let property = NSFetchedPropertyDescription()
        property.fetchRequest = try element.children(named: "fetchRequest").first.map(readFetchRequest)
        return property
    }

    /// Reads `<fetchRequest>`. A flag that is missing has the value that a new request has.
    func readFetchRequest(_ element: ModelElement) throws -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: try required("entity", of: element))
        request.predicateFormatText = element.text("predicateString")
        request.fetchLimit = try number("fetchLimit", of: element) ?? 0
        request.fetchBatchSize = try number("fetchBatchSize", of: element) ?? 0
        request.resultType = NSFetchRequestResultType(rawValue: UInt(try number("resultType", of: element) ?? 0))
        request.includesSubentities = element.flag("includeSubentities") ?? true
        request.includesPropertyValues = element.flag("includePropertyValues") ?? true
        request.includesPendingChanges = element.flag("includesPendingChanges") ?? true
        request.returnsObjectsAsFaults = element.flag("returnObjectsAsFaults") ?? true
        request.returnsDistinctResults = element.flag("returnDistinctResults") ?? false
        return request
    }

    private func number(_ key: String, of element: ModelElement) throws -> Int? {
        guard let text = element.text(key) else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw mistake("has <\(element.name)> with a \(key) that is no whole number from 0", at: element)
        }
        return number
    }
}
