import CommandKit
import ContactFormats

/// `people add`: a new person.
enum AddCommand {
    private static let name = Positional("NAME", as: .text, help: "The name to display.")
    private static let id = Option("--id", as: .text.named("ID"), help: "The person's ID, instead of a new UUID.")
    private static let age = Option("--age", as: .integer(0...32_767), help: "The age in years.")
    private static let photo = Option(
        "--photo", as: .file.named("FILE|URI"), help: "A photo: a file, which is taken into the store, or a link.")
    private static let emails = Option(
        "--email", "-e", asMany: LabeledArgument.type("ADDRESS"), help: "An e-mail address: work=a@example.com.")
    private static let phones = Option(
        "--phone", "-p", asMany: LabeledArgument.type("NUMBER"), help: "A phone number: mobile=+1-415-555-0100.")
    private static let addresses = Option(
        "--address", asMany: AddressArgument.type,
        help: "A postal address: home='street=1 Long Lane;city=Lakeside', or its text.")
    private static let birthday = Option(
        "--birthday", as: .text.named("DATE"), help: "As much of it as is known: 1984-02-29, --02-29, 1984.")
    private static let tags = Option("--tag", "-t", asMany: .text.named("TAG"), help: "A tag.")
    private static let settings = Option(
        "--set", asMany: .keyValue, help: "Any other field, or one of your own: jobTitle=Cook, custom.Size=M.")
    private static let dryRun = Flag("--dry-run", help: "Check everything and change nothing.")

    static var command: Command {
        Command(
            "add",
            summary: "Add a person and print the ID.",
            positionals: [name],
            options: [
                age, emails, phones, addresses, birthday, photo, tags, settings, id, dryRun,
            ],
            examples: [
                HelpEntry("people add 'Ada Lovelace' -e home=ada@example.org --birthday --12-10 -t friend", ""),
                HelpEntry("people add 王小明 -p mobile=+1-415-555-0188 --set nickname=小王", ""),
            ],
            action: run)
    }

    private static func run(_ call: Invocation) throws -> ExitCode {
        let record = try record(call.arguments)
        let id = try ContactBook.open(call, for: call.arguments[dryRun] ? .trying : .adding) { try $0.add(record) }
        try call.output.writeLine(id)
        return .ok
    }

    private static func record(_ arguments: ParsedArguments) throws -> ContactRecord {
        let name = arguments[name]
        guard name.contains(where: { !$0.isWhitespace }) else { throw UsageError("NAME is empty") }
        var record = ContactRecord(personID: arguments[id], name: name)
        for pair in arguments[settings] { _ = try FieldAssignment.assign(pair, to: &record) }
        if let age = arguments[age] { record.age = age }
        record.emails += arguments[emails]
        record.phones += arguments[phones]
        record.addresses += arguments[addresses]
        record.tags += arguments[tags]
        if let text = arguments[birthday] {
            let pair = KeyValue(key: ContactAttribute.birthday.rawValue, value: text)
            _ = try FieldAssignment.assign(pair, to: &record, option: "--birthday")
        }
        if let photo = arguments[photo] { try PhotoArgument.read(photo, into: &record) }
        return record
    }
}
