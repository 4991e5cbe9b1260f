/// What a key path has read on a recording object.
private final class KeyPathRecording {
    var keys: [String] = []
}

extension NSManagedObject: KeyPathNaming {
    /// The name of `\Person.name`, found by reading the key path on an object that notes what is read.
    package static func keyPathName(of keyPath: AnyKeyPath) -> String? {
        guard let entity = ObjectClassRegistry.entity(of: self) else { return nil }
        let recording = KeyPathRecording()
        let recorder = Self.recorder(entity, self, recording)
        let root: Any = recorder
        _ = root[keyPath: keyPath]
        return recording.keys.isEmpty ? nil : recording.keys.joined(separator: ".")
    }

    private static func recorder(
        _ entity: NSEntityDescription, _ objectClass: NSManagedObject.Type, _ recording: KeyPathRecording
    ) -> NSManagedObject {
        let recorder = objectClass.init(entity: entity, insertInto: nil)
        recorder.flags = [.fault, .recording]
        recorder.slab = recording
        return recorder
    }

    /// Notes that a generated accessor reads a slot.
    final func record(_ slot: Int) {
        let names = type(of: self).generatedPropertyNames
        (slab as? KeyPathRecording)?.keys.append(slot < names.count ? names[slot] : layout.properties.names[slot])
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
