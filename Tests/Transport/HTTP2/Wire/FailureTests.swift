import FanfareHTTP2
import Testing

extension WireTests {
    @Suite struct FailureTests {
        @Test
        func `apns-06 a request without an answer ends in time and leaves its stream free`() async throws {
            let server = try await ScriptedServer(case: "stream_never_answered")
            try await withPool(to: server.endpoint, { $0.responseTimeout = .milliseconds(300) }) { pool in
                let outcomes = await pool.outcomes(of: requests(1...3))
                #expect(outcomes.count { $0 == .status(200) } == 2)
                #expect(outcomes.count { $0 == .failure(.uncertain, .responseTimeout) } == 1)
                #expect(await pool.outcomes(of: requests(4...6)) == [Outcome](repeating: .status(200), count: 3))
                #expect(pool.statistics.streams == 0)
            }
            let records = try await server.records()
            #expect(records.count == 1)
            #expect(records[0].requests.map(\.reset) == [false, true, false, false, false, false])
        }

        @Test
        func `apns-07 a connection that fell silent while idle is found out before a request is written to it`()
            async throws
        {
            let server = try await ScriptedServer(case: "blackhole_after_idle")
            let configure: (inout HTTP2PoolConfiguration) -> Void = {
                $0.trustedIdleTime = .zero
                $0.pingTimeout = .milliseconds(200)
            }
            try await withPool(to: server.endpoint, configure) { pool in
                #expect(await pool.outcome(of: request("1")) == .status(200))
                #expect(await pool.outcome(of: request("2")) == .status(200))
            }
            #expect(try await server.records().map { $0.requests.map(\.path) } == [["/1"], ["/2"]])
        }

