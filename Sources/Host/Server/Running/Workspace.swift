import FanfareCore

/// What every command that uses the configuration begins with: the file read, the channels built, the store opened.
struct Workspace: Sendable {
    let plugins: PluginSet
    let surroundings: Surroundings
    /// The configuration file's path.
    let file: String

    /// Reads the configuration.
    ///
    /// - Parameter requiresKeys: Whether the HTTP API is going to be served.
    /// - Throws: `ConfigurationError` with all faults.
    func configuration(requiresKeys: Bool = false) throws -> HostConfiguration {
        let bytes: [UInt8]
        do {
            bytes = try surroundings.readFile(file)
        } catch {
            throw ConfigurationError([
                ConfigurationFault(
                    path: ConfigurationPath(),
                    problem: "the configuration file \(JSONValue.string(file).compactText) cannot be read",
                    remedy: "name it with --config"
                )
            ])
        }
        let source = ConfigurationSource(
            bytes,
            fileName: file,
            environment: surroundings.variables,
            readFile: surroundings.readFile
        )
        return try HostConfiguration(from: source, plugins: plugins, requiresKeys: requiresKeys)
    }

    /// The log a configuration describes.
    func log(for configuration: HostConfiguration) -> Logger {
        Logger(
            level: configuration.logLevel,
            format: configuration.logFormat ?? .automatic(isTerminal: surroundings.isTerminal),
            clock: surroundings.clock,
            output: surroundings.log
        )
    }

    /// What plug-ins are lent.
    func environment(for configuration: HostConfiguration, log: any LogSink) -> PluginEnvironment {
        PluginEnvironment(clock: surroundings.clock, log: log, folder: configuration.folder)
    }

    /// Opens the store and sees to its schema.
    ///
    /// - Parameter migrates: Whether the schema is brought up to date also where a host does not do so by itself.
    /// - Throws: ``StoreFailure``; nothing is open then.
    func store(
        of configuration: HostConfiguration,
        in environment: PluginEnvironment,
        migrates: Bool = false
    ) async throws(StoreFailure) -> any Store {
        let (plugin, location) = (configuration.store.plugin, configuration.store.location)
        let store: any Store
        do {
            store = try await plugin.open(location, in: environment)
        } catch {
            throw StoreFailure("the store cannot be opened: \(error)")
        }
        do {
            if migrates || plugin.migratesAtStart { try await store.migrate() }
        } catch {
            await store.close()
            throw StoreFailure("the store's schema cannot be brought up to date: \(error)")
        }
        do {
            try await store.ping()
        } catch {
            await store.close()
            throw StoreFailure("the store cannot be used: \(error)")
        }
        return store
    }
}
