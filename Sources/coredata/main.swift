import CommandKit

Program(
    CoreDataTool.command, reportsJSON: OutputFormat.reportsErrorsAsJSON, translate: ErrorTranslation.commandError
).main()
