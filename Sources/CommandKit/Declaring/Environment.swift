#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where environment variables are read from: the process, or a fixed set in a test.
package struct Environment: Sendable {
    private let lookUp: @Sendable (String) -> String?

    /// The variables of this process, read one by one when asked for.
    package static let process = Environment { name in
        getenv(name).map { String(cString: $0) }
    }

    package init(_ variables: [String: String]) {
        lookUp = { variables[$0] }
    }

    private init(lookUp: @escaping @Sendable (String) -> String?) {
        self.lookUp = lookUp
    }

    /// The variable's value. One that is set but empty counts as unset, as most programs do.
    package subscript(_ name: String) -> String? {
        guard let value = lookUp(name), !value.isEmpty else { return nil }
        return value
    }
}
