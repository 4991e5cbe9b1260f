import CBaseline
import Foundation

/// What a C work took, or why it failed.
///
/// - Throws: `Failure` with SQLite's message.
func measured(_ result: baseline_result) throws -> RunFigures {
    guard result.status == 0 else {
        throw Failure("SQLite \(result.status): \(String(cString: baseline_problem()))")
    }
    return RunFigures(
        seconds: result.seconds, cpuSeconds: result.cpu_seconds, count: Int(result.count),
        checksum: Int(result.checksum), p50: result.p50,
        p99: result.p99, residentKiB: Int(result.resident_kib), peakKiB: Int(result.peak_kib))
}

/// Hands texts to C for the time of a call.
func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>, Int32) throws -> Result
) throws -> Result {
    let pointers = texts.map { UnsafePointer(strdup($0)) }
    defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    return try pointers.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { throw Failure("There is nothing to look for.") }
        return try body(start, Int32(buffer.count))
    }
}
