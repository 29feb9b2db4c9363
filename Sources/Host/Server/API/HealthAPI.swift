import FanfareCore

/// The calls of those who watch over the server, and its own description.
enum HealthAPI {
    static let operations = [
        APIOperation(
            method: .get,
            path: "/healthz",
            name: "getHealth",
            summary: "Says that the process is alive",
            access: .everybody,
            answers: [.init(status: 200, summary: "It is alive", schema: "Health")],
            handler: { _ in .json(["status": "alive"]) }
        ),
        APIOperation(
            method: .get,
            path: "/readyz",
            name: "getReadiness",
            summary: "Says whether the store can be reached, and which credentials are paused",
            access: .everybody,
            answers: [.init(status: 200, summary: "The store can be reached", schema: "Readiness")],
            handler: readiness
        ),
        APIOperation(
            method: .get,
            path: "/metrics",
            name: "getMetrics",
            summary: "The metrics in the text format of Prometheus",
            access: .everybody,
            answers: [.init(status: 200, summary: "The metrics", mediaType: "text/plain")],
            handler: metrics
        ),
        APIOperation(
            method: .get,
            path: "/openapi.json",
            name: "getDescription",
            summary: "This document",
            access: .everybody,
            answers: [.init(status: 200, summary: "The OpenAPI document", schema: "Description")],
            handler: { _ in .json(OpenAPIDocument.bytes) }
        ),
    ]

    private static func readiness(_ call: APICall) async throws -> HTTPResponse {
        let paused = JSONValue.array(
            call.services.pausedCredentials().sorted { $0.key.rawValue < $1.key.rawValue }.flatMap {
                channel,
                credentials in
                credentials.map { ["channel": .string(channel.rawValue), "credential": .string($0.rawValue)] }
            }
        )
        do {
            try await call.services.store.ping()
        } catch {
            // Whatever is in the way: the calls that need the store would not work.
            call.services.failed(error, "/readyz")
            var problem = Problem(.storeUnavailable, "the store does not answer")
            problem.extensions["paused"] = paused
            return problem.response
        }
        return .json(["status": "ready", "paused": paused])
    }

    private static func metrics(_ call: APICall) async -> HTTPResponse {
        // The version is that of the format, which scrapers choose their parser by.
        HTTPResponse(
            status: 200,
            headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
            body: Array(await call.services.metrics().utf8)
        )
    }
}
