internal import FanfareCore

extension PostgresStore {
    /// Runs the migrations the database has not had, in order, each in a transaction of its own.
    ///
    /// The check and the migration share a transaction and a lock, so of two hosts that start at once one runs it and
    /// the other, which had to wait, finds it done.
    ///
    /// - Parameter migrations: All there are, numbered from 1 without gaps.
    /// - Returns: Those that were run.
    /// - Throws: ``MigrationError`` when the schema is newer than the newest of them; ``PostgresError`` when one fails,
    ///   named by it. It has then had no effect, and those before it have been applied.
    func migrate(_ migrations: [Migration]) async throws -> [Migration] {
        let known = migrations.last?.number ?? 0
        var applied: [Migration] = []
        for migration in migrations where try await apply(migration, known: known) { applied.append(migration) }
        return applied
    }

    /// - Returns: False when the database has had it.
    private func apply(_ migration: Migration, known: Int) async throws -> Bool {
        try await writing { [schema] connection in
            // A large table takes its time, and so does another host that holds the lock meanwhile.
            try connection.within(Self.migrationLimit) {
                try connection.transaction {
                    try connection.execute(script: "set local statement_timeout = 0; set local lock_timeout = 0")
                    _ = try connection.run(.lockMigrations, schema)
                    if try connection.run(.schemaExists, schema).isEmpty {
                        try connection.execute(script: "create schema \(PostgresLocation.quoted(schema))")
                    }
                    try connection.execute(script: PostgresStatement.createMigrationsTable.text)
                    let found = try connection.run(.newestMigration).first?.int(0) ?? 0
                    guard found <= known else { throw MigrationError(found: found, known: known, schema: schema) }
                    guard found < migration.number else { return false }
                    try connection.execute(script: migration.script)
                    _ = try connection.run(.recordMigration, migration.number, migration.name)
                    return true
                }
            }
        }
    }

    /// How long one step of a migration may take; neither the server's usual limits nor the client's hold for it.
    private static let migrationLimit = Duration.seconds(24 * 3600)
}

extension PostgresStatement {
    /// A lock of the installation's own: the number is a digest of the schema's name.
    fileprivate static let lockMigrations = PostgresStatement(
        "lock migrations",
        "select pg_advisory_xact_lock(hashtextextended('fanfare migrations of ' || $1::text, 0))::text"
    )

    fileprivate static let schemaExists = PostgresStatement(
        "find schema",
        "select oid::bigint from pg_namespace where nspname = $1"
    )

    fileprivate static let createMigrationsTable = PostgresStatement(
        "create schema_migrations",
        """
        create table if not exists fanfare.schema_migrations (
            number integer not null primary key,
            name text not null,
            applied_at timestamptz not null default now()
        )
        """
    )

    static let newestMigration = PostgresStatement(
        "find newest migration",
        "select coalesce(max(number), 0) from fanfare.schema_migrations"
    )

    fileprivate static let recordMigration = PostgresStatement(
        "record migration",
        "insert into fanfare.schema_migrations (number, name) values ($1, $2)"
    )
}
