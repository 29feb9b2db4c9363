import FanfareHTTP2

/// Runs `body` with a pool to a server, and shuts the client down after it.
func withPool(
    to endpoint: HTTP2Endpoint,
    _ configure: (inout HTTP2PoolConfiguration) -> Void = { _ in },
    _ body: (HTTP2Pool) async throws -> Void
) async throws {
    let client = HTTP2Client()
    var configuration = HTTP2PoolConfiguration()
    configuration.maxConnections = 1
    configuration.warmsUp = false
    configuration.shortestBackOff = .milliseconds(20)
    configure(&configuration)
    let pool = try client.pool(to: endpoint, configuration: configuration)
    do { try await body(pool) } catch {
        await client.shutdown(within: .zero)
        throw error
    }
    await client.shutdown(within: .seconds(5))
}

/// What a caller got.
enum Outcome: Equatable, Sendable {
    case status(Int)
    case failure(HTTP2Failure.Kind, HTTP2FailureCode?)
    case cancelled
    case other
}

extension HTTP2Pool {
    /// Sends a request and tells what came of it.
    func outcome(of request: HTTP2Request) async -> Outcome {
        do { return .status(try await send(request).status) } catch let error as HTTP2Failure {
            return .failure(error.kind, error.code)
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .other
        }
    }

    /// Sends requests at the same time; the outcomes are in the order of the requests.
    func outcomes(of requests: [HTTP2Request]) async -> [Outcome] {
        await withTaskGroup(of: (Int, Outcome).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask { (index, await self.outcome(of: request)) }
            }
            var outcomes = [Outcome](repeating: .other, count: requests.count)
            for await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes
        }
    }

    /// Waits until the statistics fulfil a condition; false if they do not within four seconds.
    func reaches(_ condition: (HTTP2Statistics) -> Bool) async -> Bool {
        for _ in 0..<400 {
            if condition(statistics) { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}

/// A request with a path of its own.
func request(_ name: String, body: String = "{}") -> HTTP2Request {
    HTTP2Request(path: "/\(name)", body: Array(body.utf8))
}

func requests(_ numbers: ClosedRange<Int>) -> [HTTP2Request] { numbers.map { request("\($0)") } }
