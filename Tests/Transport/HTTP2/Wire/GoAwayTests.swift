import Foundation
import Testing

@testable import FanfareHTTP2

extension WireTests {
    @Suite struct GoAwayTests {
        @Test
        func `apns-03 streams after the last of a GOAWAY move to another connection, the others stay`() async throws {
            let server = try await ScriptedServer(case: "goaway_mid_burst")
            try await withPool(to: server.endpoint) { pool in
                #expect(await pool.outcomes(of: requests(1...10)) == [Outcome](repeating: .status(200), count: 10))
                #expect(pool.statistics.goAways == 1)
                #expect(pool.statistics.dials == 2)
            }
            let records = try await server.records()
            #expect(records.map(\.requests.count) == [10, 4])
            let answered = records[0].requests.prefix(6).map(\.path) + records[1].requests.map(\.path)
            #expect(Set(answered) == Set((1...10).map { "/\($0)" }))
            #expect(records.allSatisfy { $0.error == nil })
        }

        @Test
        func `apns-03 nothing new is written to a connection after its GOAWAY`() async throws {
            let server = try await ScriptedServer(case: "goaway_idle_then_send")
            try await withPool(to: server.endpoint) { pool in
                #expect(await pool.outcome(of: request("1")) == .status(200))
                #expect(await pool.reaches { $0.goAways == 1 })
                #expect(await pool.outcome(of: request("2")) == .status(200))
            }
            #expect(try await server.records().map { $0.requests.map(\.path) } == [["/1"], ["/2"]])
        }

        @Test
        func `a connection is closed when the last stream before its GOAWAY is done`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"await_requests": 2}, {"send": "GOAWAY", "last_stream_of_request": 2}, {"respond": {"requests": [1], "with":
                {"status": 200}}}, {"respond": {"requests": [2], "with": {"status": 200}}}, {"keep_open_ms": 1}]]
                """
            )
            try await withPool(to: server.endpoint) { pool in
                #expect(await pool.outcomes(of: requests(1...2)) == [.status(200), .status(200)])
                #expect(await pool.reaches { $0.connections == 0 })
            }
            let records = try await server.records { $0[0].end != nil }
            #expect(records.count == 1)
        }

        @Test
        func `a GOAWAY that blames the configuration is no reason to dial again`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"await_requests": 3}, {"send": "GOAWAY", "last_stream_of_request": 0, "debug": {"reason":
                "BadCertificateEnvironment"}}, {"keep_open_ms": 1}]]
                """
            )
            let fault: @Sendable ([UInt8]) -> String? = { data in
                let text = String(decoding: data, as: UTF8.self)
                return text.contains("BadCertificateEnvironment") ? text : nil
            }
            try await withPool(to: server.endpoint, { $0.configurationFault = fault }) { pool in
                let failed = Outcome.failure(.misconfigured, .rejectedByPeer)
                #expect(await pool.outcomes(of: requests(1...3)) == [failed, failed, failed])
                #expect(await pool.outcome(of: request("4")) == failed)
                #expect(pool.statistics.dials == 1)
            }
            #expect(try await server.records().count == 1)
        }

        @Test
        func `answers that still come after such a GOAWAY do not excuse it`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"await_requests": 2}, {"send": "GOAWAY", "last_stream_of_request": 1, "debug": {"reason": "X"}},
                  {"respond": {"requests": [1], "with": {"status": 200}}}, {"keep_open_ms": 1}]]
                """
            )
            try await withPool(to: server.endpoint, { $0.configurationFault = { _ in "X" } }) { pool in
                let failed = Outcome.failure(.misconfigured, .rejectedByPeer)
                let outcomes = await pool.outcomes(of: requests(1...2))
                #expect(outcomes.count { $0 == .status(200) } == 1)
                #expect(outcomes.count { $0 == failed } == 1)
                #expect(await pool.outcome(of: request("3")) == failed)
                #expect(pool.statistics.dials == 1)
            }
        }

        @Test
        func `after a while one request finds out whether the configuration was mended`() async throws {
            let server = try await ScriptedServer(
                """
                [[{"await_requests": 1}, {"send": "GOAWAY", "last_stream_of_request": 0, "debug": {"reason": "X"}}, {"close": 1}],
                 [{"serve": {"status": 200}}]]
                """
            )
            let configure: (inout HTTP2PoolConfiguration) -> Void = {
                $0.configurationFault = { $0.isEmpty ? nil : "the peer says so" }
                $0.shortestFaultBackOff = .milliseconds(100)
            }
            try await withPool(to: server.endpoint, configure) { pool in
                var outcomes: Set<String> = []
                while await pool.outcome(of: request("a")) != .status(200) {
                    outcomes.insert("\(pool.statistics.dials)")
                }
                #expect(outcomes == ["1"])
                #expect(pool.statistics.dials == 2)
                #expect(await pool.outcomes(of: requests(1...10)) == [Outcome](repeating: .status(200), count: 10))
            }
        }

        @Test
        func `when a connection's stream numbers run out another is opened`() async throws {
            let server = try await ScriptedServer(#"[[{"serve": {"status": 200}}]]"#)
            let loop = ClientLoop()
            let setup = PoolSetup(server.endpoint, HTTP2PoolConfiguration(), nil, loop, firstStream: Int32.max - 4)
            let pool = HTTP2Pool(setup, loop)
            for number in 1...7 { #expect(await pool.outcome(of: request("\(number)")) == .status(200)) }
            #expect(pool.statistics.dials == 3)
            await loop.stop(within: .seconds(5))
            #expect(try await server.records().map(\.requests.count) == [3, 3, 1])
        }

        @Test
        func `a retired connection takes nothing new, and another is opened`() async throws {
            let server = try await ScriptedServer(#"[[{"serve": {"status": 200}}]]"#)
            try await withPool(to: server.endpoint) { pool in
                let first = try await pool.send(request("1")).connection
                pool.retire(first)
                let second = try await pool.send(request("2")).connection
                #expect(first != second)
            }
            let records = try await server.records { $0.allSatisfy { $0.goaway == 0 } }
            #expect(records.map { $0.requests.map(\.path) } == [["/1"], ["/2"]])
        }
    }
}
