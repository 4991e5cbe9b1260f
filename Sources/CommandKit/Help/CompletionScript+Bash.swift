extension CompletionScript {
    func renderBash() -> String {
        var script = """
            # bash completion for \(root.name)
            \(function)() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
                # bash takes "--name=value" apart at the equals sign.
                if [[ $current == "=" ]]; then
                    current=""
                elif [[ $previous == "=" ]]; then
                    previous="${COMP_WORDS[COMP_CWORD - 2]}"
                fi
                local at=\(quoted(root.name)) i
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$at ${COMP_WORDS[i]}" in

            """
        for step in steps { script += "            \(quoted(step.from + " " + step.word))) at=\(quoted(step.to)) ;;\n" }
        script += """
                    esac
                done
                COMPREPLY=()
                case "$at $previous" in

            """
        for path in paths {
            for option in options(of: path) where option.takesValue {
                let patterns = option.names.map { quoted(path.typedName + " " + $0) }.joined(separator: " | ")
                if option.offer == .nothing, case .optional = option.value { continue }
                script += "        \(patterns)) \(bash(option.offer)) return ;;\n"
            }
        }
        script += """
                esac
                case "$at" in

            """
        for path in paths {
            guard let command = path.last else { continue }
            let names = options(of: path).flatMap(\.allNames).joined(separator: " ")
            let commands = command.subcommands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
            let arguments =
                commands.isEmpty ? offer(forArgumentsOf: command) : .words(commands + (path.count == 1 ? ["help"] : []))
            script += """
                        \(quoted(path.typedName)))
                            if [[ $current == -* ]]; then
                                \(bash(.words([names])))
                            else
                                \(bash(arguments))
                            fi
                            ;;

                """
        }
        return script + """
                esac
            }
            complete -o filenames -F \(function) \(root.name)

            """
    }

    private func bash(_ offer: Offer) -> String {
        switch offer {
        case .words(let words):
            "mapfile -t COMPREPLY < <(compgen -W \(quoted(words.joined(separator: " "))) -- \"$current\");"
        case .files: "mapfile -t COMPREPLY < <(compgen -f -- \"$current\");"
        case .directories: "mapfile -t COMPREPLY < <(compgen -d -- \"$current\");"
        case .nothing: ":;"
        }
    }
}
