import CBaseline
import Foundation

/// The machine that was measured on.
enum Machine {
    /// One line: processor, cores, memory, load, SQLite.
    static var line: String {
        let processor = field("model name", of: "/proc/cpuinfo") ?? "unknown processor"
        let memory = ProcessInfo.processInfo.physicalMemory >> 30
        let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first ?? "?"
        return "\(processor), \(ProcessInfo.processInfo.activeProcessorCount) cores, \(memory) GiB, load \(load), "
            + "SQLite \(String(cString: baseline_sqlite_version()))"
    }

    private static func field(_ name: String, of file: String) -> String? {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix(name) }?
            .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    }
}
