internal import FanfareCore
internal import FanfareHTTP2

/// APNs on the loopback interface, for tests of notifications on the wire.
///
/// It speaks HTTP/2 over TLS as APNs does, judges every request by the rules that Apple documents, records it and answers.
/// What else can happen, from a refusal to a connection that dies, is played by a ``APNsScript``.
///
/// ```swift
/// let server = try await APNsServer.start()
/// // … push to 127.0.0.1, server.port, trusting server.certificateFile
/// let request = try await server.requests(count: 1)[0]
/// #expect(request.fault == nil)
/// #expect(request.json?["aps"]?["badge"] == 0)
/// await server.stop()
/// ```
///
/// One thread serves all connections. A server that is let go without ``stop()`` ends by itself.
public final class APNsServer: Sendable {
    private let engine: APNsEngine
    private let server: HTTP2Server

    /// Where it listens.
    public let host = "127.0.0.1"
    /// The port it listens on, one that was free.
    public let port: UInt16
    private let certificate: TemporaryFile?

    private init(_ engine: APNsEngine, _ server: HTTP2Server, _ certificate: TemporaryFile?) {
        self.engine = engine
        self.server = server
        self.port = server.port
        self.certificate = certificate
    }

    /// A PEM file with the certificate that clients have to trust, until ``stop()``; nil without TLS.
    public var certificateFile: String? { certificate?.path }

    /// Starts a server.
    ///
    /// - Throws: What the system refuses: a port, a thread, a temporary file. Nothing runs then.
    public static func start(
        _ options: APNsServerOptions = APNsServerOptions(),
        script: APNsScript = APNsScript()
    ) async throws -> APNsServer {
        let engine = APNsEngine(options, script)
        let identity = options.isSecure ? try SelfSignedCertificate() : nil
        let certificate = try identity.map { try TemporaryFile($0.certificate) }
        let server = try HTTP2Server(HTTP2ServerConfiguration(identity: identity), behaviour: engine)
        return APNsServer(engine, server, certificate)
    }

    /// Closes the port and all connections, ends the thread and removes the certificate's file.
    public func stop() async {
        await server.stop()
        certificate?.remove()
    }
}

// MARK: What has happened

extension APNsServer {
    /// The requests so far, in the order of arrival.
    public var requests: [APNsRequest] { engine.log.read { $0.requests } }

    /// How many requests have arrived, recorded or not.
    public var requestCount: Int { engine.log.read { $0.requestCount } }

    /// How many connections have been opened.
    public var connections: Int { engine.log.read { $0.connections } }

    /// How many connections are open.
    public var openConnections: Int { engine.log.read { $0.openConnections } }

    /// The requests that clients have given up.
    public var abandonedRequests: [APNsAbandonedRequest] { engine.log.read { $0.abandoned } }

    /// Waits until so many requests have arrived.
    ///
    /// - Returns: All so far, which may be more.
    /// - Throws: ``APNsServerError`` if there are not so many when the time is over, `CancellationError` if the task is
    ///   cancelled.
    public func requests(count: Int, within limit: Duration = .seconds(30)) async throws -> [APNsRequest] {
        try await wait(for: "\(count) requests", within: limit) { $0.requestCount >= count }
        return requests
    }

    /// Waits until so many connections have been opened.
    ///
    /// - Throws: ``APNsServerError`` if there are not so many when the time is over, `CancellationError` if the task is
    ///   cancelled.
    public func waitForConnections(_ count: Int, within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "\(count) connections", within: limit) { $0.connections >= count }
    }

    /// Waits until no connection is open.
    ///
    /// - Throws: ``APNsServerError`` if one still is when the time is over, `CancellationError` if the task is cancelled.
    public func waitForNoConnection(within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "the end of all connections", within: limit) { $0.openConnections == 0 }
    }

    private func wait(
        for what: String,
        within limit: Duration,
        until condition: @escaping @Sendable (borrowing APNsLog) -> Bool
    ) async throws {
        let log = engine.log
        await withTaskGroup { group in
            group.addTask { await log.wait(until: condition) }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
        let (isMet, text) = log.read { log in
            (
                condition(log),
                "\(log.requestCount) requests, \(log.connections) connections, \(log.openConnections) open"
            )
        }
        guard isMet else { throw APNsServerError("waited \(limit) for \(what) in vain; there were \(text)") }
    }
}

// MARK: What is to happen

extension APNsServer {
    /// Follows another script from now on. Connections that are open keep their course.
    public func follow(_ script: APNsScript) { engine.follow(script) }

    /// Does something about a request that was left without an answer, from any task.
    public func perform(_ steps: APNsStep..., for request: APNsRequest) {
        server.perform(engine.actions(steps[...], for: request), on: request.connection)
    }

    /// Does something on a connection, from any task.
    ///
    /// - Parameters:
    ///   - steps: What to do. No request is at hand.
    ///   - connection: The connection's place among all, counted from 1.
    public func perform(_ steps: APNsStep..., onConnection connection: Int) {
        server.perform(engine.actions(steps[...], onConnection: connection), on: connection)
    }

    /// Forgets the requests that were recorded; the count of requests stays.
    public func forgetRequests() { engine.log.update { $0.requests = [] } }
}
