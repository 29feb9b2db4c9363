extension SQLiteDatabase {
    /// Runs the migrations the database has not had, in order, each in a transaction of its own.
    ///
    /// The table `schema_migrations` (number, name, applied_at in milliseconds since 1970) records them; a table, not
    /// `user_version`, so that an operator can see what was done when, and as the Postgres store has it. The check and
    /// the migration share a write transaction, so of two processes that start at once one runs it and the other, which
    /// had to wait for the lock, finds it done.
    ///
    /// - Parameter migrations: All there are, numbered from 1 without gaps.
    /// - Returns: Those that were run.
    /// - Throws: ``MigrationError`` when the schema is newer than the newest of them; ``SQLiteError`` when one fails,
    ///   named by it. It has then had no effect, and those before it have been applied.
    @discardableResult
    func migrate(_ migrations: [Migration]) async throws -> [Migration] {
        let known = migrations.last?.number ?? 0
        var applied: [Migration] = []
        for migration in migrations where try await apply(migration, known: known) { applied.append(migration) }
        return applied
    }

    /// - Returns: False when the database has had it.
    private func apply(_ migration: Migration, known: Int) async throws -> Bool {
        try await write { [path] connection in
            try connection.run(.createMigrationsTable)
            let found = try connection.newestMigration()
            guard found <= known else { throw MigrationError(found: found, known: known, path: path) }
            guard found < migration.number else { return false }
            let name = "migration \(migration.number) (\(migration.name))"
            try connection.execute(SQLiteQuery(name, migration.script))
            try connection.run(.recordMigration, migration.number, migration.name)
            return true
        }
    }
}

extension SQLiteConnection {
    /// The number of the newest migration the database has had; 0 for none.
    fileprivate func newestMigration() throws -> Int {
        let newest = try statement("select coalesce(max(number), 0) from schema_migrations")
        return try newest.step() ? newest.int(0) : 0
    }
}

extension SQLiteQuery {
    fileprivate static let createMigrationsTable = SQLiteQuery(
        "create schema_migrations",
        """
        create table if not exists schema_migrations (
            number integer primary key,
            name text not null,
            applied_at integer not null
        ) strict
        """
    )

    /// `unixepoch('subsec')` would be clearer, but came with SQLite 3.42.
    fileprivate static let recordMigration = SQLiteQuery(
        "record migration",
        """
        insert into schema_migrations (number, name, applied_at)
        values (?1, ?2, cast((julianday('now') - 2440587.5) * 86400000 as integer))
        """
    )
}
