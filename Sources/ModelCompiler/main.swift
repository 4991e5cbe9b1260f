import Foundation

exit(ModelCompiler.run(Array(CommandLine.arguments.dropFirst())))
