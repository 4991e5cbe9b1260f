import CommandKit
import ContactFormats
import PersonKit

/// Finds the people that a REF on the command line means.
///
/// The first of these that fits anybody decides: the whole ID, the beginning of one (four characters or more),
/// `@nickname`, an e-mail address, a phone number in any spelling, the whole name; then words to search for, unless the
/// person is to be changed: then these need a `name:` in front.
enum PersonReference {
    private static let shownCandidates = 20

    /// The IDs that the references mean, in their order, each once.
    ///
    /// - Throws: `CommandError` (1) for one that fits nobody, (2) for one that fits several, with the candidates.
    static func resolve(
        _ references: [String], exactly isExact: Bool = false, in book: ContactBook, _ call: Invocation
    ) throws -> [String] {
        var ids: [String] = []
        for (index, reference) in references.enumerated() {
            // Named by its place: the reference itself may be somebody's address.
            let name = references.count == 1 ? "REF" : "REF \(index + 1)"
            let id = try resolve(reference, named: name, exactly: isExact, in: book, call)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    private static func resolve(
        _ reference: String, named name: String, exactly isExact: Bool, in book: ContactBook, _ call: Invocation
    ) throws -> String {
        let found = try book.manager.references(
            to: reference, limit: shownCandidates + 1, searchesWords: !isExact || reference.hasPrefix("name:"))
        guard let first = found.first else {
            throw CommandError(
                .nothingFound, "Nobody fits \(name)",
                hint: "'people search WORDS' finds people by parts of words, and name:WORDS names the one found")
        }
        if found.count == 1 { return first.personID ?? "" }
        if call.prompt.isInteractive {
            let picked = try call.prompt.choose(
                "Which one?", among: found.prefix(shownCandidates).map(\.candidateLine))
            guard let picked else { throw CommandError(.refused, "Nobody was picked") }
            return found[picked].personID ?? ""
        }
        throw ambiguous(found, named: name, call)
    }

    private static func ambiguous(
        _ found: [ContactRecord], named name: String, _ call: Invocation
    ) -> CommandError {
        if !call.talk.reportsJSON {
            for person in found.prefix(shownCandidates) { call.talk.print(person.candidateLine) }
            if found.count > shownCandidates { call.talk.print("…") }
        }
        return CommandError(
            .usage, "\(name) fits several people", hint: "Use more of the ID, or the e-mail address")
    }
}

extension ContactRecord {
    /// The person on one line, for picking from several.
    var candidateLine: String {
        let email = (emails.first { $0.preferred } ?? emails.first)?.value
        return [personID, derivedName, email, organization].compactMap { $0 }.filter { !$0.isEmpty }
            .map(\.escapedControls).joined(separator: "  ")
    }
}
