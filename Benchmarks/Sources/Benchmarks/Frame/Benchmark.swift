/// A work that both sides do, and what is demanded of ours.
///
/// A benchmark is one file in its area's folder:
///
/// ```swift
/// extension Benchmark {
///     static let stream = Benchmark(
///         name: "stream", needs: .store,
///         checks: [Check("stream", .seconds, .times(1.3)), Check("stream", .peak, .most(40))],
///         baseline: { scene in try measured(baseline_stream(scene.store, scene.reading, scene.schema.select)) },
///         ours: { scene in … })
/// }
/// ```
struct Benchmark: Sendable {
    /// What `--only` names.
    let name: String
    let needs: Need
    let checks: [Check]
    /// The work in C; nil where there is nothing to compare with.
    let baseline: Work?
    /// The work in ours; nil until it is written.
    let ours: Work?

    /// Runs in a process of its own and measures what the table compares, not what comes before it.
    typealias Work = @Sendable (Scene) throws -> RunFigures

    /// What a work finds in `Scene.workPath` and `Scene.storePath`.
    enum Need: Sendable {
        /// Nothing is at `workPath`: the work makes a database there.
        case newDatabase
        /// The prepared store at `storePath`, which the work only reads.
        case store
        /// The people as a contact book at `bookPath`.
        case book
        /// A copy of the prepared store at `workPath`, for the work to change.
        case copyOfStore
    }

    init(
        name: String, needs: Need, checks: [Check], baseline: Work? = nil, ours: Work? = nil
    ) {
        self.name = name
        self.needs = needs
        self.checks = checks
        self.baseline = baseline
        self.ours = ours
    }
}

/// One line of the table: a figure of a benchmark and its limit.
struct Check: Sendable {
    let work: String
    let figure: Figure
    let limit: Limit

    init(_ work: String, _ figure: Figure, _ limit: Limit) {
        self.work = work
        self.figure = figure
        self.limit = limit
    }

    enum Figure: Sendable {
        case seconds
        /// Seconds divided by the count.
        case secondsEach
        case p50
        case p99
        /// MiB held with the result.
        case resident
        /// MiB at the highest.
        case peak
    }

    enum Limit: Sendable {
        /// At most so many times what C takes.
        case times(Double)
        /// At most so much, in seconds or MiB.
        case most(Double)
        /// Printed only.
        case none
    }
}

extension Check.Figure {
    func value(of measurement: RunFigures) -> Double {
        switch self {
        case .seconds: measurement.seconds
        case .secondsEach: measurement.count > 0 ? measurement.seconds / Double(measurement.count) : 0
        case .p50: measurement.p50
        case .p99: measurement.p99
        case .resident: Double(measurement.residentKiB) / 1_024
        case .peak: Double(measurement.peakKiB) / 1_024
        }
    }
}
