import Foundation

/// Reads and writes keyed archives, secure coding only: ``transformedValue(_:)`` turns `Data` into the object, and
/// ``reverseTransformedValue(_:)`` the object into `Data`.
///
/// To store a class of your own, add it in a subclass and register that:
///
/// ```swift
/// final class ColorTransformer: NSSecureUnarchiveFromDataTransformer {
///     override class var allowedTopLevelClasses: [AnyClass] { super.allowedTopLevelClasses + [Color.self] }
/// }
/// ValueTransformer.setValueTransformer(ColorTransformer(), forName: "ColorTransformer")
/// ```
///
/// What it writes, Apple's unarchiver reads, and the other way round. Numbers come back as `NSNumber`, collections as
/// Swift's (`as? [String: [String]]` works), or as the mutable class that was archived.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    /// The classes that may be read and written, at the top and inside collections, subclasses included.
    ///
    /// By default `NSArray`, `NSDictionary`, `NSSet`, `NSString`, `NSNumber`, `NSDate`, `NSData`, `NSURL`, `NSUUID`
    /// and `NSNull`, and the Swift values that bridge to them.
    open class var allowedTopLevelClasses: [AnyClass] {
        [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
            NSURL.self, NSUUID.self, NSNull.self,
        ]
    }

    /// The object in an archive; nil for nil, for no bytes, and for an archive that may not be read.
    open override func transformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { try? archivedValue($0) }
    }

    /// The archive of an object; nil for nil and for an object of a class that is not allowed.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        value.flatMap { try? archive($0) }
    }

    private func archive(_ value: Any) throws -> Data {
        try KeyedArchive.data(from: value, allowedClasses: Self.allowedTopLevelClasses)
    }

    private func archivedValue(_ data: Data) throws -> Any? {
        data.isEmpty ? nil : try KeyedArchive.value(from: data, allowedClasses: Self.allowedTopLevelClasses)
    }

    override func encodingFailure(of value: Any) -> (any Error)? {
        do { _ = try archive(value) } catch { return error }
        return nil
    }

    override func decodingFailure(of data: Data) -> (any Error)? {
        do { _ = try archivedValue(data) } catch { return error }
        return nil
    }
}
