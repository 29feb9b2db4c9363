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
    private let server: PushServer<APNsService>

    /// Where it listens.
    public let host = "127.0.0.1"
    /// The port it listens on, one that was free.
    public let port: UInt16
    private let certificate: TemporaryFile?

    private init(_ server: PushServer<APNsService>, _ certificate: TemporaryFile?) {
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
        let identity = options.isSecure ? try SelfSignedCertificate() : nil
        let certificate = try identity.map { try TemporaryFile($0.certificate, ending: "pem") }
        let manners = PushServerManners(
            streams: options.streams,
            warmsUp: options.warmsUp,
            recordsRequests: options.recordsRequests
        )
        let server = try PushServer(APNsService(options), manners, script, identity: identity)
        return APNsServer(server, certificate)
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
    public var requests: [APNsRequest] { server.engine.log.read { $0.requests } }

    /// How many requests have arrived, recorded or not.
    public var requestCount: Int { server.engine.log.read { $0.requestCount } }

    /// How many connections have been opened.
    public var connections: Int { server.engine.log.read { $0.connections } }

    /// How many connections are open.
    public var openConnections: Int { server.engine.log.read { $0.openConnections } }

    /// The requests that clients have given up.
    public var abandonedRequests: [APNsAbandonedRequest] { server.engine.log.read { $0.abandoned } }

    /// Waits until so many requests have arrived.
    ///
    /// - Returns: All so far, which may be more.
    /// - Throws: ``APNsServerError`` if there are not so many when the time is over, `CancellationError` if the task is
    ///   cancelled.
    public func requests(count: Int, within limit: Duration = .seconds(30)) async throws -> [APNsRequest] {
        try await server.requests(count: count, within: limit)
    }

    /// Waits until so many connections have been opened.
    ///
    /// - Throws: ``APNsServerError`` if there are not so many when the time is over, `CancellationError` if the task is
    ///   cancelled.
    public func waitForConnections(_ count: Int, within limit: Duration = .seconds(30)) async throws {
        try await server.waitForConnections(count, within: limit)
    }

    /// Waits until no connection is open.
    ///
    /// - Throws: ``APNsServerError`` if one still is when the time is over, `CancellationError` if the task is cancelled.
    public func waitForNoConnection(within limit: Duration = .seconds(30)) async throws {
        try await server.waitForNoConnection(within: limit)
    }
}

// MARK: What is to happen

extension APNsServer {
    /// Follows another script from now on. Connections that are open keep their course.
    public func follow(_ script: APNsScript) { server.engine.follow(script) }

    /// Does something about a request that was left without an answer, from any task.
    public func perform(_ steps: APNsStep..., for request: APNsRequest) {
        server.perform(steps, for: request)
    }

    /// Does something on a connection, from any task.
    ///
    /// - Parameters:
    ///   - steps: What to do. No request is at hand.
    ///   - connection: The connection's place among all, counted from 1.
    public func perform(_ steps: APNsStep..., onConnection connection: Int) {
        server.perform(steps, onConnection: connection)
    }

    /// Forgets the requests that were recorded; the count of requests stays.
    public func forgetRequests() { server.engine.log.update { $0.requests = [] } }
}
