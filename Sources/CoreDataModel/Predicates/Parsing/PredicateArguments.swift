import Foundation

/// The values for the placeholders of a format string, taken one after another.
struct PredicateArguments {
    private let values: [Any?]
    private var next = 0

    init(_ values: [Any?]) {
        self.values = values
    }

    var count: Int { values.count }

    mutating func take() -> Any?? {
        guard next < values.count else { return nil }
        defer { next += 1 }
        return .some(AnyValue.unwrapped(values[next]))
    }
}
