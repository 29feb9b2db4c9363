internal import FanfareCore

// What has happened.
extension FCMServer {
    /// The messages so far, in the order of arrival.
    public var requests: [FCMRequest] { messages.engine.log.read { $0.requests } }

    /// How many messages have arrived, recorded or not.
    public var requestCount: Int { messages.engine.log.read { $0.requestCount } }

    /// The requests for access tokens so far, in the order of arrival.
    public var tokenRequests: [FCMTokenRequest] { tokens.engine.log.read { $0.requests } }

    /// How many requests for access tokens have arrived.
    public var tokenRequestCount: Int { tokens.engine.log.read { $0.requestCount } }

    /// How many connections have been opened for messages.
    public var connections: Int { messages.engine.log.read { $0.connections } }

    /// How many connections for messages are open.
    public var openConnections: Int { messages.engine.log.read { $0.openConnections } }

    /// How many connections are open to the token endpoint.
    public var openTokenConnections: Int { tokens.engine.log.read { $0.openConnections } }

    /// The messages that clients have given up.
    public var abandonedRequests: [PushServerAbandonedRequest] { messages.engine.log.read { $0.abandoned } }

    /// Waits until so many messages have arrived.
    ///
    /// - Returns: All so far, which may be more.
    /// - Throws: ``PushServerError`` if there are not so many when the time is over, `CancellationError` if the task is
    ///   cancelled.
    public func requests(count: Int, within limit: Duration = .seconds(30)) async throws -> [FCMRequest] {
        try await messages.requests(count: count, within: limit)
    }

    /// Waits until so many requests for access tokens have arrived.
    ///
    /// - Returns: All so far, which may be more.
    /// - Throws: ``PushServerError`` if there are not so many when the time is over, `CancellationError` if the task is
    ///   cancelled.
    public func tokenRequests(count: Int, within limit: Duration = .seconds(30)) async throws -> [FCMTokenRequest] {
        try await tokens.requests(count: count, within: limit)
    }

    /// Waits until so many connections have been opened for messages.
    ///
    /// - Throws: ``PushServerError`` if there are not so many when the time is over, `CancellationError` if the task is
    ///   cancelled.
    public func waitForConnections(_ count: Int, within limit: Duration = .seconds(30)) async throws {
        try await messages.waitForConnections(count, within: limit)
    }

    /// Waits until no connection for messages is open.
    ///
    /// - Throws: ``PushServerError`` if one still is when the time is over, `CancellationError` if the task is cancelled.
    public func waitForNoConnection(within limit: Duration = .seconds(30)) async throws {
        try await messages.waitForNoConnection(within: limit)
    }
}
