import FanfareCore

/// `fanfare migrate`
struct MigrateCommand: Command {
    let syntax = CommandSyntax(
        name: "migrate",
        summary: "Bring the store's schema up to date.",
        options: [.configuration, .json],
        details: "It may run beside hosts and beside itself."
    )

    func run(_ arguments: ParsedArguments, in context: CommandContext) async throws -> Int32 {
        let workspace = context.workspace(arguments)
        let configuration = try workspace.configuration()
        let environment = workspace.environment(for: configuration, log: workspace.log(for: configuration))
        let store: any Store
        do {
            store = try await configuration.store.plugin.open(configuration.store.location, in: environment)
        } catch {
            throw StoreFailure("the store cannot be opened: \(error)")
        }
        let names: [String]
        do {
            names = try await store.migrate()
        } catch {
            await store.close()
            throw StoreFailure("the schema is as it was: \(error)")
        }
        await store.close()
        if arguments.has(.json) {
            context.print(["migrations": .array(names.map { .string($0) })])
        } else if names.isEmpty {
            context.surroundings.print("the schema is up to date")
        } else {
            for name in names { context.surroundings.print("migrated: \(name)") }
        }
        return 0
    }
}
