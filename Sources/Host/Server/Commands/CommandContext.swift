import FanfareCore

/// What a command works with.
struct CommandContext: Sendable {
    let plugins: PluginSet
    let surroundings: Surroundings
    /// All commands, for help.
    let commands: [any Command]

    /// The configuration file that `--config` names, or the standard one.
    func workspace(_ arguments: ParsedArguments) -> Workspace {
        Workspace(
            plugins: plugins,
            surroundings: surroundings,
            file: arguments.value(.configuration) ?? CommandOption.standardConfiguration
        )
    }

    /// Opens the store, lets `body` work with it and closes it, whatever happens.
    func withStore<Value: Sendable>(
        _ arguments: ParsedArguments,
        migrates: Bool = false,
        _ body: (any Store, HostConfiguration, ChannelRegistry) async throws -> Value
    ) async throws -> Value {
        let workspace = workspace(arguments)
        let configuration = try workspace.configuration()
        let environment = workspace.environment(for: configuration, log: workspace.log(for: configuration))
        let channels = try configuration.registry(in: environment)
        let store = try await workspace.store(of: configuration, in: environment, migrates: migrates)
        let result: Value
        do {
            result = try await body(store, configuration, channels)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        return result
    }

    /// Prints JSON in one line.
    func print(_ json: JSONValue) { surroundings.print(json.compactText) }
}