        @Test
        func `a connection that was idle and still lives is used after a sign of life`() async throws {
            let server = try await ScriptedServer(#"[[{"serve": {"status": 200}}]]"#)
            try await withPool(to: server.endpoint, { $0.trustedIdleTime = .zero }) { pool in
                #expect(await pool.outcome(of: request("1")) == .status(200))
                #expect(await pool.outcome(of: request("2")) == .status(200))
            }
            let records = try await server.records()
            #expect(records.map { $0.requests.map(\.path) } == [["/1", "/2"]])
            #expect(records[0].pings == 2)
        }

        @Test
        func `a connection that gives no sign of life is given up, its requests at once`() async throws {
            let server = try await ScriptedServer(
                #"[[{"await_requests": 2}, {"drop_all_packets": true}], [{"serve": {"status": 200}}]]"#
            )
            let configure: (inout HTTP2PoolConfiguration) -> Void = {
                $0.pingAfter = .milliseconds(100)
                $0.pingTimeout = .milliseconds(100)
            }
            try await withPool(to: server.endpoint, configure) { pool in
                let silent = Outcome.failure(.uncertain, .connectionSilent)
                #expect(await pool.outcomes(of: requests(1...2)) == [silent, silent])
                #expect(await pool.outcome(of: request("3")) == .status(200))
            }
        }

        @Test
        func `a slow answer is waited for while the connection lives`() async throws {
            let server = try await ScriptedServer(
                #"[[{"await_requests": 1}, {"await_ping": 2}, {"respond_all": {"status": 200}}]]"#
            )
            let configure: (inout HTTP2PoolConfiguration) -> Void = {
                $0.pingAfter = .milliseconds(50)
                $0.pingTimeout = .seconds(5)
            }
            try await withPool(to: server.endpoint, configure) { pool in
                #expect(await pool.outcome(of: request("1")) == .status(200))
            }
        }

        @Test
        func `a refused stream is opened again`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"await_requests": 2}, {"reset": {"requests": [1], "error": "REFUSED_STREAM"}}, {"await_requests": 1},
                  {"respond_all": {"status": 200}}]]
                """
            )
            try await withPool(to: server.endpoint) { pool in
                #expect(await pool.outcomes(of: requests(1...2)) == [.status(200), .status(200)])
            }
            let paths = try await server.records()[0].requests.map(\.path)
            #expect(paths.count == 3)
            #expect(paths[0] == paths[2])
        }

        @Test
        func `a peer that refuses again and again is told to nobody as an answer`() async throws {
            let server = try await ScriptedServer(#"[[{"await_headers": 1}, {"refuse_all": true}]]"#)
            try await withPool(to: server.endpoint) { pool in
                #expect(await pool.outcome(of: request("1")) == .failure(.notSent, .refused))
            }
            #expect(try await server.records()[0].requests.count == 6)
        }

        @Test
        func `a stream the peer broke off is uncertain`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"await_requests": 2}, {"reset": {"requests": [1], "error": "INTERNAL_ERROR"}},
                  {"respond_all": {"status": 200}}]]
                """
            )
            try await withPool(to: server.endpoint) { pool in
                let outcomes = await pool.outcomes(of: requests(1...2))
                #expect(outcomes.count { $0 == .failure(.uncertain, .reset) } == 1)
                #expect(outcomes.count { $0 == .status(200) } == 1)
            }
        }

        @Test
        func `what was written to a lost connection is uncertain, what was not goes elsewhere`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 2}, {"await_requests": 2}, {"close": true}],
                 [{"serve": {"status": 200}}]]
                """
            )
            try await withPool(to: server.endpoint) { pool in
                let outcomes = await pool.outcomes(of: requests(1...10))
                #expect(outcomes.count { $0 == .failure(.uncertain, .connectionLost) } == 2)
                #expect(outcomes.count { $0 == .status(200) } == 8)
            }
            #expect(try await server.records().map(\.requests.count) == [2, 8])
        }

        @Test
        func `a server that cannot be reached keeps nobody waiting`() async throws {
            let refused = Outcome.failure(.notSent, .connectFailed)
            try await withPool(to: try unusedEndpoint(), { $0.shortestBackOff = .seconds(30) }) { pool in
                #expect(await pool.outcomes(of: requests(1...5)) == [Outcome](repeating: refused, count: 5))
                #expect(pool.statistics.dials == 1)
                // Nor while nothing is dialled.
                #expect(await pool.outcomes(of: requests(6...9)) == [Outcome](repeating: refused, count: 4))
                #expect(pool.statistics.dials == 1)
            }
        }

        @Test
        func `one request at a time finds out whether a server that hangs is back`() async throws {
            let (listener, port) = try silentListener()
            defer { withExtendedLifetime(listener) {} }
            let configure: (inout HTTP2PoolConfiguration) -> Void = {
                $0.connectTimeout = .milliseconds(300)
                $0.shortestBackOff = .zero
            }
            let endpoint = HTTP2Endpoint(host: "127.0.0.1", port: port, isSecure: false)
            try await withPool(to: endpoint, configure) { pool in
                let refused = Outcome.failure(.notSent, .connectFailed)
                #expect(await pool.outcome(of: request("1")) == refused)
                async let probe = pool.outcome(of: request("2"))
                #expect(await pool.reaches { $0.dials == 2 })
                #expect(await pool.outcome(of: request("3")) == refused)
                #expect(pool.statistics.waiting == 1)
                #expect(await probe == refused)
            }
        }

        @Test
        func `answers on one connection do not hurry the dialling of another that fails`() async throws {
            let server = try await ScriptedServer(
                #"[[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 1}, {"serve": {"status": 200}}], [{"refuse_connection": 1}]]"#
            )
            let configure: (inout HTTP2PoolConfiguration) -> Void = {
                $0.maxConnections = 2
                $0.shortestBackOff = .seconds(30)
            }
            try await withPool(to: server.endpoint, configure) { pool in
                #expect(await pool.outcomes(of: requests(1...50)) == [Outcome](repeating: .status(200), count: 50))
                #expect(pool.statistics.dials == 2)
                #expect(pool.statistics.dialFailures == 1)
            }
        }

        @Test
        func `a name that nobody knows is told with the resolver's words`() async throws {
            let endpoint = HTTP2Endpoint(host: "nobody.invalid", port: 443)
            try await withPool(to: endpoint, { $0.connectTimeout = .seconds(20) }) { pool in
                let failure = try await #require(throws: HTTP2Failure.self) { try await pool.connect() }
                #expect(failure.kind == .notSent)
                #expect(failure.code == .connectFailed)
                #expect("\(failure.reason)".contains("nobody.invalid"))
            }
        }

        @Test
        func `a server that takes connections and says nothing is no connection`() async throws {
            let (listener, port) = try silentListener()
            defer { withExtendedLifetime(listener) {} }
            let endpoint = HTTP2Endpoint(host: "127.0.0.1", port: port, isSecure: false)
            try await withPool(to: endpoint, { $0.connectTimeout = .milliseconds(100) }) { pool in
                let failure = try await #require(throws: HTTP2Failure.self) { try await pool.connect() }
                #expect(failure.code == .connectFailed)
                #expect(pool.statistics.connections == 0)
            }
        }
    }
}
