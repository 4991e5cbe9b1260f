import Foundation

/// Writes a model as the XML that Xcode saves (`Model.xcdatamodel/contents`), which `ModelXMLReader` reads.
///
/// The file says everything that Xcode's form can say of a model. It cannot say: default values of binary data and of
/// transformable attributes, validation predicates other than limits, and of a fetch request its sort descriptors, its
/// offset and what dictionaries hold.
package struct ModelXMLWriter {
    private let model: NSManagedObjectModel
    /// The composites that attributes have used so far, by name: the file defines each once.
    private var composites: [String: WrittenElement] = [:]

    package init(_ model: NSManagedObjectModel) {
        self.model = model
    }

    /// The XML. Equal models have equal texts: everything without an order of its own is sorted by name.
    package var text: String {
        var writer = self
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        writer.modelElement().write(to: &text)
        text.removeLast()
        return text
    }

    private mutating func modelElement() -> WrittenElement {
        var element = WrittenElement("model")
        element.set("type", "com.apple.IDECoreDataModeler.DataModel")
        element.set("documentVersion", "1.0")
        // The version of Xcode whose form this is.
        element.set("lastSavedToolsVersion", "22758")
        element.set("systemVersion", "23E224")
        element.set("minimumToolsVersion", "Automatic")
        element.set("sourceLanguage", "Swift")
        let identifiers = model.versionIdentifiers.map { "\($0.base)" }
        element.set("userDefinedModelVersionIdentifier", identifiers.sorted().joined(separator: ", "))
        for entity in Self.sorted(model.entities, by: { $0.name ?? "" }) {
            element.children.append(entityElement(entity))
        }
        for (name, request) in Self.sorted(model.fetchRequestTemplatesByName, by: \.key) {
            if let child = fetchRequestElement(request, name: name) { element.children.append(child) }
        }
        for name in Self.sorted(model.configurations, by: \.self) {
            element.children.append(configurationElement(name))
        }
        element.children += Self.sorted(composites, by: \.key).map(\.value)
        return element
    }

    private func configurationElement(_ name: String) -> WrittenElement {
        var element = WrittenElement("configuration")
        element.set("name", name)
        for member in Self.sorted(model.entityNames(forConfigurationName: name), by: \.self) {
            var child = WrittenElement("memberEntity")
            child.set("name", member)
            element.children.append(child)
        }
        return element
    }

    /// Sorted by name without regard to case.
    static func sorted<Elements: Sequence>(
        _ elements: Elements, by name: (Elements.Element) -> String
    ) -> [Elements.Element] {
        elements.map { (folded: name($0).lowercased(), name: name($0), element: $0) }
            .sorted { ($0.folded, $0.name) < ($1.folded, $1.name) }
            .map(\.element)
    }

    // MARK: Composites

    /// Defines what a composite attribute consists of.
    ///
    /// - Returns: The definition's name, which has a number when another composite has it; nil for a composite that
    ///   has neither a name nor elements.
    mutating func defineComposite(_ composite: NSCompositeAttributeDescription) -> String? {
        guard composite.compositeName != nil || !composite.elements.isEmpty else { return nil }
        // The order of the elements is the developer's.
        let elements = composite.elements.map { attributeElement($0) }
        let wanted = composite.compositeName ?? composite.name.prefix(1).uppercased() + composite.name.dropFirst()
        var name = wanted
        var number = 0
        while true {
            var definition = WrittenElement("composite")
            definition.set("name", name)
            definition.children = elements
            if composites[name, default: definition] == definition {
                composites[name] = definition
                return name
            }
            number += 1
            name = "\(wanted)\(number)"
        }
    }
}
