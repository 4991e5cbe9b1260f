import CBaseline
import CoreData

/// Times a work of ours as `CBaseline` times its own.
///
/// - Parameter body: Returns how many rows it handled, their checksum, and what has to be held while memory is measured.
func timed(_ body: () throws -> (count: Int, checksum: Int, held: Any?)) rethrows -> RunFigures {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    let seconds = (clock.now - start).seconds
    let memory = baseline_memory()
    return withExtendedLifetime(result.held) {
        RunFigures(
            seconds: seconds, count: result.count, checksum: result.checksum,
            residentKiB: Int(memory.resident_kib), peakKiB: Int(memory.peak_kib))
    }
}

/// Times many queries, each by itself and all together.
func timedEach<Probe>(_ probes: [Probe], _ body: (Probe) throws -> Int) rethrows -> RunFigures {
    let clock = ContinuousClock()
    var times: [Double] = []
    times.reserveCapacity(probes.count)
    var count = 0
    let start = clock.now
    var last = start
    for probe in probes {
        count += try body(probe)
        let now = clock.now
        times.append((now - last).seconds)
        last = now
    }
    let seconds = (last - start).seconds
    times.sort()
    return RunFigures(
        seconds: seconds, count: count, p50: times.isEmpty ? 0 : times[times.count / 2],
        p99: times.isEmpty ? 0 : times[min(times.count - 1, times.count * 99 / 100)])
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
