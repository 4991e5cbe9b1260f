import Foundation

/// An attribute whose value is a dictionary of named elements, each described by an attribute of its own.
// Immutable once frozen; until then it belongs to the one thread that builds the model.
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// The elements, which are attributes or further composites.
    open var elements: [NSAttributeDescription] = [] { willSet { requireMutable() } }

    /// The name under which a model file defines the composite, so that several attributes can use it.
    package var compositeName: String? { willSet { requireMutable() } }

    /// Makes a composite without elements.
    public required init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    package override func takeValues(from other: NSPropertyDescription) {
        super.takeValues(from: other)
        guard let other = other as? NSCompositeAttributeDescription else { return }
        elements = other.elements.compactMap { $0.copy() as? NSAttributeDescription }
        compositeName = other.compositeName
    }

    package override func check() throws {
        try super.check()
        var names = Set<String>()
        for element in elements {
            try element.check()
            guard names.insert(element.name).inserted else {
                throw mistake(.duplicateName, "has two elements named \(element.name)")
            }
        }
    }

    package override func freeze() {
        guard !isFrozen else { return }
        for element in elements { element.freeze() }
        super.freeze()
    }
}
