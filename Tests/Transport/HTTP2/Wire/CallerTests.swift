import FanfareHTTP2
import Testing

extension WireTests {
    @Suite struct CallerTests {
        @Test
        func `cancelling a caller resets its stream and disturbs no other`() async throws {
            let server = try await ScriptedServer(
                #"[[{"await_requests": 3}, {"await_reset": 2}, {"respond_all": {"status": 200}}, {"serve": {"status": 200}}]]"#
            )
            try await withPool(to: server.endpoint) { pool in
                var tasks: [Task<Outcome, Never>] = []
                for number in 1...3 {
                    tasks.append(Task { await pool.outcome(of: request("\(number)")) })
                    #expect(await pool.reaches { $0.requests == number })
                }
                tasks[1].cancel()
                #expect(await tasks[0].value == .status(200))
                #expect(await tasks[1].value == .failure(.uncertain, .cancelled))
                #expect(await tasks[2].value == .status(200))
                #expect(pool.statistics.streams == 0)
                #expect(await pool.outcome(of: request("4")) == .status(200))
            }
            #expect(try await server.records().map { $0.requests.map(\.reset) } == [[false, true, false, false]])
        }

        @Test
        func `a caller that is cancelled while it waits is gone without a trace`() async throws {
            let server = try await ScriptedServer(
                #"[[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 1}, {"await_requests": 1}, {"await_ping": 1}, {"respond_all": {"status": 200}}, {"serve": {"status": 200}}]]"#
            )
            let configure: (inout HTTP2PoolConfiguration) -> Void = {
                $0.queueLimit = 2
                $0.pingAfter = .milliseconds(500)
            }
            try await withPool(to: server.endpoint, configure) { pool in
                var tasks: [Task<Outcome, Never>] = []
                // The first is under way, two wait in the queue, two outside.
                for number in 1...5 {
                    tasks.append(Task { await pool.outcome(of: request("\(number)")) })
                    #expect(await pool.reaches { number < 4 ? $0.requests == 1 && $0.waiting == number - 1 : true })
                }
                for index in [1, 3] { tasks[index].cancel() }
                var outcomes: [Outcome] = []
                for task in tasks { outcomes.append(await task.value) }
                #expect(outcomes == [.status(200), .cancelled, .status(200), .cancelled, .status(200)])
            }
            #expect(try await server.records()[0].requests.map(\.path) == ["/1", "/3", "/5"])
        }

        @Test
        func `a caller that is cancelled beforehand sends nothing`() async throws {
            try await withPool(to: try unusedEndpoint()) { pool in
                let task = Task {
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                    return await pool.outcome(of: request("1"))
                }
                #expect(await task.value == .cancelled)
                #expect(pool.statistics.dials == 0)
            }
        }

        @Test
        func `many callers that are cancelled at any moment all come back, and the pool goes on`() async throws {
            let server = try await ScriptedServer(
                #"[[{"send": "SETTINGS", "MAX_CONCURRENT_STREAMS": 3}, {"serve": {"status": 200}}]]"#
            )
            try await withPool(to: server.endpoint, { $0.queueLimit = 5 }) { pool in
                let tasks = (1...300).map { number in Task { await pool.outcome(of: request("\(number)")) } }
                for (index, task) in tasks.enumerated() where index % 3 != 0 {
                    task.cancel()
                    if index % 20 == 0 { await Task.yield() }
                }
                for (index, task) in tasks.enumerated() where index % 3 == 0 {
                    #expect(await task.value == .status(200))
                }
                for task in tasks { _ = await task.value }
                #expect(pool.statistics.waiting == 0)
                #expect(await pool.reaches { $0.streams == 0 })
                #expect(await pool.outcome(of: request("last")) == .status(200))
            }
            #expect(try await server.records()[0].error == nil)
        }
    }
}
