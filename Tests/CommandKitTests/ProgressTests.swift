import CommandKit
import Testing

@Suite struct ProgressTests {
    final class Clock { var time = Duration.zero }

    func lines(width: Int = 80, isQuiet: Bool = false, _ work: (Progress, Clock) -> Void) -> [String] {
        let talk = Talk(memory: Terminal(isTerminal: true, width: width), isQuiet: isQuiet)
        let clock = Clock()
        let progress = Progress("Importing", talk: talk, now: { clock.time })
        work(progress, clock)
        return talk.text.split(separator: "\r").map { String($0.dropFirst(3)) }
    }

    @Test func bar() {
        let lines = lines { progress, clock in
            progress.update(done: 0, total: 20_000)
            clock.time = .seconds(2)
            progress.update(done: 5_000, total: 20_000)
            clock.time = .seconds(8)
            progress.update(done: 20_000, total: 20_000)
            progress.finish()
        }
        #expect(
            lines == [
                "Importing [>                   ]   0%  0/20 000",
                "Importing [=====>              ]  25%  5 000/20 000  2 500/s  ETA 0:06",
                "Importing [====================] 100%  20 000/20 000  2 500/s", "",
            ])
    }

    @Test func withoutATotal() {
        let lines = lines { progress, clock in
            clock.time = .seconds(1)
            progress.update(done: 1234)
            clock.time = .seconds(3700)
            progress.update(done: 3700)
        }
        #expect(lines == ["Importing / 1 234  1 234/s  0:01", "Importing - 3 700  1/s  1:01:40"])
    }

    @Test func tenTimesASecond() {
        let lines = lines { progress, clock in
            for step in 0..<10_000 {
                clock.time = .microseconds(step * 100)
                progress.update(done: step, total: 10_000)
            }
        }
        #expect(lines.count == 10)
    }

    @Test(arguments: 1...100)
    func fits(width: Int) {
        let lines = lines(width: width) { progress, clock in
            clock.time = .seconds(100)
            progress.update(done: 1_234_567, total: 98_765_432)
            clock.time = .seconds(200)
            progress.update(done: 1_234_567)
        }
        for line in lines { #expect(line.displayWidth < max(width, 1)) }
    }

    @Test func quiet() {
        #expect(lines(isQuiet: true) { progress, _ in progress.update(done: 1, total: 2) } == [])
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1 000"), (1_234_567, "1 234 567"), (-1000, "-1 000")])
    func grouping(number: Int, text: String) {
        #expect(number.grouped == text)
    }
}
