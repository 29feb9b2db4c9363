import Foundation
import TestPrograms
import Testing

@testable import FanfarePostgres

struct PoolSessionTests {
    @Test
    func `a connection is kept as long as it can be used`() async throws {
        let location = try await Bench.location()
        var session = PoolSession()
        var dials = 0
        func connected() throws -> PostgresConnection {
            try session.connected {
                dials += 1
                return try PostgresConnection.dial(location)
            }
        }
        let first = try connected()
        session.settle(isReusable: true)
        #expect(try connected() === first)
        #expect(dials == 1)
        session.settle(isReusable: false)
        #expect(!session.isConnected)
        #expect(try connected() !== first)
        #expect(dials == 2)
    }

    @Test
    func `a server that has fallen silent is noticed after a pause, not by the next call`() async throws {
        let location = try await Bench.location()
        var session = PoolSession(trustedIdleness: .zero, probeLimit: .milliseconds(300))
        func dial() throws -> PostgresConnection { try PostgresConnection.dial(location) }
        let first = try session.connected(dial)
        let backend = try pid_t(first.backend)
        session.settle(isReusable: true)
        #expect(try session.connected(dial) === first)
        session.settle(isReusable: true)
        kill(backend, SIGSTOP)
        defer { kill(backend, SIGCONT) }
        let second = try session.connected(dial)
        #expect(second !== first)
        #expect(try second.integer("select 1::bigint") == 1)
    }
}
