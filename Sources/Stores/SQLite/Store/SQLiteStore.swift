internal import FanfareBlocking
public import FanfareCore

/// Keeps everything in one SQLite file, with full durability: what a call has stored survives a power cut.
///
/// Any number of processes on one machine may share the file. Writes go through one thread that commits what arrives
/// together in one transaction; reads run beside it.
public final class SQLiteStore: Store {
    /// Wakes workers and hosts of this process when deliveries and events arrive; those of other processes find them
    /// when they poll.
    public let arrivals = Arrivals()

    let clock: any WallClock
    let identifiers: IdentifierSource
    let database: SQLiteDatabase

    private init(_ database: SQLiteDatabase, clock: any WallClock) {
        self.database = database
        self.clock = clock
        self.identifiers = IdentifierSource(clock: clock)
    }

    /// Opens a database file, making it if it is missing; ``migrate()`` gives it its tables.
    ///
    /// - Parameters:
    ///   - path: The file. Its folder must exist.
    ///   - clock: The store's time.
    /// - Throws: ``SQLiteError`` that names the path and what is wrong with it.
    public static func open(_ path: String, clock: some WallClock = .system) async throws -> SQLiteStore {
        let database = SQLiteDatabase(path: path)
        try await database.open()
        return SQLiteStore(database, clock: clock)
    }

    /// Brings the schema up to date.
    @discardableResult
    public func migrate() async throws -> [String] {
        try await database.migrate(Migration.all).map { "\($0.number) \($0.name)" }
    }

    /// Checks that the file can be read and has the schema this version needs.
    public func ping() async throws {
        try await reading { connection in
            let count = try connection.statement("select count(*) from schema_migrations")
            let known = Migration.all.count
            let found = try count.step() ? count.int(0) : 0
            guard found == known else {
                throw StoreUnavailable("the database has schema \(found), this version needs \(known)")
            }
        }
    }

    /// Finishes the writes that were begun and closes the file.
    public func close() async { await database.close() }

    /// Writes in one transaction.
    ///
    /// - Throws: `StoreUnavailable` for what may pass, else the error itself. Nothing was written.
    func writing<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.write(body)
        } catch {
            throw Self.passing(error) ?? error
        }
    }

    /// Reads from one snapshot.
    ///
    /// - Throws: `StoreUnavailable` for what may pass, else the error itself.
    func reading<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.read(body)
        } catch {
            throw Self.passing(error) ?? error
        }
    }

    /// What may pass: another process holds the lock, the disk is full or away, too many calls wait.
    private static func passing(_ error: any Error) -> StoreUnavailable? {
        switch error {
        case let error as BlockingThreadError: return StoreUnavailable(error.description)
        case let error as SQLiteError:
            let codes: [SQLiteError.Code] = [.busy, .full, .cannotOpen, .readOnly, .inputOutput]
            return codes.contains(error.code.primary) ? StoreUnavailable(error.description) : nil
        default: return nil
        }
    }
}
