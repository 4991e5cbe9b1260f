import Foundation

/// The functions of expressions, under Apple's selector names.
package struct ExpressionFunction: Sendable {
    /// `sum:`, `add:to:`, `now`
    package let name: String
    /// How many arguments it takes. Aggregates take one collection or any number of values.
    package let arity: ClosedRange<Int>
    let body: @Sendable ([Any?], String) throws(PredicateEvaluationError) -> Any?

    init(
        _ name: String, arity: ClosedRange<Int>? = nil,
        body: @escaping @Sendable ([Any?], String) throws(PredicateEvaluationError) -> Any?
    ) {
        let parameters = name.utf8.count { $0 == UInt8(ascii: ":") }
        self.name = name
        self.arity = arity ?? parameters...parameters
        self.body = body
    }

    func accepts(_ count: Int) -> Bool { arity.contains(count) }

    /// "2 arguments", for messages.
    var arityText: String {
        if arity.upperBound == .max { return "at least \(arity.lowerBound) argument" }
        return arity == 1...1 ? "1 argument" : "\(arity.lowerBound) arguments"
    }

    /// Calls the function.
    ///
    /// - Throws: `PredicateEvaluationError` for a wrong number or type of arguments.
    package func callAsFunction(_ arguments: [Any?]) throws(PredicateEvaluationError) -> Any? {
        guard accepts(arguments.count) else {
            throw PredicateEvaluationError(.unknownFunction, "\(name) takes \(arityText), not \(arguments.count)")
        }
        return try body(arguments, name)
    }

    // MARK: Names

    /// The function of a name, with or without its last colon, in any case.
    package static func named(_ name: String) -> ExpressionFunction? {
        byName[name] ?? byName[name + ":"] ?? byName.first { $0.key.lowercased() == name.lowercased() }?.value
            ?? byName.first { $0.key.lowercased() == name.lowercased() + ":" }?.value
    }

    /// The known name with the fewest edits, if there are few.
    static func nearest(to name: String) -> String? {
        let best = byName.keys.map { (name: $0, distance: editDistance(Array($0.utf8), Array(name.utf8))) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        return best.flatMap { $0.distance <= 3 ? $0.name : nil }
    }

    private static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        // Names are short; a long text is not near to any.
        guard b.count < 40 else { return .max }
        var row = Array(0...b.count)
        for (i, byte) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let above = row[j + 1]
                row[j + 1] = byte == other ? diagonal : 1 + min(diagonal, above, row[j])
                diagonal = above
            }
        }
        return row[b.count]
    }

    private static let byName: [String: ExpressionFunction] = Dictionary(
        (statistics + arithmetic + bits + texts + constructs).map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first })
}
