import Synchronization

extension NSManagedObjectContext {
    /// Runs a block on the context's queue, later.
    public func perform(_ block: @escaping () -> Void) {
        let block = UncheckedBlock(run: block)
        queue.async { [self] in
            hold {
                block.run()
                endEventOfBlock()
            }
        }
    }

    /// Runs a block on the context's queue and waits for it. May be called inside another `performAndWait`, of this
    /// context or another.
    ///
    /// - Returns: What the block returns.
    /// - Throws: What the block throws.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
        if HeldContexts.holds(self) || (concurrencyType == .mainQueue && MainQueue.isCurrent) {
            return try hold(block)
        }
        // The block may run on another thread (the main one): what this thread holds stays held there, since this
        // thread waits.
        let held = HeldContexts.all
        return try queue.sync { try HeldContexts.inheriting(held) { try hold(block) } }
    }

    /// When an asynchronous `perform` runs its block.
    public enum ScheduledTaskType: Sendable {
        /// At once when the caller is on the context's queue already.
        case immediate
        /// After everything that waits on the queue.
        case enqueued
    }

    /// Runs a block on the context's queue without blocking the caller's thread.
    ///
    /// - Returns: What the block returns: values or object IDs, since objects must stay on the queue.
    /// - Throws: What the block throws.
    public func perform<T, Failure: Error>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(Failure) -> T
    ) async throws(Failure) -> T {
        let block = UncheckedBlock(run: block)
        let outcome: UncheckedResult<T, Failure> = await withCheckedContinuation { continuation in
            queue.async { [self] in
                let result = hold { () -> Result<T, Failure> in
                    defer { endEventOfBlock() }
                    do throws(Failure) { return .success(try block.run()) } catch { return .failure(error) }
                }
                continuation.resume(returning: UncheckedResult(result: result))
            }
        }
        return try outcome.result.get()
    }

    /// A block of `perform` is one event: its changes are announced when it ends.
    private func endEventOfBlock() {
        if !pending.event.isEmpty { processPendingChanges() }
    }

    private func hold<T>(_ block: () throws -> T) rethrows -> T {
        HeldContexts.push(self)
        defer { HeldContexts.pop() }
        return try block()
    }
}

/// Carries a block to the context's queue. Apple's signature takes blocks that are not Sendable; the queue runs them one
/// at a time, and the caller hands them over.
private struct UncheckedBlock<T, Failure: Error>: @unchecked Sendable {
    let run: () throws(Failure) -> T
}

/// Carries a block's result back; the caller is the only one to see it.
struct UncheckedResult<T, Failure: Error>: @unchecked Sendable {
    let result: Result<T, Failure>
}

/// The contexts whose queue the current thread is on, so that nested `performAndWait` calls (A, B, A again) run at once
/// instead of waiting for themselves.
enum HeldContexts {
    private static let key = "CoreData.HeldContexts"

    static func holds(_ context: NSManagedObjectContext) -> Bool { stack.contexts.contains { $0 === context } }
    /// The context whose block runs on this thread.
    static var current: NSManagedObjectContext? { stack.contexts.last }
    /// Every context whose block runs on this thread, the innermost last.
    static var all: [NSManagedObjectContext] { stack.contexts }

    /// Runs a block while the thread that waits for it holds `contexts`.
    static func inheriting<T>(_ contexts: [NSManagedObjectContext], _ body: () throws -> T) rethrows -> T {
        let stack = Self.stack
        let own = stack.contexts
        if own.count == contexts.count && zip(own, contexts).allSatisfy({ $0 === $1 }) { return try body() }
        stack.contexts = contexts
        defer { stack.contexts = own }
        return try body()
    }

    static func push(_ context: NSManagedObjectContext) { stack.contexts.append(context) }
    static func pop() { stack.contexts.removeLast() }

    private final class Stack {
        var contexts: [NSManagedObjectContext] = []
    }

    private static var stack: Stack {
        let dictionary = Thread.current.threadDictionary
        if let known = dictionary[key] as? Stack { return known }
        let made = Stack()
        dictionary[key] = made
        return made
    }
}

/// Tells whether the caller is on the main queue.
enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// True on the main thread, and on any thread that runs the main queue's blocks: on Linux, a program whose `main` is
    /// asynchronous gives its main thread up, and other threads run the main actor's code.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil }
}
