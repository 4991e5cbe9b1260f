import Foundation

extension PredicateNode: Equatable {
    /// The same tree. Predicates that we did not make are equal to themselves only.
    package static func == (a: PredicateNode, b: PredicateNode) -> Bool {
        switch (a, b) {
        case (.constant(let a), .constant(let b)): a == b
        case (.and(let a), .and(let b)), (.or(let a), .or(let b)): a == b
        case (.not(let a), .not(let b)): a == b
        case (.comparison(let a), .comparison(let b)): a == b
        case (.foreign(let a), .foreign(let b)): a === b
        default: false
        }
    }
}

extension ComparisonNode: Equatable {
    package static func == (a: ComparisonNode, b: ComparisonNode) -> Bool {
        a.modifier == b.modifier && a.operation == b.operation && a.options == b.options && a.left == b.left
            && a.right == b.right
    }
}

extension ExpressionNode: Equatable {
    /// The same tree. A list of constants equals the same list that came as one constant, since they read the same.
    package static func == (a: ExpressionNode, b: ExpressionNode) -> Bool {
        if let first = a.constantValue, let second = b.constantValue {
            return Operand(first).isEqual(to: Operand(second))
        }
        return switch (a, b) {
        case (.evaluatedObject, .evaluatedObject): true
        case (.variable(let a), .variable(let b)): a == b
        case (.keyPath(let a, let p), .keyPath(let b, let q)): p == q && a == b
        case (.aggregate(let a), .aggregate(let b)): a == b
        case (.function(let a, let p), .function(let b, let q)): a == b && p == q
        case (.call(let a, let f, let p), .call(let b, let g, let q)): f == g && a == b && p == q
        case (.index(let a, let i), .index(let b, let j)): i == j && a == b
        case (.subquery(let a, let v, let p), .subquery(let b, let w, let q)): v == w && a == b && p == q
        case (.conditional(let p, let a, let b), .conditional(let q, let c, let d)): p == q && a == c && b == d
        case (.union(let a, let b), .union(let c, let d)), (.intersect(let a, let b), .intersect(let c, let d)),
            (.minus(let a, let b), .minus(let c, let d)):
            a == c && b == d
        case (.cast(let a, let t), .cast(let b, let u)): t == u && a == b
        case (.assignment(let v, let a), .assignment(let w, let b)): v == w && a == b
        case (.fetch(let a, let b, let m), .fetch(let c, let d, let n)): m == n && a == c && b == d
        default: false
        }
    }
}

extension IndexNode: Equatable {
    package static func == (a: IndexNode, b: IndexNode) -> Bool {
        switch (a, b) {
        case (.expression(let a), .expression(let b)): a == b
        case (.first, .first), (.last, .last), (.size, .size): true
        default: false
        }
    }
}
