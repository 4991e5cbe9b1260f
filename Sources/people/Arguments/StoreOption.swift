import CommandKit

/// Options about the store, which every command understands.
enum StoreOption {
    static let store = Option(
        "--store", as: .file.named("PATH"), help: "The file that holds the people.", environment: "PEOPLE_STORE",
        lastWins: true)
    static let timeout = Option(
        "--timeout", as: .duration, default: .seconds(5), defaultText: "5s",
        help: "How long to wait for a store that somebody else is writing to.", lastWins: true)
}
