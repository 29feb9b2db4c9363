/// Plugs the Postgres store into a host: `store: "postgres://user:password@host:5432/database"`.
public struct PostgresPlugin: Sendable {
    /// `postgres` and `postgresql`, as libpq has them.
    public let schemes = ["postgres", "postgresql"]

    /// Creates the plug-in.
    public init() {}
}
