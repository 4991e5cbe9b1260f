import CommandKit

/// Options about the store, which every command understands.
enum ModelOption {
    static let model = Option(
        "--model", "-m", as: .file.named("MODEL"),
        help: "The model: .xcdatamodeld, .xcdatamodel, .momd or .mom. Of several versions, the one that fits is taken.",
        lastWins: true)
    static let timeout = Option(
        "--timeout", as: .duration, default: .seconds(5), defaultText: "5s",
        help: "How long to wait for a store that somebody else is writing to.", lastWins: true)

    static let store = Positional("STORE", as: .file, help: "The store's file.")
}
