/// What a context asks of its reads, beside which rows: the state of the store that they show, and who watches them.
package struct ReadScope {
    /// The state that the context is pinned to; nil for the latest.
    var generation: NSQueryGenerationToken?
    /// Who may stop the read; nil for one that runs to its end.
    var monitor: FetchMonitor?
}

extension NSManagedObjectContext {
    /// How the context reads.
    var readScope: ReadScope { ReadScope(generation: queryGenerationToken) }
}
