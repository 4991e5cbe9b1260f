import CommandKit
import Glibc
import Testing

@Suite struct CompletionTests {
    /// What bash offers for the last of the words.
    func bash(_ words: [String]) throws -> [String] {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let script =
            CompletionScript(Sample.root).render(for: .bash) + """
                COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _sample
                printf '%s\\n' "${COMPREPLY[@]}"
                """
        return try run("bash", ["-c", script]).split(separator: "\n").map { String($0) }
    }

    func run(_ program: String, _ arguments: [String]) throws -> String {
        let pipe = try Pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipe.write, 1)
        posix_spawn_file_actions_addclose(&actions, pipe.read)
        posix_spawn_file_actions_addclose(&actions, pipe.write)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        try #require(posix_spawnp(&process, program, &actions, nil, &words, environ) == 0)
        pipe.closeWrite()
        let output = pipe.readAll()
        var status: Int32 = 0
        waitpid(process, &status, 0)
        #expect(status == 0)
        return output
    }

    @Test(arguments: [
        (["sample", "li"], ["list"]), (["sample", "l"], ["list", "ls"]),
        (["sample", "list", "--li"], ["--limit"]), (["sample", "--quiet", "ls", "--no"], ["--no-wrap"]),
        (["sample", "list", "--sort", ""], ["family", "given", "age"]),
        (["sample", "list", "--sort", "=", "a"], ["age"]),
        (["sample", "list", "--sort", "="], ["family", "given", "age"]),
        (["sample", "photo", ""], ["set", "get"]), (["sample", "list", "--limit", ""], []),
        (["sample", "--color", "n"], ["never"]), (["sample", "list", "--co"], ["--color"]),
        (["sample", "--store", "/de"], ["/dev"]), (["sample", "list", ""], []),
    ])
    func bash(words: [String], offered: [String]) throws {
        #expect(try bash(words) == offered)
    }

    @Test func zsh() {
        let script = CompletionScript(Sample.root).render(for: .zsh)
        #expect(script.hasPrefix("#compdef sample\n"))
        for line in [
            "            ('sample ls') at='sample list' ;;",
            "        ('sample list --sort') compadd -- 'family' 'given' 'age'; return ;;",
            "                    '--no-wrap:Break long lines.'", "                    'add:Add a person.'",
            "        ('sample copy --store') _files; return ;;",
        ] { #expect(script.contains("\n\(line)\n")) }
    }

    @Test func fish() {
        let script = CompletionScript(Sample.root).render(for: .fish)
        for line in [
            "complete -c sample -n '__sample_at sample' -a 'list ls' -d 'List people.'",
            "complete -c sample -n '__sample_at sample list' -l sort -x -a 'family given age' -d 'Order of the people.'",
            "complete -c sample -n '__sample_at sample list' -l limit -s n -x -d 'Print at most N people.'",
            "complete -c sample -n '__sample_at sample list' -l store -r -F -d 'Where the people are kept.'",
        ] { #expect(script.contains("\n\(line)\n")) }
    }
}
