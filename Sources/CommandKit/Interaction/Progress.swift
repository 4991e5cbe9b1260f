/// A line on standard error that shows how far long work has come: a bar with rate and remaining time where the total
/// is known, a count elsewhere. Nothing in a pipe or with `-q`.
///
/// ```swift
/// let progress = Progress("Importing", talk: call.talk)
/// defer { progress.finish() }
/// for … { progress.update(done: rows, total: rowCount) }
/// ```
///
/// Used from one thread. `update` may be called for every record: it draws at most ten times a second.
package final class Progress {
    private let title: String
    private let talk: Talk
    private let now: () -> Duration
    private let start: Duration
    private var lastDrawn: Duration?
    private var spinner = 0

    static let interval = Duration.milliseconds(100)

    package convenience init(_ title: String, talk: Talk) {
        let origin = ContinuousClock.now
        self.init(title, talk: talk, now: { ContinuousClock.now - origin })
    }

    /// - Parameter now: the time since any fixed moment; tests bring their own.
    package init(_ title: String, talk: Talk, now: @escaping () -> Duration) {
        self.title = title
        self.talk = talk
        self.now = now
        start = now()
    }

    package func update(done: Int, total: Int? = nil) {
        guard talk.showsStatus else { return }
        let time = now()
        if let lastDrawn, time - lastDrawn < Self.interval { return }
        lastDrawn = time
        talk.setStatus(line(done: done, total: total, elapsed: time - start))
    }

    /// Clears the line.
    package func finish() {
        talk.setStatus("")
    }

    private func line(done: Int, total: Int?, elapsed: Duration) -> String {
        // The last column stays free: some terminals wrap when it is written.
        let width = talk.terminal.width - 1
        let seconds = elapsed.inSeconds
        // A rate over less than this says nothing.
        let rate = seconds >= 0.5 ? Double(done) / seconds : nil
        var parts: [String] = []
        if let total, total > 0 {
            parts.append("\(done.grouped)/\(total.grouped)")
            if let rate {
                parts.append("\(Int(rate).grouped)/s")
                if rate > 0, done < total { parts.append("ETA \((Double(total - done) / rate).asClock)") }
            }
            let share = min(1, max(0, Double(done) / Double(total)))
            let percent = "\(Int(share * 100))%".padded(to: 4, alignment: .right)
            let text = "\(percent)  \(parts.joined(separator: "  "))"
            // The same at every update, whatever the numbers: a bar that changes its length cannot be read.
            let barWidth = min(30, width - title.displayWidth - 50)
            let line = "\(title) [\(Self.bar(share, width: max(0, barWidth)))] \(text)"
            if barWidth >= 10, line.displayWidth <= width { return line }
            return "\(title) \(text)".truncated(to: width)
        }
        spinner = (spinner + 1) % 4
        parts.append(done.grouped)
        if let rate { parts.append("\(Int(rate).grouped)/s") }
        parts.append(seconds.asClock)
        return "\(title) \(["|", "/", "-", "\\"][spinner]) \(parts.joined(separator: "  "))".truncated(to: width)
    }

    private static func bar(_ share: Double, width: Int) -> String {
        let filled = Int(share * Double(width))
        if filled >= width { return String(repeating: "=", count: width) }
        return String(repeating: "=", count: filled) + ">" + String(repeating: " ", count: width - filled - 1)
    }
}

extension Duration {
    fileprivate var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

extension Int {
    /// Digits in groups of three: `12 345`.
    package var grouped: String {
        let digits = String(magnitude)
        var grouped = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += " " }
            grouped.append(digit)
        }
        return grouped
    }
}

extension Double {
    /// Seconds as `0:05`, `12:00`, `3:07:09`.
    fileprivate var asClock: String {
        let seconds = Int(Swift.min(self.rounded(), 359_999))
        let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds % 60))" : "\(minutes):\(twoDigits(seconds % 60))"
    }
}
