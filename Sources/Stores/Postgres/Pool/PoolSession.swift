/// A member's connection, on its thread.
struct PoolSession {
    private let trustedIdleness: Duration
    private let probeLimit: Duration
    private var connection: PostgresConnection?
    private var lastUse = ContinuousClock.now

    /// A member without a connection.
    ///
    /// - Parameters:
    ///   - trustedIdleness: After how long without use the server is asked whether it is still there: a dead network says
    ///     nothing.
    ///   - probeLimit: How long that question may take.
    init(trustedIdleness: Duration = .seconds(30), probeLimit: Duration = .seconds(5)) {
        self.trustedIdleness = trustedIdleness
        self.probeLimit = probeLimit
    }

    /// Whether there is a connection.
    var isConnected: Bool { connection != nil }

    /// A connection that stands, the one there is if possible.
    ///
    /// - Throws: What `dial` threw.
    mutating func connected(_ dial: () throws -> PostgresConnection) throws -> PostgresConnection {
        if let connection, stands(connection) { return connection }
        // The old one is closed before, or it would count against the server's limit.
        connection = nil
        let new = try dial()
        connection = new
        return new
    }

    /// Notes that the connection has been used, and gives it up if it cannot be used again.
    mutating func settle(isReusable: Bool) {
        lastUse = .now
        if let connection, !isReusable || connection.isLost || connection.isInTransaction { self.connection = nil }
    }

    private func stands(_ connection: PostgresConnection) -> Bool {
        guard connection.link.stands() else { return false }
        guard lastUse + trustedIdleness < .now else { return true }
        return connection.answers(within: probeLimit)
    }
}

extension PostgresConnection {
    /// Whether the server answers.
    func answers(within limit: Duration) -> Bool {
        (try? within(limit) { try simple("select 1", named: "probe") }) != nil
    }
}
