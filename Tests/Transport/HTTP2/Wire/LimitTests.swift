import FanfareHTTP2
import Testing

extension WireTests {
    @Suite struct LimitTests {
        @Test(arguments: [1, 3])
        func `no more streams are open than the peer allows`(limit: Int) async throws {
            let server = try await ScriptedServer(
                #"[[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": \#(limit)}, {"serve": {"status": 200}}]]"#
            )
            try await withPool(to: server.endpoint) { pool in
                #expect(await pool.outcomes(of: requests(1...20)) == [Outcome](repeating: .status(200), count: 20))
            }
            let record = try await server.records()[0]
            #expect(record.most_open == limit)
            #expect(record.error == nil)
        }

        @Test
        func `a limit that goes down to one and up again is obeyed`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 10}, {"await_requests": 10},
                  {"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 1}, {"respond_all": {"status": 200}},
                  {"await_requests": 1}, {"respond_all": {"status": 201}}, {"await_requests": 1}, {"respond_all": {"status": 201}},
                  {"await_requests": 1}, {"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 10},
                  {"await_requests": 7}, {"respond_all": {"status": 202}}]]
                """
            )
            try await withPool(to: server.endpoint) { pool in
                let outcomes = await pool.outcomes(of: requests(1...20))
                #expect(outcomes.count { $0 == .status(200) } == 10)
                #expect(outcomes.count { $0 == .status(201) } == 2)
                #expect(outcomes.count { $0 == .status(202) } == 8)
            }
            #expect(try await server.records()[0].error == nil)
        }

        @Test
        func `a limit of zero holds requests back until it goes up`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 0}, {"delay_ms": 200},
                  {"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 5}, {"serve": {"status": 200}}]]
                """
            )
            try await withPool(to: server.endpoint) { pool in
                try await pool.connect()
                #expect(await pool.outcomes(of: requests(1...10)) == [Outcome](repeating: .status(200), count: 10))
            }
            let record = try await server.records()[0]
            #expect(record.error == nil)
            #expect(record.most_open <= 5)
        }

        @Test
        func `a request that finds no room in time is not sent`() async throws {
            let server = try await ScriptedServer(#"[[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 0}]]"#)
            try await withPool(to: server.endpoint, { $0.waitTimeout = .milliseconds(100) }) { pool in
                #expect(await pool.outcome(of: request("1")) == .failure(.notSent, .waitTimeout))
                #expect(pool.statistics.connections == 1)
                #expect(pool.statistics.requests == 0)
            }
        }

        @Test
        func `a connection carries one request until the first answer`() async throws {
            let server = try await ScriptedServer(
                #"[[{"await_requests": 1}, {"respond_all": {"status": 200}}, {"await_requests": 9}, {"respond_all": {"status": 201}}]]"#
            )
            try await withPool(to: server.endpoint, { $0.warmsUp = true }) { pool in
                let outcomes = await pool.outcomes(of: requests(1...10))
                #expect(outcomes.count { $0 == .status(200) } == 1)
                #expect(outcomes.count { $0 == .status(201) } == 9)
            }
        }

        @Test
        func `requests that find no room open connections, up to the most allowed`() async throws {
            let step =
                #"[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 2}, {"await_requests": 2}, {"respond_all": {"status": 200}}, {"serve": {"status": 200}}]"#
            let server = try await ScriptedServer("[\(step)]")
            try await withPool(to: server.endpoint, { $0.maxConnections = 3 }) { pool in
                #expect(await pool.outcomes(of: requests(1...30)) == [Outcome](repeating: .status(200), count: 30))
                #expect(pool.statistics.dials <= 3)
                #expect(pool.statistics.dials > 1)
            }
        }

        @Test
        func `a header longer than the peer takes is not sent`() async throws {
            let server = try await ScriptedServer(
                #"[[{"send": "SETTINGS", "MAX_HEADER_LIST_SIZE": 300}, {"serve": {"status": 200}}]]"#
            )
            var long = request("long")
            try long.fields.append("x", String(repeating: "x", count: 100))
            try await withPool(to: server.endpoint) { [long] pool in
                #expect(await pool.outcome(of: long) == .failure(.notSent, .headerTooLong))
                #expect(await pool.outcome(of: request("short")) == .status(200))
            }
            #expect(try await server.records()[0].requests.map(\.path) == ["/short"])
        }

        @Test
        func `more callers than places are all served`() async throws {
            let server = try await ScriptedServer(
                #"[[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 2}, {"serve": {"status": 200}}]]"#
            )
            try await withPool(to: server.endpoint, { $0.queueLimit = 3 }) { pool in
                #expect(await pool.outcomes(of: requests(1...200)) == [Outcome](repeating: .status(200), count: 200))
                #expect(pool.statistics.waiting == 0)
            }
        }
    }
}
