/// What one run of a work took.
struct RunFigures: Codable, Sendable {
    /// Wall-clock time.
    var seconds = 0.0
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
            seconds: min(seconds, other.seconds), count: count, checksum: checksum, p50: min(p50, other.p50),
            p99: min(p99, other.p99), residentKiB: min(residentKiB, other.residentKiB),
            peakKiB: min(peakKiB, other.peakKiB))
    }
}
