import Foundation

extension NSExpression {
    /// Makes an expression from a format string in the program's source, such as `"price * %d"`.
    ///
    /// A format that cannot be read ends the program with a sentence that gives the column. For text from a user, use
    /// `init(parsing:arguments:)`.
    public convenience init(format expressionFormat: String, _ arguments: Any?...) {
        self.init(source: expressionFormat, arguments)
    }

    /// Makes an expression from a format string in the program's source, with its arguments in an array.
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self.init(source: expressionFormat, arguments)
    }

    private convenience init(source format: String, _ arguments: [Any?]) {
        do {
            self.init(node: try PredicateParser.expression(format, arguments))
        } catch {
            preconditionFailure("\(error.caretDisplay)\nFor text from a user, use NSExpression(parsing:).")
        }
    }

    /// Makes an expression from text that a user wrote.
    ///
    /// - Throws: `PredicateParseError` with the column and what was expected there.
    public convenience init(parsing text: String, arguments: [Any?] = []) throws {
        self.init(node: try PredicateParser.expression(text, arguments))
    }

    /// A value. Nil is null.
    public convenience init(forConstantValue value: Any?) {
        self.init(node: .constant(AnyValue.unwrapped(value)))
    }

    /// `SELF`: the object that is evaluated.
    public class func expressionForEvaluatedObject() -> NSExpression { NSExpression(node: .evaluatedObject) }

    /// `$NAME`: a variable, by its name without the `$`.
    public convenience init(forVariable name: String) {
        self.init(node: .variable(name))
    }

    /// A key path such as `"department.name"` or `"employees.@count"`.
    public convenience init(forKeyPath keyPath: String) {
        self.init(node: .keyPath(.evaluatedObject, keyPath.split(separator: ".").map(String.init)))
    }

    /// A key path such as `\Person.name`.
    ///
    /// A key path whose name cannot be known at run time ends the program; see `NSSortDescriptor(keyPath:ascending:)`.
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        self.init(forKeyPath: KeyPathName.requiredName(of: keyPath))
    }

    /// A function by Apple's name, such as `"sum:"` or `"add:to:"`.
    ///
    /// - Parameter parameters: The arguments, `NSExpression`s or plain values.
    public convenience init(forFunction name: String, arguments parameters: [Any]) {
        self.init(node: .function(ExpressionFunction.named(name)?.name ?? name, Self.nodes(parameters)))
    }

    /// A method of an object, `FUNCTION(target, "selector", …)`.
    public convenience init(forFunction target: NSExpression, selectorName name: String, arguments: [Any]?) {
        self.init(node: .call(target.node, name, Self.nodes(arguments ?? [])))
    }

    /// A list of expressions or plain values.
    public convenience init(forAggregate subexpressions: [Any]) {
        self.init(node: .aggregate(Self.nodes(subexpressions)))
    }

    /// The elements of two collections.
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(node: .union(left.node, right.node))
    }

    /// The elements that two collections share.
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(node: .intersect(left.node, right.node))
    }

    /// The elements of the first collection that the second has not.
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(node: .minus(left.node, right.node))
    }

    /// The elements of a collection for which a predicate holds.
    ///
    /// - Parameters:
    ///   - expression: The collection.
    ///   - variable: The name of an element in the predicate, with or without the `$`.
    ///   - predicate: An `NSPredicate`; anything else ends the program.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: Any
    ) {
        guard let predicate = predicate as? NSPredicate else {
            preconditionFailure("A subquery needs an NSPredicate, not \(type(of: predicate)).")
        }
        let name = variable.hasPrefix("$") ? String(variable.dropFirst()) : variable
        self.init(node: .subquery(expression.node, variable: name, predicateNode(of: predicate)))
    }

    /// One of two expressions, by a predicate.
    public convenience init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        self.init(node: .conditional(predicateNode(of: predicate), trueExpression.node, falseExpression.node))
    }

    private static func nodes(_ values: [Any]) -> [ExpressionNode] {
        values.map { ($0 as? NSExpression)?.node ?? .constant(AnyValue.unwrapped($0)) }
    }
}
