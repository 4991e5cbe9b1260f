/// A reference from one description to another of the same model.
///
/// Relationships, subentities and inverses form cycles. While a model is being built, a link owns its target, so that
/// nothing vanishes before it is added; once the model owns the target, the link stops owning it, and the model can be
/// freed as a whole.
struct ModelLink<Target: AnyObject> {
    private var owned: Target?
    private weak var borrowed: Target?

    /// A link to nothing.
    init() {}

    /// A link that keeps its target alive.
    init(_ target: Target?) {
        owned = target
    }

    /// A link to a target that the model keeps alive.
    init(unowned target: Target) {
        borrowed = target
    }

    /// The target, `nil` when there is none or its model is gone.
    var value: Target? { owned ?? borrowed }
}
