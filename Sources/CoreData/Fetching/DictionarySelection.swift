/// What a fetch of dictionaries asks for: the keys, and how rows are grouped.
struct DictionarySelection {
    struct Column {
        /// The key in the dictionaries.
        let key: String
        let expression: ExpressionNode
        /// The type that an expression's result is to have.
        let resultType: NSAttributeType?

        /// The key path that the column shows; nil for an expression of another kind.
        var path: [String]? {
            if case .keyPath(.evaluatedObject, let path) = expression { return path }
            return nil
        }
    }

    let columns: [Column]
    /// Columns too, which need not be among those that are selected.
    let groupBy: [Column]
    let having: PredicateNode?
    let isDistinct: Bool

    /// - Throws: `CocoaError` 134060 for a property that cannot be in a dictionary, or `having` without grouping.
    init(_ request: AnyFetchRequest, _ layout: EntityLayout) throws {
        let properties: [Any]
        if let given = request.propertiesToFetch {
            properties = given
        } else {
            properties = layout.attributeSlots.filter { !layout.isTransient[$0] }
                .map { layout.properties.properties[$0] }
        }
        columns = try properties.map { try Self.column($0, in: "propertiesToFetch") }
        groupBy = try (request.propertiesToGroupBy ?? []).map { property in
            try Self.column(property, in: "propertiesToGroupBy")
        }
        if !groupBy.isEmpty {
            let paths = groupBy.compactMap(\.path)
            for column in columns {
                guard let path = column.path, path != ["@count"], !paths.contains(path) else { continue }
                throw CocoaError.coreData(
                    .coreData,
                    "'\(column.key)' has many values in a group: add it to propertiesToGroupBy, or fetch an aggregate")
            }
        }
        having = request.havingPredicate.map { predicateNode(of: $0) }
        if having != nil, groupBy.isEmpty {
            throw CocoaError.coreData(.coreData, "havingPredicate needs propertiesToGroupBy")
        }
        isDistinct = request.returnsDistinctResults
    }

    private static func column(_ property: Any, in list: String) throws -> Column {
        switch property {
        case let name as String:
            return Column(
                key: name, expression: .keyPath(.evaluatedObject, name.split(separator: ".").map(String.init)),
                resultType: nil)
        case let expression as NSExpressionDescription:
            guard let value = expression.expression else {
                throw CocoaError.coreData(.coreData, "The expression '\(expression.name)' is empty")
            }
            return Column(
                key: expression.name, expression: value.node, resultType: expression.expressionResultType)
        case let description as NSPropertyDescription:
            return Column(
                key: description.name, expression: .keyPath(.evaluatedObject, [description.name]), resultType: nil)
        default:
            throw CocoaError.coreData(
                .coreData, "\(list) takes names, property descriptions and expression descriptions")
        }
    }
}
