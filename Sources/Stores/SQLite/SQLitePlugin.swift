public import FanfareCore

/// Plugs the SQLite store into a host: `store: "sqlite:fanfare.db"`.
public struct SQLitePlugin: StorePlugin {
    /// `sqlite`.
    public let schemes = ["sqlite"]

    /// Creates the plug-in.
    public init() {}

    /// The path of a file must follow the colon.
    public func fault(in location: StoreLocation) -> String? {
        let path = location.rest.reveal()
        if path.isEmpty { return "the file is missing; write \"sqlite:fanfare.db\"" }
        if path.hasSuffix("/") { return "this is a folder; write the path of a file, such as \"sqlite:fanfare.db\"" }
        return nil
    }

    /// Opens the file, making it if it is missing. A relative path starts from the configuration file's folder.
    public func open(_ location: StoreLocation, in environment: PluginEnvironment) async throws -> any Store {
        func open(_ clock: some WallClock) async throws -> SQLiteStore {
            let path = location.rest.reveal()
            return try await SQLiteStore.open(path.hasPrefix("/") ? path : environment.folder + path, clock: clock)
        }
        return try await open(environment.clock)
    }
}
