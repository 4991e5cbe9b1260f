extension CompletionScript {
    func renderFish() -> String {
        let test = "_\(function)_at"
        var script = """
            # fish completion for \(root.name)
            function \(test)
                set -l at \(fish(root.name))
                set -l words (commandline -opc)
                for word in $words[2..]
                    switch "$at $word"

            """
        for step in steps {
            script += """
                            case \(fish(step.from + " " + step.word))
                                set at \(fish(step.to))

                """
        }
        script += """
                    end
                end
                test "$at" = "$argv"
            end
            complete -c \(root.name) -f

            """
        for path in paths {
            guard let command = path.last else { continue }
            let begin = "complete -c \(root.name) -n \(fish("\(test) \(path.typedName)"))"
            for subcommand in command.subcommands where !subcommand.isHidden {
                let names = ([subcommand.name] + subcommand.aliases).joined(separator: " ")
                script += "\(begin) -a \(fish(names)) -d \(fish(subcommand.summary))\n"
            }
            switch offer(forArgumentsOf: command) {
            case .words(let words): script += "\(begin) -a \(fish(words.joined(separator: " ")))\n"
            case .files: script += "\(begin) -F\n"
            case .directories: script += "\(begin) -a '(__fish_complete_directories)'\n"
            case .nothing: break
            }
            for option in options(of: path) {
                let names = option.allNames.map {
                    $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())"
                }
                script += "\(begin) \(names.joined(separator: " "))\(fishValue(of: option)) -d \(fish(option.help))\n"
            }
        }
        return script
    }

    private func fishValue(of option: OptionDeclaration) -> String {
        guard option.takesValue else { return "" }
        let exclusive = if case .optional = option.value { "" } else { " -x" }
        return switch option.offer {
        case .words(let words): "\(exclusive) -a \(fish(words.joined(separator: " ")))"
        case .files: " -r -F"
        case .directories: "\(exclusive) -a '(__fish_complete_directories)'"
        case .nothing: exclusive
        }
    }

    /// In fish's single quotes, where a backslash escapes a quote and itself.
    private func fish(_ text: String) -> String {
        var quoted = "'"
        for character in text {
            if character == "'" || character == "\\" { quoted += "\\" }
            quoted.append(character)
        }
        return quoted + "'"
    }
}
