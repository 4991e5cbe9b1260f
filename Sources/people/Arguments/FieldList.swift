import CommandKit
import ContactFormats

/// Fields separated by commas, as `--json` takes them: `name,emails`.
enum FieldList {
    static var type: ArgumentType<[ContactAttribute]> {
        ArgumentType("FIELDS") { text in
            try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
                let name = String(word.filter { $0 != " " })
                guard let attribute = ContactAttribute(rawValue: name) else { throw unknown(name) }
                return attribute
            }
        }
    }

    private static func unknown(_ name: String) -> ValueProblem {
        guard !name.isEmpty else { return ValueProblem(expected: "fields separated by commas, such as name,emails") }
        return ValueProblem(
            sentence: "does not know the field '\(name.escapedControls)'" + ContactAttribute.suggestion(for: name),
            hint: "--json alone lists the fields")
    }
}

extension ContactAttribute {
    /// `. Did you mean 'emails'?`, or nothing when no name is near.
    static func suggestion(for name: String) -> String {
        Spelling.nearest(to: name, among: allCases.map(\.rawValue)).map { ". Did you mean '\($0)'?" } ?? ""
    }
}
