import CBaseline
import Foundation

/// What one run of a work took.
struct RunFigures: Codable, Sendable {
    /// Wall-clock time.
    var seconds = 0.0
    /// Processor time that the work took.
    var cpuSeconds = 0.0
    /// Rows written, read or found. Both sides must agree on it.
    var count = 0
    /// Lengths and numbers of everything read, summed.
    var checksum = 0
    /// Of works made of many queries: seconds of the middle one, and of the one slower than 99 of 100.
    var p50 = 0.0
    var p99 = 0.0
    /// VmRSS in KiB while the result was still held.
    var residentKiB = 0
    /// VmHWM in KiB: the highest VmRSS of the process.
    var peakKiB = 0

    /// The better of two runs, figure by figure: what disturbs a run only ever makes it slower or larger.
    func best(_ other: RunFigures) -> RunFigures {
        RunFigures(
            seconds: min(seconds, other.seconds), cpuSeconds: min(cpuSeconds, other.cpuSeconds), count: count,
            checksum: checksum, p50: min(p50, other.p50),
            p99: min(p99, other.p99), residentKiB: min(residentKiB, other.residentKiB),
            peakKiB: min(peakKiB, other.peakKiB))
    }
}

extension RunFigures {
    /// The same with processor time in place of the clock's, where it is known.
    var inCPUTime: RunFigures {
        var figures = self
        if cpuSeconds > 0 { figures.seconds = cpuSeconds }
        return figures
    }

    /// Measures a work of ours as the C side measures its own.
    ///
    /// - Parameter work: Does it and gives the count, and holds its result until the memory is read when it keeps it
    ///   outside the closure.
    static func measuring(_ work: () throws -> Int) rethrows -> RunFigures {
        let cpuStart = seconds(of: CLOCK_PROCESS_CPUTIME_ID)
        let start = seconds(of: CLOCK_MONOTONIC)
        let count = try work()
        let end = seconds(of: CLOCK_MONOTONIC)
        let cpuEnd = seconds(of: CLOCK_PROCESS_CPUTIME_ID)
        let memory = baseline_memory()
        return RunFigures(
            seconds: end - start, cpuSeconds: cpuEnd - cpuStart, count: count,
            residentKiB: Int(memory.resident_kib), peakKiB: Int(memory.peak_kib))
    }

    /// Runs many queries, each timed by itself.
    ///
    /// - Parameter query: Runs the query of that number and gives how much it found.
    static func measuring(queries: Int, _ query: (Int) throws -> Int) rethrows -> RunFigures {
        var times: [Double] = []
        times.reserveCapacity(queries)
        var figures = try measuring {
            var count = 0
            var before = seconds(of: CLOCK_MONOTONIC)
            for number in 0..<queries {
                count += try query(number)
                let after = seconds(of: CLOCK_MONOTONIC)
                times.append(after - before)
                before = after
            }
            return count
        }
        times.sort()
        if let last = times.indices.last {
            figures.p50 = times[min(queries / 2, last)]
            figures.p99 = times[min(Int(Double(queries) * 0.99), last)]
        }
        return figures
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var now = timespec()
        clock_gettime(clock, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
    }
}
