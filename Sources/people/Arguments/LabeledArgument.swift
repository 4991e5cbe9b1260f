import CommandKit
import ContactFormats

/// A value with or without a label, as `-e` and `-p` take it: `work=a@example.com`, `a@example.com`.
enum LabeledArgument {
    static func type(_ valueName: String) -> ArgumentType<Labeled<String>> {
        ArgumentType(valueName) { text in
            let labeled = split(text)
            guard labeled.value.contains(where: { !$0.isWhitespace }) else {
                throw ValueProblem(expected: "a value, written VALUE or LABEL=VALUE")
            }
            return labeled
        }
    }

    /// Cuts at the first `=`, unless what is before it is already part of the value: an address (`a+b=c@d`), a web
    /// page (`https://example.com/?q=1`).
    static func split(_ text: String) -> Labeled<String> {
        guard let cut = text.firstIndex(of: "="),
            !text[..<cut].contains(where: { "@/?+:".contains($0) }),
            cut != text.startIndex
        else { return Labeled(text) }
        return Labeled(String(text[text.index(after: cut)...]), label: String(text[..<cut]))
    }
}
