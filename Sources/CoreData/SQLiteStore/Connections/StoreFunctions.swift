import SQLite

/// The SQL functions and collations that translated predicates and sort keys use. None of them is ever named in a
/// store's schema.
enum StoreFunctions {
    /// matches(text, pattern, operation, options)
    static let match = "cd_match"
    /// fold(text, options), for ordering comparisons with `[cd]`
    static let fold = "cd_fold"
    /// call(name, arguments…), for functions of expressions
    static let call = "cd_call"

    static func register(on connection: Connection) throws {
        try connection.createFunction(match, argumentCount: 4, deterministic: true, directOnly: true) { arguments in
            if arguments.isNull(0) || arguments.isNull(1) { return .null }
            let matcher = try arguments.cached(at: 1) {
                try StringMatcher(
                    operation(arguments.int64(2)), pattern: arguments.string(1),
                    options: ComparisonNode.Options(rawValue: UInt8(truncatingIfNeeded: arguments.int64(3))))
            }
            return .bool(matcher.matches(arguments.text(0)))
        }
        try connection.createFunction(fold, argumentCount: 2, deterministic: true, directOnly: true) { arguments in
            if arguments.isNull(0) { return .null }
            let options = ComparisonNode.Options(rawValue: UInt8(truncatingIfNeeded: arguments.int64(1)))
            return .text(StringFolding(options).fold(arguments.string(0)))
        }
        try connection.createFunction(call, argumentCount: -1, deterministic: false, directOnly: true) { arguments in
            let function = arguments.cached(at: 0) { ExpressionFunction.named(arguments.string(0)) }
            guard let function else { return .null }
            var values: [Any?] = []
            for index in 1..<max(arguments.count, 1) {
                switch arguments.type(index) {
                case .integer: values.append(arguments.int64(index))
                case .real: values.append(arguments.double(index))
                case .text: values.append(arguments.string(index))
                default: return .null
                }
            }
            return try result(of: function(values))
        }
        for comparison in [
            SortComparison.caseInsensitive, .localized, .localizedCaseInsensitive, .localizedStandard,
        ] {
            let collation = Collation(comparison)
            try connection.createCollation(name(of: comparison)) { collation.compare($0, $1).rawValue }
        }
        // Stores with derived attributes have triggers that tell the framework which values they changed. The triggers
        // have done the work by then, so nothing is left to do; without the functions every insertion would fail.
        for name in [
            "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
        ] {
            try connection.createFunction(name, argumentCount: 5, innocuous: true) { _ in .null }
        }
    }

    /// The collation of a comparison; nil for SQLite's own.
    static func name(of comparison: SortComparison) -> String {
        switch comparison {
        case .standard: "BINARY"
        case .caseInsensitive: "cd_case_insensitive"
        case .localized: "cd_localized"
        case .localizedCaseInsensitive: "cd_localized_case_insensitive"
        case .localizedStandard: "cd_localized_standard"
        }
    }

    static func code(of operation: StringMatcher.Operation) -> Int64 {
        switch operation {
        case .equal: 0
        case .contains: 1
        case .beginsWith: 2
        case .endsWith: 3
        case .like: 4
        case .matches: 5
        }
    }

    private static func operation(_ code: Int64) -> StringMatcher.Operation {
        switch code {
        case 0: .equal
        case 1: .contains
        case 2: .beginsWith
        case 3: .endsWith
        case 4: .like
        default: .matches
        }
    }

    private static func result(of value: Any?) -> FunctionResult {
        switch value {
        case let value as String: .text(value)
        case let value as Date: .real(value.timeIntervalSinceReferenceDate)
        case let value as NSNumber:
            Int64(exactly: value).map { .integer($0) } ?? .real(value.doubleValue)
        case let value as Int: .integer(Int64(value))
        case let value as Int64: .integer(value)
        case let value as Double: .real(value)
        case let value as Bool: .bool(value)
        case let value as Decimal: .real(NSDecimalNumber(decimal: value).doubleValue)
        default: .null
        }
    }
}
