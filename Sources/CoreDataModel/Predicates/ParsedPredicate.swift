import Foundation
import Synchronization

extension NSPredicate {
    /// The tree of one of our predicates. Comparing classes is cheaper than a cast to a protocol.
    var ownTree: PredicateTree? {
        if let comparison = self as? NSComparisonPredicate { return comparison.tree }
        if let compound = self as? ParsedCompoundPredicate { return compound.tree }
        return (self as? ParsedPredicate)?.tree
    }
}

/// The tree of a predicate, its text and its compiled forms, each made when first needed.
final class PredicateTree: Sendable {
    /// Nothing changes a tree once it is made. Its constants are the caller's, who gave them away; see `CompiledPredicate`.
    nonisolated(unsafe) let node: PredicateNode
    /// Whether the program's source holds the format, so that a mistake in it is the programmer's.
    let isFromSource: Bool
    private let compiled = Mutex<[Result<CompiledPredicate, PredicateEvaluationError>?]>([nil, nil])

    init(_ node: PredicateNode, isFromSource: Bool) {
        self.node = node
        self.isFromSource = isFromSource
    }

    func compiled(_ nulls: NullSemantics) throws(PredicateEvaluationError) -> CompiledPredicate {
        let index = nulls == .memory ? 0 : 1
        if let result = compiled.withLock({ $0[index] }) { return try result.get() }
        // Two threads may both compile; the results are equal.
        let result: Result<CompiledPredicate, PredicateEvaluationError>
        do {
            result = .success(try CompiledPredicate(node, nulls: nulls))
        } catch {
            result = .failure(error)
        }
        compiled.withLock { $0[index] = result }
        return try result.get()
    }

    /// The rule of `NSPredicate.evaluate(with:)`, where nothing can be thrown: what the programmer did wrong traps, what the
    /// data does wrong is false.
    func evaluate(with object: Any?, bindings: [String: Any]?) -> Bool {
        do {
            return try compiled(.memory).evaluate(
                with: object, variables: bindings.map { $0.mapValues { .some($0) } } ?? [:])
        } catch {
            switch error.code {
            case .unboundVariable where isFromSource, .unknownFunction where isFromSource:
                preconditionFailure("\(error) The predicate is \(node.formatText)")
            default: return false
            }
        }
    }
}

/// What `NSPredicate(format:)` makes unless the predicate is a comparison or a compound.
final class ParsedPredicate: NSPredicate {
    let tree: PredicateTree

    init(_ tree: PredicateTree) {
        self.tree = tree
        // A constant would equal Foundation's constant predicates.
        super.init(block: { _, _ in false })
    }

    override func evaluate(with object: Any?) -> Bool { tree.evaluate(with: object, bindings: nil) }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        tree.evaluate(with: object, bindings: bindings)
    }

    override var predicateFormat: String { tree.node.formatText }
    override var description: String { tree.node.formatText }
    override func copy(with zone: NSZone? = nil) -> Any { self }
    override func isEqual(_ object: Any?) -> Bool { tree.isEqual(object) }
    override var hash: Int { tree.hash }
}

/// What `NSPredicate(format:)` makes of AND, OR and NOT, so that `subpredicates` can be read.
final class ParsedCompoundPredicate: NSCompoundPredicate {
    let tree: PredicateTree

    init(_ tree: PredicateTree, type: LogicalType, subpredicates: [NSPredicate]) {
        self.tree = tree
        super.init(type: type, subpredicates: subpredicates)
    }

    override func evaluate(with object: Any?) -> Bool { tree.evaluate(with: object, bindings: nil) }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        tree.evaluate(with: object, bindings: bindings)
    }

    override var predicateFormat: String { tree.node.formatText }
    override var description: String { tree.node.formatText }
    override func copy(with zone: NSZone? = nil) -> Any { self }
    override func isEqual(_ object: Any?) -> Bool { tree.isEqual(object) }
    override var hash: Int { tree.hash }
}

extension PredicateTree {
    /// Predicates are equal when their trees are, whatever their class.
    func isEqual(_ object: Any?) -> Bool {
        guard let predicate = object as? NSPredicate else { return false }
        return node == predicateNode(of: predicate)
    }

    var hash: Int { node.formatText.hashValue }

    /// The predicate object for this tree, of the class that its outermost part asks for.
    var predicate: NSPredicate {
        func subpredicates(_ nodes: [PredicateNode]) -> [NSPredicate] {
            nodes.map { PredicateTree($0, isFromSource: isFromSource).predicate }
        }
        switch node {
        case .and(let nodes): return ParsedCompoundPredicate(self, type: .and, subpredicates: subpredicates(nodes))
        case .or(let nodes): return ParsedCompoundPredicate(self, type: .or, subpredicates: subpredicates(nodes))
        case .not(let node): return ParsedCompoundPredicate(self, type: .not, subpredicates: subpredicates([node]))
        // The public class has no modifier for NONE.
        case .comparison(let comparison) where comparison.modifier != .none:
            return NSComparisonPredicate(self, comparison)
        case .foreign(let predicate): return predicate
        case .comparison, .constant: return ParsedPredicate(self)
        }
    }
}
