/// Rules of one's own for single values, where Apple's framework looks for methods named `validate<Key>`: without
/// Objective-C those cannot be found by name.
///
/// ```swift
/// extension Employee: CustomValueValidation {
///     func validate(_ value: inout Any?, forKey key: String) throws {
///         guard key == "name", let name = value as? String else { return }
///         value = name.trimmingCharacters(in: .whitespaces)
///     }
/// }
/// ```
public protocol CustomValueValidation: NSManagedObject {
    /// Checks a value that is to be saved. Called for each attribute and to-one relationship, after the model's rules.
    ///
    /// - Parameter value: The value; another one that is put here takes its place in the object.
    /// - Throws: Whatever is wrong with it: the save fails with this error, or with 1560 when there are several.
    func validate(_ value: inout Any?, forKey key: String) throws
}

extension NSManagedObject {
    /// Checks a value against the rules of a property: the model's, then the class's own.
    ///
    /// - Parameters:
    ///   - value: A value that the property could have; another one may be put in its place.
    ///   - key: The property.
    /// - Throws: `CocoaError` 1550…1690; 134060 for an unknown key.
    public func validateValue(_ value: inout Any?, forKey key: String) throws {
        let slot = try layout.slot(forKey: key)
        // Validation reads the object: one like it, with this value, in no context.
        let probe = type(of: self).init(entity: layout.entity, insertInto: nil)
        probe.setConverted(
            try StoredValue(value, kind: layout.kinds[slot], of: layout.properties.properties[slot]), at: slot)
        try probe.validate(slot)
        if let custom = self as? any CustomValueValidation { try custom.validate(&value, forKey: key) }
    }

    /// Asks the class about each value, and takes what it puts in a value's place.
    final func validateCustom(_ custom: any CustomValueValidation, _ errors: inout [CocoaError]) {
        for (slot, kind) in layout.kinds.enumerated() where kind != .toMany && kind != .undefined {
            let key = layout.properties.names[slot]
            let old = shownValue(slot, kind)
            var value = old.value(kind: kind)
            do {
                try custom.validate(&value, forKey: key)
                let new = try StoredValue(value, kind: kind, of: layout.properties.properties[slot])
                if !new.isSame(as: old) { try trySetValue(value, forKey: key) }
            } catch let error as CocoaError {
                errors.append(error)
            } catch {
                errors.append(
                    .coreData(
                        .managedObjectValidation, error.localizedDescription,
                        [
                            NSValidationKeyErrorKey: key, NSValidationObjectErrorKey: self, NSUnderlyingErrorKey: error,
                        ]))
            }
        }
    }
}
