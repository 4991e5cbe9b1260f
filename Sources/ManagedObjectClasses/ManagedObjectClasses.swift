import PackagePlugin

@main
struct ManagedObjectClasses: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] { [] }
}
