import CommandKit

Program(People.command, reportsJSON: OutputChoice.reportsErrorsAsJSON, translate: ErrorTranslation.commandError).main()
