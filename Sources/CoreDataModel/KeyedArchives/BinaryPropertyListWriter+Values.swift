import Foundation

extension BinaryPropertyListWriter {
    /// The binary property list of a value; nil when it holds something that no property list can hold.
    ///
    /// Dictionaries are written in the order of their keys, so that equal values give equal bytes. In place of
    /// `PropertyListSerialization`, which on Linux refuses every array inside of a container when Foundation is linked
    /// statically.
    package static func data(propertyList value: Any) -> Data? {
        var writer = BinaryPropertyListWriter()
        guard let top = writer.add(propertyList: value) else { return nil }
        return writer.data(top: top)
    }

    private mutating func add(propertyList value: Any) -> Int? {
        switch value {
        case let string as String: return add(.string(string))
        case let number as NSNumber: return add(KeyedArchiveWriter.object(number))
        case let date as Date: return add(.date(date.timeIntervalSinceReferenceDate))
        case let data as Data: return add(.data(data))
        case let array as [Any]:
            let items = array.compactMap { add(propertyList: $0) }
            return items.count == array.count ? add(.array(items)) : nil
        case let dictionary as [String: Any]:
            let entries = dictionary.sorted { $0.key < $1.key }
            let keys = entries.map { add(.string($0.key)) }
            let values = entries.compactMap { add(propertyList: $0.value) }
            return values.count == keys.count ? add(.dictionary(keys: keys, values: values)) : nil
        default: return nil
        }
    }
}
