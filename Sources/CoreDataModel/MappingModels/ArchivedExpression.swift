import Foundation

/// Reads the expressions that mapping models hold as keyed archives.
enum ArchivedExpression {
    /// - Throws: `ModelError` with code `malformedFile`, the file and what is wrong.
    static func expression(_ data: Data, file: String) throws -> NSExpression {
        do {
            var archive = try MappingArchive(data)
            return NSExpression(node: try node(archive.root, in: &archive))
        } catch let error as KeyedArchiveError {
            throw ModelError(
                .malformedFile, "The mapping model has an expression that cannot be read (\(error.description))",
                file: file)
        }
    }

    /// The expression that is the object `uid`.
    static func node(_ uid: Int, in archive: inout MappingArchive) throws -> ExpressionNode {
        try archive.visit(uid) { archive, item in
            guard case .instance(let name, let fields) = item else {
                throw KeyedArchiveError.corrupt("an expression is missing")
            }
            switch name {
            case "NSConstantValueExpression": return .constant(try archive.value("NSConstantValue", of: fields))
            case "NSSelfExpression": return .evaluatedObject
            case "NSVariableExpression":
                return .variable(try archive.value("NSVariable", of: fields) as? String ?? "")
            case "NSKeyPathSpecifierExpression":
                return .keyPath(.evaluatedObject, try keys(archive.value("NSKeyPath", of: fields)))
            case "NSKeyPathExpression", "NSFunctionExpression": return try call(fields, in: &archive)
            case "NSFetchRequestExpression":
                return .fetch(
                    try node(fields.uid("NSFRExpression"), in: &archive),
                    try node(fields.uid("NSMOCExpression"), in: &archive),
                    countOnly: try archive.value("NSCountOnlyFlag", of: fields) as? Bool ?? false)
            case "NSAggregateExpression": return .aggregate(try nodes("NSCollection", fields, in: &archive))
            case "NSSetExpression": return try setOperation(fields, in: &archive)
            default: throw KeyedArchiveError.corrupt("\(name) is not supported in mapping models")
            }
        }
    }

    private static func nodes(
        _ key: StaticString, _ fields: KeyedArchiveReader.Fields, in archive: inout MappingArchive
    ) throws -> [ExpressionNode] {
        try archive.list(key, of: fields).map { try node($0, in: &archive) }
    }

    private static func keys(_ path: Any?) throws -> [String] {
        guard let path = path as? String, !path.isEmpty else {
            throw KeyedArchiveError.corrupt("a key path is missing")
        }
        return path.split(separator: ".").map(String.init)
    }

    private static func call(
        _ fields: KeyedArchiveReader.Fields, in archive: inout MappingArchive
    ) throws -> ExpressionNode {
        guard let selector = try archive.value("NSSelectorName", of: fields) as? String else {
            throw KeyedArchiveError.corrupt("a function has no name")
        }
        let arguments = try nodes("NSArguments", fields, in: &archive)
        if let function = ExpressionFunction.named(selector), selector.hasSuffix(":") || arguments.isEmpty {
            return .function(function.name, arguments)
        }
        if selector == "castObject:toType:", arguments.count == 2, case .constant(let type as String) = arguments[1] {
            return .cast(arguments[0], type)
        }
        let operand = try node(fields.uid("NSOperand"), in: &archive)
        if selector == "valueForKeyPath:" || selector == "valueForKey:", arguments.count == 1 {
            switch arguments[0] {
            case .keyPath(.evaluatedObject, let keys): return .keyPath(operand, keys)
            case .constant(let path as String): return .keyPath(operand, try keys(path))
            default: break
            }
        }
        return .call(operand, selector, arguments)
    }

    private static func setOperation(
        _ fields: KeyedArchiveReader.Fields, in archive: inout MappingArchive
    ) throws -> ExpressionNode {
        let left = try node(fields.uid("NSLeftExpression"), in: &archive)
        let right = try node(fields.uid("NSRightExpression"), in: &archive)
        switch try archive.value("NSExpressionType", of: fields) as? Int {
        case 5: return .union(left, right)
        case 6: return .intersect(left, right)
        case 7: return .minus(left, right)
        default: throw KeyedArchiveError.corrupt("a set operation has no kind")
        }
    }
}
