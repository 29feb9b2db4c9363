import FanfareHTTP2
import Testing

extension WireTests {
    @Suite struct ShutdownTests {
        @Test
        func `what is under way is finished, what waits is not sent, and the peer hears goodbye`() async throws {
            let server = try await ScriptedServer(
                #"[[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 1}, {"await_requests": 1}, {"await_ping": 1}, {"respond_all": {"status": 200}}, {"keep_open_ms": 1}]]"#
            )
            let client = HTTP2Client()
            var configuration = HTTP2PoolConfiguration()
            configuration.maxConnections = 1
            configuration.pingAfter = .milliseconds(300)
            configuration.queueLimit = 1
            let pool = try client.pool(to: server.endpoint, configuration: configuration)
            let first = Task { await pool.outcome(of: request("1")) }
            #expect(await pool.reaches { $0.requests == 1 })
            let waiting = (2...3).map { number in Task { await pool.outcome(of: request("\(number)")) } }
            #expect(await pool.reaches { $0.waiting >= 1 })
            await client.shutdown(within: .seconds(10))
            #expect(await first.value == .status(200))
            for task in waiting { #expect(await task.value == .failure(.notSent, .shuttingDown)) }
            #expect(await pool.outcome(of: request("4")) == .failure(.notSent, .shuttingDown))
            #expect(pool.statistics.connections == 0)
            let records = try await server.records { $0[0].goaway != nil }
            #expect(records[0].requests.map(\.path) == ["/1"])
            await client.shutdown(within: .seconds(10))
        }

        @Test
        func `what is not answered by the end of the limit is uncertain`() async throws {
            let server = try await ScriptedServer(#"[[{"await_requests": 1}, {"drop_all_packets": true}]]"#)
            let client = HTTP2Client()
            let pool = try client.pool(to: server.endpoint)
            let task = Task { await pool.outcome(of: request("1")) }
            #expect(await pool.reaches { $0.requests == 1 })
            await client.shutdown(within: .milliseconds(100))
            #expect(await task.value == .failure(.uncertain, .shuttingDown))
        }

        @Test
        func `a client that was never used has nothing to shut down`() async throws {
            let client = HTTP2Client()
            let pool = try client.pool(to: try unusedEndpoint())
            await client.shutdown(within: .seconds(1))
            #expect(await pool.outcome(of: request("1")) == .failure(.notSent, .shuttingDown))
        }

        @Test
        func `a client that is let go closes its connections`() async throws {
            let server = try await ScriptedServer(#"[[{"serve": {"status": 200}}]]"#)
            try await use(server)
            _ = try await server.records { $0[0].end != nil }
        }

        @Test
        func `a pool that is let go closes its connections`() async throws {
            let server = try await ScriptedServer(#"[[{"serve": {"status": 200}}]]"#)
            let client = HTTP2Client()
            try await use(server, client)
            _ = try await server.records { $0[0].goaway == 0 }
            await client.shutdown(within: .seconds(5))
        }

        private func use(_ server: ScriptedServer, _ client: HTTP2Client = HTTP2Client()) async throws {
            let pool = try client.pool(to: server.endpoint)
            #expect(await pool.outcome(of: request("1")) == .status(200))
        }
    }
}
