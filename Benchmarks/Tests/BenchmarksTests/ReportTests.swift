import Testing

@testable import Benchmarks

/// The table that is printed.
struct ReportTests {
    private static func benchmark(_ check: Check) -> Benchmark {
        Benchmark(name: "x", needs: .store, checks: [check])
    }

    @Test(
        "A limit is kept or missed",
        arguments: [
            (Check("w", .seconds, .times(1.5)), 2.0, 2.9, 0), (Check("w", .seconds, .times(1.5)), 2.0, 3.1, 1),
            (Check("w", .seconds, .most(0.03)), 0.0, 0.029, 0), (Check("w", .seconds, .most(0.03)), 0.0, 0.031, 1),
            (Check("w", .seconds, .none), 1.0, 100.0, 0),
        ])
    func verdicts(check: Check, baseline: Double, ours: Double, misses: Int) {
        var report = Report()
        report.add(
            Self.benchmark(check), baseline: RunFigures(seconds: baseline, count: 1),
            ours: RunFigures(seconds: ours, count: 1))
        #expect(report.misses == misses)
        #expect(report.text.contains("MISSED") == (misses == 1))
    }

    @Test("Two sides that count differently are named")
    func counts() {
        var report = Report()
        report.add(
            Self.benchmark(Check("w", .seconds, .none)), baseline: RunFigures(seconds: 1, count: 1),
            ours: RunFigures(seconds: 1, count: 2))
        #expect(report.text.contains("Warning: x: C counted 1, ours 2"))
    }

    @Test(
        "Values have the unit that suits them",
        arguments: [
            (Check.Figure.seconds, 2.5, "2.50 s"), (.seconds, 0.0125, "12.50 ms"), (.secondsEach, 3.2e-6, "3.20 µs"),
            (.peak, 39.96, "40.0 MiB"),
        ])
    func units(figure: Check.Figure, value: Double, text: String) {
        #expect(figure.text(value) == text)
    }
}
