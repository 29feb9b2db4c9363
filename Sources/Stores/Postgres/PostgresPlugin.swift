public import FanfareCore

/// Plugs the Postgres store into a host: `store: "postgres://user:password@host:5432/database"`.
public struct PostgresPlugin: StorePlugin {
    /// `postgres` and `postgresql`, as libpq has them.
    public let schemes = ["postgres", "postgresql"]

    /// No: several hosts share the database, and an older one may still be at work.
    public let migratesAtStart = false

    /// Creates the plug-in.
    public init() {}

    /// The URL must be one that libpq reads, with known options.
    public func fault(in location: StoreLocation) -> String? {
        PostgresLocation.fault(in: location.url.reveal())
    }

    /// Connects to the database, whose clock is the store's: the one of the environment is not used.
    public func open(_ location: StoreLocation, in environment: PluginEnvironment) async throws -> any Store {
        try await PostgresStore.open(location.url.reveal())
    }
}
