import Foundation

/// Keeps what was done so that it can be undone, and done again. Foundation on Linux has no class of this name; this one
/// has Apple's interface.
///
/// ```swift
/// context.undoManager = UndoManager()
/// person.name = "Ada"
/// context.undo()
/// ```
///
/// There is no run loop here that would end an event: what is registered outside a group is a group of its own. A managed
/// object context registers once for each event, which `processPendingChanges()`, a fetch, a save or the end of `perform`
/// ends.
open class UndoManager: NSObject {
    private struct Action {
        weak var target: AnyObject?
        let run: (AnyObject) -> Void
    }

    private struct Group {
        var actions: [Action] = []
        var name = ""
    }

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    /// Groups that are open, the innermost last.
    private var open: [Group] = []
    private var disabled = 0

    /// Whether an undo is under way.
    public private(set) var isUndoing = false
    /// Whether a redo is under way.
    public private(set) var isRedoing = false
    /// How many groups can be undone; 0 for any number.
    open var levelsOfUndo = 0 { didSet { trim() } }
    /// Kept for code that sets it: what is registered outside a group is a group of its own either way.
    open var groupsByEvent = true

    public override init() { super.init() }

    // MARK: - Registering

    /// Keeps a block that takes back what is being done.
    ///
    /// - Parameters:
    ///   - target: What the block changes; it is not kept alive, and the block does not run when it is gone.
    ///   - handler: The block. What it registers in turn becomes the redo.
    open func registerUndo<Target: AnyObject>(withTarget target: Target, handler: @escaping (Target) -> Void) {
        guard isUndoRegistrationEnabled else { return }
        let action = Action(target: target) { object in
            if let target = object as? Target { handler(target) }
        }
        if !isUndoing, !isRedoing { redoStack.removeAll() }
        if open.isEmpty {
            push(Group(actions: [action]))
        } else {
            open[open.count - 1].actions.append(action)
        }
        NotificationCenter.default.post(name: .NSUndoManagerCheckpoint, object: self)
    }

    /// How many groups are open.
    open var groupingLevel: Int { open.count }

    /// Opens a group: all that is registered until its end is undone together.
    open func beginUndoGrouping() {
        open.append(Group())
        NotificationCenter.default.post(name: .NSUndoManagerDidOpenUndoGroup, object: self)
    }

    /// Closes the innermost group.
    ///
    /// Traps when none is open.
    open func endUndoGrouping() {
        guard let group = open.popLast() else {
            preconditionFailure("endUndoGrouping without a group that is open: call beginUndoGrouping first")
        }
        if !open.isEmpty {
            open[open.count - 1].actions += group.actions
        } else if !group.actions.isEmpty {
            push(group)
        }
        NotificationCenter.default.post(name: .NSUndoManagerDidCloseUndoGroup, object: self)
    }

    private func push(_ group: Group) {
        if isUndoing {
            redoStack.append(group)
        } else {
            undoStack.append(group)
            trim()
        }
    }

    private func trim() {
        guard levelsOfUndo > 0 else { return }
        if undoStack.count > levelsOfUndo { undoStack.removeFirst(undoStack.count - levelsOfUndo) }
        if redoStack.count > levelsOfUndo { redoStack.removeFirst(redoStack.count - levelsOfUndo) }
    }

    /// Makes registering do nothing until `enableUndoRegistration()`; calls nest.
    open func disableUndoRegistration() { disabled += 1 }

    /// Takes back one `disableUndoRegistration()`.
    open func enableUndoRegistration() {
        precondition(disabled > 0, "enableUndoRegistration without disableUndoRegistration before it")
        disabled -= 1
    }

    /// Whether registering does anything.
    open var isUndoRegistrationEnabled: Bool { disabled == 0 }

    // MARK: - Undoing

    /// Whether there is something to undo.
    open var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.actions.isEmpty } }
    /// Whether there is something to do again.
    open var canRedo: Bool { !redoStack.isEmpty }

    /// Takes back the last group; closes the one that is open first.
    open func undo() {
        while !open.isEmpty { endUndoGrouping() }
        undoNestedGroup()
    }

    /// Takes back the last group that is closed.
    open func undoNestedGroup() {
        guard let group = undoStack.popLast() else { return }
        NotificationCenter.default.post(name: .NSUndoManagerWillUndoChange, object: self)
        isUndoing = true
        run(group)
        isUndoing = false
        NotificationCenter.default.post(name: .NSUndoManagerDidUndoChange, object: self)
    }

    /// Does the last undone group again.
    open func redo() {
        guard let group = redoStack.popLast() else { return }
        NotificationCenter.default.post(name: .NSUndoManagerWillRedoChange, object: self)
        isRedoing = true
        run(group)
        isRedoing = false
        NotificationCenter.default.post(name: .NSUndoManagerDidRedoChange, object: self)
    }

    /// Runs a group backwards; what it registers is one group for the other direction.
    private func run(_ group: Group) {
        open.append(Group(name: group.name))
        for action in group.actions.reversed() {
            if let target = action.target { action.run(target) }
        }
        if let opposite = open.popLast(), !opposite.actions.isEmpty { push(opposite) }
    }

    /// Forgets everything.
    open func removeAllActions() {
        undoStack.removeAll()
        redoStack.removeAll()
        for index in open.indices { open[index].actions.removeAll() }
    }

    /// Forgets what concerns a target.
    open func removeAllActions(withTarget target: Any) {
        let target = target as AnyObject
        func purge(_ groups: inout [Group]) {
            for index in groups.indices { groups[index].actions.removeAll { $0.target === target } }
        }
        purge(&undoStack)
        purge(&redoStack)
        purge(&open)
        undoStack.removeAll { $0.actions.isEmpty }
        redoStack.removeAll { $0.actions.isEmpty }
    }

    // MARK: - Names

    /// Names what is registered last, for a menu.
    open func setActionName(_ actionName: String) {
        if !open.isEmpty {
            open[open.count - 1].name = actionName
        } else if isUndoing, !redoStack.isEmpty {
            redoStack[redoStack.count - 1].name = actionName
        } else if !undoStack.isEmpty {
            undoStack[undoStack.count - 1].name = actionName
        }
    }

    /// The name of what would be undone; empty for none.
    open var undoActionName: String { undoStack.last?.name ?? "" }
    /// The name of what would be done again; empty for none.
    open var redoActionName: String { redoStack.last?.name ?? "" }
}

extension Notification.Name {
    /// Posted when something is registered.
    public static let NSUndoManagerCheckpoint = Notification.Name("NSUndoManagerCheckpointNotification")
    /// Posted when a group is opened.
    public static let NSUndoManagerDidOpenUndoGroup = Notification.Name("NSUndoManagerDidOpenUndoGroupNotification")
    /// Posted when a group is closed.
    public static let NSUndoManagerDidCloseUndoGroup = Notification.Name("NSUndoManagerDidCloseUndoGroupNotification")
    /// Posted before an undo.
    public static let NSUndoManagerWillUndoChange = Notification.Name("NSUndoManagerWillUndoChangeNotification")
    /// Posted after an undo.
    public static let NSUndoManagerDidUndoChange = Notification.Name("NSUndoManagerDidUndoChangeNotification")
    /// Posted before a redo.
    public static let NSUndoManagerWillRedoChange = Notification.Name("NSUndoManagerWillRedoChangeNotification")
    /// Posted after a redo.
    public static let NSUndoManagerDidRedoChange = Notification.Name("NSUndoManagerDidRedoChangeNotification")
}
