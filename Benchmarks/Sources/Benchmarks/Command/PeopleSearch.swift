extension Benchmark {
    /// The command `people search` on all people, from the start of its process to the end.
    static let peopleSearch = Benchmark(
        name: "command", needs: .store,
        checks: [Check("`people search`, process start to exit", .seconds, .most(0.03))])
}
