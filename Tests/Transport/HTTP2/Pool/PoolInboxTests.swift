import Testing

@testable import FanfareHTTP2

@Suite(.timeLimit(.minutes(1)))
struct PoolInboxTests {
    @Test
    func `there are as many places as were said`() throws {
        let inbox = PoolInbox(places: 2)
        #expect(try inbox.takePlace())
        #expect(try inbox.takePlace())
        #expect(try !inbox.takePlace())
        inbox.free(1)
        #expect(try inbox.takePlace())
    }

    @Test
    func `those outside come in one by one, in the order of asking`() async throws {
        let inbox = PoolInbox(places: 1)
        #expect(try inbox.takePlace())
        var tasks: [Task<Void, any Error>] = []
        for number in 1...3 {
            tasks.append(Task { try await inbox.waitForPlace(UInt64(number)) })
            while inbox.outsiders < number { await Task.yield() }
        }
        inbox.free(1)
        try await tasks[0].value
        #expect(inbox.outsiders == 2)
        tasks[1].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        inbox.free(1)
        try await tasks[2].value
        #expect(inbox.outsiders == 0)
        #expect(try !inbox.takePlace())
    }

    @Test
    func `a caller that was cancelled before it came does not wait outside`() async throws {
        let inbox = PoolInbox(places: 1)
        #expect(try inbox.takePlace())
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await inbox.waitForPlace(1)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(inbox.outsiders == 0)
    }

    @Test
    func `the loop is woken once for all that waits`() async throws {
        let inbox = PoolInbox(places: 10)
        #expect(inbox.cancel(1))
        #expect(!inbox.cancel(2))
        #expect(inbox.take().cancelled == [1, 2])
        #expect(inbox.cancel(3))
    }

    @Test
    func `a closed inbox turns everybody away`() async throws {
        let inbox = PoolInbox(places: 1)
        #expect(try inbox.takePlace())
        let outsider = Task { try await inbox.waitForPlace(1) }
        while inbox.outsiders < 1 { await Task.yield() }
        inbox.close()
        await #expect(throws: PoolInbox.closed) { try await outsider.value }
        #expect(throws: PoolInbox.closed) { try inbox.takePlace() }
        await #expect(throws: PoolInbox.closed) { try await inbox.waitForPlace(2) }
    }
}
