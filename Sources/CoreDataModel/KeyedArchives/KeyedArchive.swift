import Foundation

/// Keyed archives with secure coding, both ways.
///
/// Classes of a property list are read and written by our own code; a class that a program has added to its list is
/// left to Foundation, after the archive has been checked.
enum KeyedArchive {
    /// - Throws: `KeyedArchiveError`.
    static func value(from data: Data, allowedClasses: [AnyClass]) throws -> Any? {
        let allowed = ArchiveClassList(classes: allowedClasses)
        var reader = try KeyedArchiveReader(data, allowed: allowed)
        guard allowed.hasForeignClass, try hasForeignClass(reader) else { return try reader.readRoot() }
        do {
            return try NSKeyedUnarchiver.unarchivedObject(ofClasses: allowedClasses, from: data)
        } catch {
            // Foundation's message may quote what it has read.
            throw KeyedArchiveError.corrupt("the archive cannot be read")
        }
    }

    /// - Throws: `KeyedArchiveError`.
    static func data(from value: Any, allowedClasses: [AnyClass]) throws -> Data {
        let allowed = ArchiveClassList(classes: allowedClasses)
        var writer = KeyedArchiveWriter(allowed: allowed)
        do {
            return try writer.archive(value)
        } catch let foreign as KeyedArchiveWriter.ForeignValue {
            guard let object = foreign.value as? any (NSObject & NSSecureCoding),
                allowed.allowsForeign(type(of: object))
            else { throw KeyedArchiveError.notAllowed(String(reflecting: type(of: foreign.value))) }
        }
        let data: Data
        do {
            data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        } catch {
            throw KeyedArchiveError.notAllowed(String(reflecting: type(of: value)))
        }
        // What could not be read again is not written.
        _ = try hasForeignClass(KeyedArchiveReader(data, allowed: allowed))
        return data
    }

    /// Whether a class in the archive needs Foundation's unarchiver.
    ///
    /// - Throws: `KeyedArchiveError` for a class that is not on the list.
    private static func hasForeignClass(_ reader: KeyedArchiveReader) throws -> Bool {
        var result = false
        for lineage in try reader.classLineages() {
            // The first name alone: an archive may claim any ancestors for a class.
            if let known = lineage.first.flatMap(ArchiveClass.init(rawValue:)), reader.allowed.allows(known) {
                continue
            }
            guard let name = lineage.first, let foreign = NSClassFromString(name), reader.allowed.allowsForeign(foreign)
            else { throw KeyedArchiveError.notAllowed(lineage.first ?? "A class without a name") }
            result = true
        }
        return result
    }
}
