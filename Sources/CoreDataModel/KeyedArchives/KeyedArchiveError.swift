/// Why bytes are not a keyed archive that may be read, or why a value cannot be archived.
///
/// The description names classes and structure, never a value.
package struct KeyedArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The bytes are not a whole, sound keyed archive.
        case corrupt
        /// A class outside the list of allowed classes.
        case classNotAllowed
    }

    package let code: Code
    package let description: String

    static func corrupt(_ description: String) -> KeyedArchiveError {
        KeyedArchiveError(code: .corrupt, description: description)
    }

    static func notAllowed(_ className: String) -> KeyedArchiveError {
        KeyedArchiveError(
            code: .classNotAllowed,
            description: "\(className) is not in allowedTopLevelClasses; add it in a subclass of "
                + "NSSecureUnarchiveFromDataTransformer")
    }
}
