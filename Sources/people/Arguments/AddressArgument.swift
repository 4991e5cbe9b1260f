import CommandKit
import ContactFormats

/// A postal address as `--address` takes it: `home='street=1 Long Lane;city=Lakeside;postalCode=00012'`, or its text
/// in one piece.
enum AddressArgument {
    static var type: ArgumentType<Labeled<PostalAddress>> {
        ArgumentType("ADDRESS") { text in
            do {
                return try parse(text)
            } catch let error as UsageError {
                throw ValueProblem(sentence: error.message, hint: error.hint)
            }
        }
    }

    /// - Throws: `UsageError` whose message follows the option's name.
    static func parse(_ text: String) throws -> Labeled<PostalAddress> {
        let labeled = startsWithPart(text) ? Labeled(text) : LabeledArgument.split(text)
        var address = PostalAddress()
        guard startsWithPart(labeled.value) else {
            address.formatted = labeled.value
            guard !address.isEmpty else { throw UsageError("needs an address") }
            return Labeled(address, label: labeled.label)
        }
        for piece in labeled.value.split(separator: ";") {
            guard let cut = piece.firstIndex(of: "=") else {
                throw UsageError("needs PART=TEXT between semicolons", hint: hint)
            }
            let name = String(piece[..<cut].drop { $0 == " " })
            guard let part = PostalAddress.Part(rawValue: name) else {
                var message = "does not know the part '\(name.escapedControls)' of an address"
                let names = PostalAddress.Part.allCases.map(\.rawValue)
                if let nearest = Spelling.nearest(to: name, among: names) { message += ". Did you mean '\(nearest)'?" }
                throw UsageError(message, hint: hint)
            }
            address[part] = String(piece[piece.index(after: cut)...])
        }
        return Labeled(address, label: labeled.label)
    }

    private static let hint = "The parts are " + PostalAddress.Part.allCases.map(\.rawValue).joined(separator: ", ")

    private static func startsWithPart(_ text: String) -> Bool {
        text.firstIndex(of: "=").map { PostalAddress.Part(rawValue: String(text[..<$0])) != nil } ?? false
    }
}
