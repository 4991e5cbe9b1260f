/// What a key path has read on a recording object.
private final class KeyPathRecording {
    private(set) var keys: [String] = []
    /// The object that the next step must read: the one that the last step led to, nil behind an attribute.
    private var tip: ObjectIdentifier?
    /// Whether every step started where the one before had led; a computed property reads as it likes.
    private(set) var isPath = true

    func start(at object: NSManagedObject) { tip = ObjectIdentifier(object) }

    func note(_ key: String, of object: NSManagedObject) {
        isPath = isPath && tip == ObjectIdentifier(object)
        tip = nil
        keys.append(key)
    }
}

extension NSManagedObject: KeyPathNaming {
    /// The name of `\Person.name`, found by reading the key path on an object that notes what is read.
    ///
    /// Nil for a computed property that reads several properties.
    package static func keyPathName(of keyPath: AnyKeyPath) -> String? {
        guard let entity = ObjectClassRegistry.entity(of: self) else { return nil }
        let recording = KeyPathRecording()
        let recorder = Self.recorder(entity, self, recording)
        let root: Any = recorder
        _ = root[keyPath: keyPath]
        guard recording.isPath else { return nil }
        var keys = recording.keys
        let valueType = type(of: keyPath).valueType
        if valueType == NSManagedObjectID.self || valueType == NSManagedObjectID?.self { keys.append("objectID") }
        return keys.isEmpty ? nil : keys.joined(separator: ".")
    }

    private static func recorder(
        _ entity: NSEntityDescription, _ objectClass: NSManagedObject.Type, _ recording: KeyPathRecording
    ) -> NSManagedObject {
        let recorder = objectClass.init(entity: entity, insertInto: nil)
        recorder.flags = [.fault, .recording]
        recorder.slab = recording
        recording.start(at: recorder)
        return recorder
    }

    /// Notes that a generated accessor reads a slot.
    final func record(_ slot: Int) {
        let names = type(of: self).generatedPropertyNames
        (slab as? KeyPathRecording)?.note(slot < names.count ? names[slot] : layout.properties.names[slot], of: self)
    }

    /// The recorder that a to-one relationship leads to.
    final func recordedDestination(_ slot: Int) -> NSManagedObject? {
        guard let recording = slab as? KeyPathRecording, let relationship = layout.relationships[slot] else {
            return nil
        }
        let destination = relationship.destination
        return Self.recorder(destination.entity, destination.objectClass, recording)
    }
}
