public import FanfareCore
internal import FoundationEssentials

extension PostgresStore {
    /// So many deliveries are copied in bulk; fewer are stored by one call of the schema's function.
    static let bulk = 200

    /// Stores a submission in one transaction.
    public func enqueue(_ submission: Submission) async throws -> EnqueueResult {
        let count = submission.notifications.reduce(0) { $0 + $1.messages.reduce(0) { $0 + $1.deliveries.count } }
        let result = try await count < Self.bulk ? call(submission) : copy(submission)
        if result == .stored { arrivals.signal(submission.notifications.flatMap { $0.messages.map(\.channel) }) }
        return result
    }

    private func call(_ submission: Submission) async throws -> EnqueueResult {
        let call = PostgresCall(.enqueue, PostgresJSON(try EnqueueDocument(submission).utf8), time)
        return try await enqueuing(submission) { try $0.result(of: call) }
    }

    private func copy(_ submission: Submission) async throws -> EnqueueResult {
        let time = time
        let key = try submission.idempotency.map { _ in
            PostgresCall(.enqueue, PostgresJSON(try EnqueueDocument(submission, onlyKey: true).utf8), time)
        }
        return try await enqueuing(submission) { connection in
            try connection.transaction {
                if let key, case let known = try connection.result(of: key), known != .stored { return known }
                let now = try connection.time(time)
                try NotificationRows(submission.notifications.map { StoredNotification($0, at: now) })
                    .copy(over: connection)
                return .stored
            }
        }
    }

    /// Runs what stores a submission, and knows its own work again when it has to run it twice.
    private func enqueuing(
        _ submission: Submission,
        _ body: @escaping @Sendable (PostgresConnection) throws -> EnqueueResult
    ) async throws -> EnqueueResult {
        let ids = submission.notifications.map(\.id)
        return try await repeating { connection, isRepeat in
            do {
                let result = try body(connection)
                if isRepeat, case .duplicate(let receipts) = result, receipts.map(\.id) == ids { return .stored }
                return result
            } catch let error as PostgresError where isRepeat && error.sqlState == .uniqueViolation {
                // Ids are made for one call: whoever has stored them was this one.
                return .stored
            }
        }
    }
}

extension PostgresConnection {
    /// The time of the open transaction, or the one of a test.
    func time(_ time: Timestamp?) throws -> Timestamp {
        guard let time = try run(.databaseTime, time).first?.timestamp(0) else {
            throw PostgresError(sqlState: .unexpectedResult, message: "the server does not tell the time")
        }
        return time
    }

    fileprivate func result(of call: PostgresCall) throws -> EnqueueResult {
        guard let row = try run([call])[0].first else { return .stored }
        switch try row.text(0) {
        case "duplicate": return .duplicate(try row.payload(1).decoded(as: [Receipt].self))
        case "conflict": return .conflict
        default: return .stored
        }
    }
}

extension PostgresStatement {
    static let databaseTime = PostgresStatement("ask the time", "select coalesce($1, now())")

    fileprivate static let enqueue = PostgresStatement(
        "enqueue",
        "select result, receipts from fanfare.enqueue($1, $2)"
    )
}
