/// Group commit: writes that arrive together share one transaction and one fsync.
///
/// The first write begins the transaction, later ones join it, `flush` commits it, and only then are the callers
/// resumed. A write that throws takes back what it did and nothing else: the first of a group by rolling the
/// transaction back, a later one by its savepoint. A group ends at `groupLimit` writes or after `groupTime`, so that a
/// busy process does not keep others out.
final class SQLiteWriter {
    private static let groupLimit = 512
    /// Pages of log (4 KiB each) after which it is copied into the database.
    private static let checkpointPages = 1000
    /// Pages after which its file is also emptied: 64 MiB.
    private static let truncatePages = 16_384

    let connection: SQLiteConnection
    private let groupTime: Duration
    private var group: [PendingWrite.Attempt] = []
    private var groupBegan = ContinuousClock.now
    private var nextCheckpoint = SQLiteWriter.checkpointPages

    init(_ path: String, groupTime: Duration) throws {
        self.groupTime = groupTime
        connection = try SQLiteConnection(path, as: .writer)
    }

    /// Runs a write in the open transaction, beginning one if there is none.
    func perform(_ write: PendingWrite) {
        let isFirst = group.isEmpty
        do {
            if isFirst {
                try Retry.whileBusy { try connection.run("begin immediate") }
                groupBegan = .now
            } else {
                try connection.run("savepoint fanfare_write")
            }
        } catch {
            write.refuse(error)
            return
        }
        let attempt = write.attempt(connection)
        do {
            guard connection.isInTransaction else { throw attempt.error ?? Self.transactionLost }
            if attempt.error != nil { try connection.run(isFirst ? "rollback" : "rollback to fanfare_write") }
            if !isFirst { try connection.run("release fanfare_write") }
        } catch {
            group.append(attempt)
            abandon(error)
            return
        }
        guard attempt.error == nil else {
            attempt.settle(nil)
            return
        }
        group.append(attempt)
        if group.count >= Self.groupLimit || groupBegan.duration(to: .now) >= groupTime { flush() }
    }

    /// Commits the open transaction, if there is one, and resumes its callers.
    func flush() {
        guard !group.isEmpty else { return }
        do { try Retry.whileBusy { try connection.run("commit") } } catch {
            abandon(error)
            return
        }
        let committed = group
        group = []
        for attempt in committed { attempt.settle(nil) }
        checkpoint()
    }

    /// Ends the transaction without effect; everybody in the group learns why.
    private func abandon(_ error: any Error) {
        // SQLite may have rolled back by itself (disk full, I/O error). If this fails too, BEGIN will tell the next.
        if connection.isInTransaction { try? connection.run("rollback") }
        let abandoned = group
        group = []
        for attempt in abandoned { attempt.settle(error) }
    }

    /// Keeps the log short, after the callers have been resumed. A reader may keep pages in use; then it is tried again
    /// when the log has grown by as much again, never in a loop. What a checkpoint throws harms no commit: the log
    /// stays, and an error that lasts will come up in the next write.
    private func checkpoint() {
        let pages = connection.logPages
        // SQLite has begun the log anew.
        if pages < Self.checkpointPages { nextCheckpoint = Self.checkpointPages }
        guard pages >= nextCheckpoint else { return }
        _ = try? connection.checkpoint(truncating: pages >= Self.truncatePages)
        nextCheckpoint = max(pages, connection.logPages) + Self.checkpointPages
    }

    private static let transactionLost = SQLiteError(
        code: .misuse,
        message: "the body of a write ended the transaction it was run in",
        statement: "write"
    )
}
