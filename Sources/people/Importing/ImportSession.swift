import CommandKit
import ContactFormats
import PersonKit

/// Imports files one after the other, and says what became of them.
struct ImportSession {
    private let book: ContactBook
    private let options: ImportOptions
    private let rejectsPath: String?
    private let call: Invocation
    private var sum = ImportReport()
    private var rejects: RejectsFile?

    init(book: ContactBook, options: ImportOptions, rejectsPath: String?, _ call: Invocation) {
        self.book = book
        self.options = options
        self.rejectsPath = rejectsPath
        self.call = call
    }

    /// - Throws: `CommandError` (130) after Ctrl-C; `ContactFormatError` when a file cannot be read to its end; Core
    ///   Data's errors.
    mutating func run(_ source: ImportSource) throws {
        let rejects = rejectsPath.map {
            RejectsFile(path: $0, format: source.reader.format, header: source.reader.rejectsHeader)
        }
        self.rejects = rejects
        let listener = Listener(source: source, rejects: rejects, talk: call.talk)
        defer { listener.finish() }
        var options = options
        options.progress = { listener.show($0) }
        options.onProblem = { listener.note($0, $1) }
        options.isCancelled = { Interruption.isRequested }
        let report = try book.manager.importContacts(from: source.reader, options: options)
        sum.added += report.added
        sum.updated += report.updated
        sum.unchanged += report.unchanged
        sum.skipped += report.skipped
        sum.failed += report.failed
        listener.finish()
        try listener.throwFailure()
        if report.wasCancelled {
            call.talk.report(summary)
            throw CommandError(
                .interrupted, "Interrupted: the rest was not imported", hint: "The same command goes on from there")
        }
    }

    /// Says what was done.
    ///
    /// - Throws: `ContactFormatError` when the file of rejects cannot be written.
    func finish() throws -> ExitCode {
        let count = try rejects?.finish() ?? 0
        call.talk.report(summary)
        if let rejectsPath, count > 0 {
            call.talk.report("\(count) \(count == 1 ? "record is" : "records are") in \(rejectsPath)")
        }
        return sum.failed > 0 ? .partial : .ok
    }

    private var summary: String {
        "\(sum.added) added, \(sum.updated) updated, \(sum.unchanged) unchanged, \(sum.skipped) skipped, "
            + "\(sum.failed) failed" + (options.isDryRun ? " (nothing was changed)" : "")
    }
}

/// Hears of an import while it runs.
///
/// `@unchecked Sendable`: the importer calls back while the thread that started it waits, and from one place at a time.
private final class Listener: @unchecked Sendable {
    private let source: ImportSource
    private let rejects: RejectsFile?
    private let talk: Talk
    private let progress: CommandKit.Progress
    private var warningCount = 0
    private var failure: (any Error)?
    private var isFinished = false

    /// A file in which every line is odd should not hide what is worse.
    private static let shownWarnings = 20

    init(source: ImportSource, rejects: RejectsFile?, talk: Talk) {
        self.source = source
        self.rejects = rejects
        self.talk = talk
        progress = CommandKit.Progress("Importing", talk: talk)
    }

    func show(_ report: ImportReport) {
        progress.update(done: report.total, total: source.total(after: report.total))
    }

    func note(_ problem: ImportProblem, _ rejected: RejectedRecord?) {
        let file = problem.file == "-" ? "standard input" : problem.file
        let message = problem.key.map { "\($0): \(problem.message)" } ?? problem.message
        switch problem.severity {
        case .failure:
            talk.error(CommandError(.badInput, message, file: file, line: problem.line))
            guard let rejected, failure == nil else { return }
            do {
                try rejects?.add(rejected)
            } catch {
                failure = error
            }
        case .warning:
            warningCount += 1
            guard warningCount <= Self.shownWarnings || talk.isVerbose else { return }
            talk.warning("\(file)\(problem.line.map { ":\($0)" } ?? ""): \(message)")
        }
    }

    /// Ends the progress line.
    func finish() {
        guard !isFinished else { return }
        isFinished = true
        progress.finish()
        let hidden = warningCount - Self.shownWarnings
        if hidden > 0, !talk.isVerbose { talk.warning("\(hidden) more; -v shows all") }
    }

    /// - Throws: the first error of writing the file of rejects.
    func throwFailure() throws {
        if let failure { throw failure }
    }
}
