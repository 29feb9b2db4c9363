public import FanfareCore

/// Keeps everything in a Postgres database that any number of hosts share.
///
/// All times are the database's: hosts whose clocks disagree do not disturb each other.
public final class PostgresStore: Store {
    /// Wakes workers of this process when deliveries arrive, here or at another host.
    public let arrivals: Arrivals

    let pool: PostgresPool
    let schema: String
    let identifiers: IdentifierSource
    private let clock: (any WallClock)?
    private let listener: PostgresListener

    private init(_ location: PostgresLocation, clock: (any WallClock)?) {
        let arrivals = Arrivals()
        self.arrivals = arrivals
        self.clock = clock
        schema = location.schema
        pool = PostgresPool(location)
        listener = PostgresListener(location, channel: location.schema) { arrivals.signalEverything() }
        identifiers = clock.map { IdentifierSource(clock: $0) } ?? IdentifierSource()
    }

    /// Connects to a database; ``migrate()`` gives it its tables.
    ///
    /// - Parameters:
    ///   - url: Where it is, as libpq has it (postgresql.org/docs/current/libpq-connect.html), with options of our own in
    ///     the query: `schema` (fanfare), `pool_size` (8), `prepared_statements` and `listen` (on; both off behind a
    ///     pooler that shares connections between transactions).
    ///   - clock: Replaces the database's clock in tests; nil for the database's.
    /// - Throws: What is in the way, without secrets; nothing is open then.
    public static func open(_ url: String, clock: (any WallClock)? = nil) async throws -> PostgresStore {
        let store = PostgresStore(try PostgresLocation(url), clock: clock)
        do {
            try await store.pool.open()
        } catch {
            await store.pool.close()
            throw error
        }
        await store.listener.start()
        return store
    }

    /// The time of a test; nil for the database's.
    var time: Timestamp? { clock?.now }

    /// Brings the schema up to date.
    @discardableResult
    public func migrate() async throws -> [String] {
        try await migrate(Migration.all).map { "\($0.number) \($0.name)" }
    }

    /// Checks that the database can be reached and has the schema this version needs.
    public func ping() async throws {
        let found: Int
        do {
            found = try await reading { try $0.run(.newestMigration).first?.int(0) ?? 0 }
        } catch let error as PostgresError where error.sqlState == .undefinedTable {
            found = 0
        }
        let known = Migration.all.count
        if found == known { return }
        let remedy = found < known ? "run `fanfare migrate`" : MigrationError.remedy
        throw StoreUnavailable("the schema \(schema) is at migration \(found), this program needs \(known): \(remedy)")
    }

    /// Finishes what was begun and closes the connections.
    public func close() async {
        await listener.stop()
        await pool.close()
    }

    /// Does something that changes the database, once.
    ///
    /// - Throws: `StoreUnavailable` for what may pass, else the error itself.
    func writing<Value: Sendable>(
        named name: String = #function,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await attempting(name, body)
        } catch {
            throw passing(error)
        }
    }

    /// Reads; a task that is cancelled stops the statement.
    ///
    /// - Throws: `StoreUnavailable` for what may pass, else the error itself.
    func reading<Value: Sendable>(
        named name: String = #function,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.run(name, cancellable: true, body)
        } catch {
            throw passing(error)
        }
    }

    /// Does something that is recognised as done when it is done again.
    ///
    /// A connection that is lost at the wrong moment leaves open whether its transaction was committed. A promise
    /// must not hang on that, so it is done again, and told that it may be a repeat. That goes on even if the calling task
    /// is cancelled, as only its end tells what has happened.
    ///
    /// - Throws: `StoreUnavailable` for what may pass, else the error itself. Nothing was changed then, unless it says that
    ///   this is not known: the server did not come back in time.
    func repeating<Value: Sendable>(
        named name: String = #function,
        _ body: @escaping @Sendable (PostgresConnection, _ isRepeat: Bool) throws -> Value
    ) async throws -> Value {
        do {
            return try await attempting(name) { try body($0, false) }
        } catch let error as PostgresError where error.mayHaveCommitted {
            return try await Task { try await self.settling(error, name) { try body($0, true) } }.value
        } catch {
            throw passing(error)
        }
    }

    /// Repeats what ended with an error that leaves open whether it was committed, until that is known.
    private func settling<Value: Sendable>(
        _ doubt: PostgresError,
        _ name: String,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        var last = doubt
        for pause in Self.pauses {
            try? await Task.sleep(for: pause)
            do {
                return try await attempting(name, body)
            } catch let error as PostgresError where error.isTransient {
                last = error
                if error.sqlState == .poolClosed { break }
            }
        }
        throw StoreUnavailable(last.description, mayBeDone: true)
    }

    /// Long enough for a server to restart.
    private static let pauses: [Duration] = [
        .milliseconds(100), .milliseconds(400), .seconds(1), .seconds(2), .seconds(4), .seconds(5),
    ]

    /// Deadlocks and conflicts undo one of those involved, which simply tries again.
    private func attempting<Value: Sendable>(
        _ name: String,
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        for attempt in 0..<8 {
            do {
                return try await pool.run(name, body)
            } catch let error as PostgresError where error.isConflict {
                // A little later, and not all at once, or they meet again.
                try? await Task.sleep(for: .milliseconds(Int.random(in: 0...(1 << attempt))))
            }
        }
        return try await pool.run(name, body)
    }

    /// What may pass becomes `StoreUnavailable`.
    private func passing(_ error: any Error) -> any Error {
        guard let error = error as? PostgresError, error.isTransient else { return error }
        return StoreUnavailable(error.description, mayBeDone: error.mayHaveCommitted)
    }
}

extension PostgresError {
    /// Whether transactions got in each other's way: this one was undone.
    var isConflict: Bool { sqlState == .deadlockDetected || sqlState == .serializationFailure }

    /// The same as a reason to try again.
    var asConflict: PostgresError {
        PostgresError(sqlState: .serializationFailure, message: message, statement: statement, constraint: constraint)
    }
}
