internal import FanfareCore
internal import FanfareHTTP2

/// A listening server with what is known of it: what the servers of all providers have in common.
final class PushServer<Service: PushService>: Sendable {
    typealias Request = Service.Request
    typealias Step = PushServerStep<Request.Answer>

    let engine: PushServerEngine<Service>
    private let server: HTTP2Server

    var port: UInt16 { server.port }

    init(
        _ service: Service,
        _ manners: PushServerManners,
        _ script: PushServerScript<Request>,
        identity: SelfSignedCertificate?
    ) throws {
        engine = PushServerEngine(service, manners, script)
        server = try HTTP2Server(HTTP2ServerConfiguration(identity: identity), behaviour: engine)
    }

    func stop() async { await server.stop() }

    func requests(count: Int, within limit: Duration) async throws -> [Request] {
        try await wait(for: "\(count) requests", within: limit) { $0.requestCount >= count }
        return engine.log.read { $0.requests }
    }

    func waitForConnections(_ count: Int, within limit: Duration) async throws {
        try await wait(for: "\(count) connections", within: limit) { $0.connections >= count }
    }

    func waitForNoConnection(within limit: Duration) async throws {
        try await wait(for: "the end of all connections", within: limit) { $0.openConnections == 0 }
    }

    private func wait(
        for what: String,
        within limit: Duration,
        until condition: @escaping @Sendable (borrowing PushServerLog<Request>) -> Bool
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
        guard isMet else { throw PushServerError("waited \(limit) for \(what) in vain; there were \(text)") }
    }

    func perform(_ steps: [Step], for request: Request) {
        server.perform(engine.actions(steps[...], for: request), on: request.connection)
    }

    func perform(_ steps: [Step], onConnection connection: Int) {
        server.perform(engine.actions(steps[...], onConnection: connection), on: connection)
    }
}
