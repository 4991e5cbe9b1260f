import Foundation

/// The design's table: `work | C | ours | ratio | at most`.
struct Report {
    private var rows: [[String]] = [["work", "C", "ours", "ratio", "at most", ""]]
    /// What both sides should agree on and do not.
    private(set) var warnings: [String] = []
    /// How many limits were not kept.
    private(set) var misses = 0

    mutating func add(_ benchmark: Benchmark, baseline: RunFigures?, ours: RunFigures?) {
        for check in benchmark.checks {
            let left = baseline.map(check.figure.value)
            let right = ours.map(check.figure.value)
            var ratio = "–"
            if let left, let right, left > 0 { ratio = Self.number(right / left, digits: 2) + " ×" }
            rows.append([
                check.work, left.map { check.figure.text($0) } ?? "–", right.map { check.figure.text($0) } ?? "–",
                ratio, check.limitText, verdict(of: check, left: left, right: right),
            ])
        }
        if let baseline, let ours, baseline.count != ours.count {
            warnings.append("\(benchmark.name): C counted \(baseline.count), ours \(ours.count)")
        }
    }

    private mutating func verdict(of check: Check, left: Double?, right: Double?) -> String {
        guard let right else { return "" }
        let isKept: Bool
        switch check.limit {
        case .none: return ""
        case .most(let most): isKept = right <= most
        case .times(let times):
            guard let left, left > 0 else { return "" }
            isKept = right <= left * times
        }
        if !isKept { misses += 1 }
        return isKept ? "ok" : "MISSED"
    }

    /// The table, its columns aligned.
    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 || column == 5 ? cell + blanks : blanks + cell
            }
            return "| " + cells.joined(separator: " | ") + " |"
        }
        let rule = widths.enumerated().map { column, width in
            String(repeating: "-", count: width + 1) + (column == 0 || column == 5 ? "-" : ":")
        }
        lines.insert("|" + rule.joined(separator: "|") + "|", at: 1)
        return (lines + warnings.map { "Warning: " + $0 }).joined(separator: "\n")
    }

    fileprivate static func number(_ value: Double, digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }
}

extension Check.Figure {
    /// A value with its unit.
    func text(_ value: Double) -> String {
        switch self {
        case .resident, .peak: Report.number(value, digits: 1) + " MiB"
        case .seconds, .secondsEach, .p50, .p99:
            switch value {
            case 1...: Report.number(value, digits: 2) + " s"
            case 1e-3...: Report.number(value * 1e3, digits: 2) + " ms"
            default: Report.number(value * 1e6, digits: 2) + " µs"
            }
        }
    }
}

extension Check {
    var limitText: String {
        switch limit {
        case .times(let times): Report.number(times, digits: 2) + " ×"
        case .most(let most): figure.text(most)
        case .none: ""
        }
    }
}
