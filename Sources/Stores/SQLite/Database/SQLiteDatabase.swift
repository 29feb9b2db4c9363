internal import FanfareBlocking

/// A database file: one connection that writes, a few that read, each on a thread of its own.
///
/// Several processes, and several of these in one process, may use the same file. It must be local: the write-ahead log
/// uses shared memory.
final class SQLiteDatabase: Sendable {
    let path: String
    private let writer: BlockingThread<SQLiteWriter>
    private let readers: [BlockingThread<SQLiteConnection>]

    /// Describes the database; `open()` opens it.
    ///
    /// - Parameters:
    ///   - path: The file; made by `open()` if it is missing, its folder is not.
    ///   - readers: How many connections read beside each other.
    ///   - groupTime: After how long a group of writes takes no more, so that other processes get their turn.
    init(path: String, readers: Int = 2, groupTime: Duration = .milliseconds(20)) {
        self.path = path
        writer = BlockingThread(
            name: "sqlite-writer",
            resource: { try SQLiteWriter(path, groupTime: groupTime) },
            afterBatch: { $0.flush() }
        )
        self.readers = (0..<max(1, readers)).map { number in
            BlockingThread(name: "sqlite-read-\(number)", resource: { try SQLiteConnection(path, as: .reader) })
        }
    }

    /// Opens the connections.
    ///
    /// - Throws: ``SQLiteError`` that names the path and what is wrong with it; nothing is open then.
    func open() async throws {
        do {
            // First: it makes the file and recovers the log after a crash.
            try await writer.start()
            for reader in readers { try await reader.start() }
        } catch {
            await close()
            throw error
        }
    }

    /// The number of writes that wait or are being committed.
    var pendingWrites: Int { writer.load }

    /// Runs `body` in a transaction and returns its result once that is durable: on the disk, not only in its cache.
    ///
    /// Writes that wait together are committed together, each in the order of the calls and as if alone: what one
    /// throws undoes that one. The body is run once; it must not begin or end transactions itself. A cancelled task
    /// still gets the outcome of its write.
    ///
    /// - Throws: What `body` threw, ``SQLiteError`` when committing failed, or when another process kept the lock for
    ///   longer than the bounded retry, or `BlockingThreadError` when the database is not open or too many writes wait.
    ///   Nothing of this write is stored then.
    func write<Value: Sendable>(_ body: @escaping @Sendable (SQLiteConnection) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let write = PendingWrite(continuation, body)
            do { try writer.submit { $0.perform(write) } } catch { write.refuse(error) }
        }
    }

    /// Runs `body` on a snapshot of the database: everything committed before, nothing committed meanwhile.
    ///
    /// Keep it short: a snapshot that is held keeps the log from being shortened.
    ///
    /// - Throws: What `body` threw; ``SQLiteError`` with ``SQLiteError/Code/readOnly`` if it tried to write.
    func read<Value: Sendable>(_ body: @escaping @Sendable (SQLiteConnection) throws -> Value) async throws -> Value {
        let loads = readers.map(\.load)
        let idlest = loads.indices.min { loads[$0] < loads[$1] } ?? 0
        return try await readers[idlest].run { connection in
            try Retry.whileBusy { try connection.run("begin") }
            // Ends the snapshot whatever the body did; there is nothing to commit, and nothing to lose if it fails.
            defer { try? connection.run("rollback") }
            return try body(connection)
        }
    }

    /// A number that changes when another process (or another `SQLiteDatabase`) has committed to the file; writes made
    /// through this one do not count. Compare it with the one before.
    func dataVersion() async throws -> Int64 {
        try await writer.run { try $0.connection.dataVersion() }
    }

    /// Takes no more work, finishes what was submitted, closes the connections.
    func close() async {
        for reader in readers { await reader.stop() }
        // Last: the last connection to close empties the log.
        await writer.stop()
    }
}
