import Foundation
import Testing

@testable import FanfareHTTP2

@Suite(.timeLimit(.minutes(1)))
struct ExecutorTests {
    private let loop = ClientLoop()

    @Test func `tasks run on the loop's thread, and come back to it after they waited`() async throws {
        let loopThread = try await loopThread()
        let threads = await withTaskGroup(of: [UInt].self) { group in
            for _ in 0..<100 {
                group.addTask(executorPreference: loop) {
                    let first = thread()
                    await Task.yield()
                    let second = thread()
                    // A task that is not told where to run does not run here.
                    _ = await Task.detached { thread() }.value
                    return [first, second, thread()]
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(threads == Array(repeating: loopThread, count: 300))
        await loop.stop(within: .zero)
    }

    @Test func `a task starts a loop that has not been used`() async throws {
        let used = await Task(executorPreference: loop) { thread() }.value
        #expect(try await loopThread() == used)
        await loop.stop(within: .zero)
    }

    @Test func `tasks go on when the loop has been stopped`() async {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (begun, tellBegun) = AsyncStream.makeStream(of: Void.self)
        let task = Task(executorPreference: loop) {
            tellBegun.finish()
            for await _ in gate {}
            return 7
        }
        for await _ in begun {}
        await loop.stop(within: .zero)
        open.finish()
        #expect(await task.value == 7)
        #expect(await Task(executorPreference: loop) { 8 }.value == 8)
    }

    private func loopThread() async throws -> UInt {
        try await withCheckedThrowingContinuation { continuation in
            do { try loop.post { _ in continuation.resume(returning: thread()) } } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}

extension WireTests {
    @Suite struct ExecutorTests {
        @Test func `tasks that always have something to do do not keep the loop from its sockets`() async throws {
            let server = try await ScriptedServer(#"[[{"serve": {"status": 200}}]]"#)
            let client = HTTP2Client()
            let pool = try client.pool(to: server.endpoint)
            let restless = Task(executorPreference: client.executor) {
                while !Task.isCancelled { await Task.yield() }
            }
            for number in 1...20 { #expect(await pool.outcome(of: request("\(number)")) == .status(200)) }
            restless.cancel()
            await restless.value
            await client.shutdown(within: .seconds(5))
        }
    }
}

private func thread() -> UInt { UInt(bitPattern: pthread_self().hashValue) }
