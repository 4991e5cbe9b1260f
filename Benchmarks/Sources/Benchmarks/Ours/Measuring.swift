/// Measures a work of ours whose result has to be held while memory is read.
///
/// - Parameter body: Returns how many rows it handled, their checksum, and what is to be held.
func timed(_ body: () throws -> (count: Int, checksum: Int, held: Any?)) rethrows -> RunFigures {
    var checksum = 0
    var held: Any?
    var figures = try RunFigures.measuring {
        let result = try body()
        checksum = result.checksum
        held = result.held
        return result.count
    }
    figures.checksum = checksum
    withExtendedLifetime(held) {}
    return figures
}

/// Measures many queries, each by itself and all together.
func timedEach<Probe>(_ probes: [Probe], _ body: (Probe) throws -> Int) rethrows -> RunFigures {
    try RunFigures.measuring(queries: probes.count) { try body(probes[$0]) }
}
