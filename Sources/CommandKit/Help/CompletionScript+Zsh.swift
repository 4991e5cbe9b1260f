extension CompletionScript {
    func renderZsh() -> String {
        var script = """
            #compdef \(root.name)
            \(function)() {
                local previous=${words[CURRENT-1]} at=\(quoted(root.name))
                if [[ $PREFIX == --*=* ]]; then
                    previous=${PREFIX%%=*}
                    compset -P '*='
                fi
                local -i i
                for ((i = 2; i < CURRENT; i++)); do
                    case "$at ${words[i]}" in

            """
        for step in steps {
            script += "            (\(quoted(step.from + " " + step.word))) at=\(quoted(step.to)) ;;\n"
        }
        script += """
                    esac
                done
                case "$at $previous" in

            """
        for path in paths {
            for option in options(of: path) where option.takesValue {
                let patterns = option.names.map { quoted(path.typedName + " " + $0) }.joined(separator: "|")
                if option.offer == .nothing, case .optional = option.value { continue }
                script += "        (\(patterns)) \(zsh(option.offer)); return ;;\n"
            }
        }
        script += """
                esac
                local -a entries
                case "$at" in

            """
        for path in paths {
            guard let command = path.last else { continue }
            script += """
                        (\(quoted(path.typedName)))
                            if [[ $PREFIX == -* ]]; then
                                entries=(

                """
            for option in options(of: path) {
                for name in option.allNames { script += "                    \(entry(name, option.help))\n" }
            }
            script += """
                                )
                                _describe -o option entries
                            else

                """
            let commands = command.subcommands.filter { !$0.isHidden }
            if commands.isEmpty {
                script += "                \(zsh(offer(forArgumentsOf: command)))\n"
            } else {
                script += "                entries=(\n"
                for command in commands { script += "                    \(entry(command.name, command.summary))\n" }
                script += "                )\n                _describe command entries\n"
            }
            script += """
                            fi
                            ;;

                """
        }
        return script + """
                esac
            }
            if [[ ${funcstack[1]} == \(function) ]]; then \(function) "$@"; else compdef \(function) \(root.name); fi

            """
    }

    private func entry(_ name: String, _ text: String) -> String {
        quoted(name.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:") + ":" + text)
    }

    private func zsh(_ offer: Offer) -> String {
        switch offer {
        case .words(let words): "compadd -- \(words.map(quoted).joined(separator: " "))"
        case .files: "_files"
        case .directories: "_files -/"
        case .nothing: ":"
        }
    }
}
