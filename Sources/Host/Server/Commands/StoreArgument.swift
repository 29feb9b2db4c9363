import FanfareCore

/// A store that an option names by its URL.
struct StoreArgument: Sendable {
    let plugin: any StorePlugin
    let location: StoreLocation

    /// Reads an option's URL; `$env:NAME` is taken from the environment, because a command line is for all to see.
    ///
    /// - Throws: ``UsageError`` if it names no store that can be moved; it does not show the URL.
    init(_ option: CommandOption, _ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        guard var url = arguments.value(option) else { throw UsageError("fanfare copy needs \(option.name) URL") }
        if let name = url.suffix(after: "$env:") {
            guard let value = context.surroundings.variables[name], !value.isEmpty else {
                throw UsageError("\(option.name): the environment has no \(name)")
            }
            url = value
        }
        guard let location = StoreLocation(url), let plugin = context.plugins.store(for: location.scheme) else {
            let schemes = context.plugins.stores.filter(\.isDurable).flatMap(\.schemes).map { "\($0):" }
            throw UsageError("\(option.name) needs a URL that begins with one of \(schemes.joined(separator: ", "))")
        }
        guard plugin.isDurable else {
            throw UsageError("\(option.name): a \(location.scheme) store ends with its process and cannot be copied")
        }
        if let fault = plugin.fault(in: location) { throw UsageError("\(option.name): \(fault)") }
        self.plugin = plugin
        self.location = location
    }

    /// Whether both are written as the same store.
    func isSame(as other: StoreArgument) -> Bool {
        location.scheme == other.location.scheme && location.rest == other.location.rest
    }

    /// Opens the store to read it; it is neither made nor migrated.
    ///
    /// - Throws: ``StoreFailure``; nothing is open then.
    func openSource(in environment: PluginEnvironment) async throws(StoreFailure) -> any Store {
        let store: any Store
        do {
            store = try await plugin.openExisting(location, in: environment)
        } catch {
            throw StoreFailure("the source cannot be opened: \(error)")
        }
        do {
            try await store.ping()
        } catch {
            await store.close()
            let remedy = "if its schema is old, run this version's `fanfare migrate` on it"
            throw StoreFailure("the source cannot be used: \(error); \(remedy)")
        }
        return store
    }

    /// Opens the store to write it and sees to its schema.
    ///
    /// - Throws: ``StoreFailure``; nothing is open then.
    func openTarget(migrates: Bool, in environment: PluginEnvironment) async throws(StoreFailure) -> any Store {
        let store: any Store
        do {
            store = try await plugin.open(location, in: environment)
        } catch {
            throw StoreFailure("the target cannot be opened: \(error)")
        }
        do {
            if migrates || plugin.migratesAtStart { try await store.migrate() }
        } catch {
            await store.close()
            throw StoreFailure("the target's schema cannot be brought up to date: \(error)")
        }
        do {
            try await store.ping()
        } catch {
            await store.close()
            let remedy =
                migrates || plugin.migratesAtStart ? "" : "; if it has no schema yet, or an old one, add --migrate"
            throw StoreFailure("the target cannot be used: \(error)\(remedy)")
        }
        return store
    }
}

extension String {
    /// What follows a prefix; nil if the text does not begin with it.
    fileprivate func suffix(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
