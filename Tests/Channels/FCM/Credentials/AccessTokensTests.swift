import FanfareCore
import FanfareHTTP2
import FanfareTesting
import Synchronization
import Testing

@testable import FanfareFCM

@Suite(.timeLimit(.minutes(1)))
struct AccessTokensTests {
    private func deliver(_ count: Int, with bench: FCMBench) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    let outcome = try await bench.deliver()
                    #expect(outcome.kind == "sent")
                }
            }
            try await group.waitForAll()
        }
    }

    private func authorizations(_ bench: FCMBench) -> Set<String> { Set(bench.google.sent.map(\.authorization)) }

    @Test func `one token is fetched, however many need it at once, and serves until it is nearly over`() async throws {
        let bench = try FCMBench(tokens: { sent in
            for _ in 0..<50 { await Task.yield() }
            return .granted("token-\(sent.number + 1)")
        })
        try await deliver(100, with: bench)
        #expect(bench.google.asked.count == 1)
        #expect(authorizations(bench) == ["Bearer token-1"])
        bench.clock.advance(by: .seconds(3299))
        try await deliver(10, with: bench)
        #expect(bench.google.asked.count == 1)
    }

    @Test func `a token is renewed in the background while the old one serves`() async throws {
        let (begun, released) = (Watched(false), Watched(false))
        let bench = try FCMBench(tokens: { sent in
            if sent.number == 1 {
                begun.update { $0 = true }
                await released.wait { $0 }
            }
            return .granted("token-\(sent.number + 1)")
        })
        try await deliver(1, with: bench)
        bench.clock.advance(by: .seconds(3300))
        try await deliver(10, with: bench)
        await begun.wait { $0 }
        try await deliver(10, with: bench)
        #expect(authorizations(bench) == ["Bearer token-1"])
        #expect(bench.google.asked.count == 2)
        released.update { $0 = true }
        while !authorizations(bench).contains("Bearer token-2") { try await deliver(1, with: bench) }
        bench.clock.advance(by: .seconds(3000))
        try await deliver(10, with: bench)
        #expect(bench.google.asked.count == 2)
    }

    @Test func `while the endpoint fails the old token serves as long as it lives, then deliveries are put off`()
        async throws
    {
        let bench = try FCMBench(tokens: { sent in
            sent.number == 0 ? .granted("token-1") : .answer(503, "<html>", ["retry-after": "20"])
        })
        try await deliver(1, with: bench)
        bench.clock.advance(by: .seconds(3300))
        try await deliver(20, with: bench)
        while bench.google.asked.count < 2 { await Task.yield() }
        bench.clock.advance(by: .seconds(299))
        try await deliver(20, with: bench)
        bench.clock.advance(by: .seconds(1))
        let error = await #expect(throws: NotSent.self) {
            while true { try await bench.deliver() }
        }
        #expect(error?.reason.code == "token-unavailable")
        #expect(error?.reason.detail == "127.0.0.1 refused an access token with 503")
        // The last renewal in the background may have failed a second ago.
        #expect(error?.after == .seconds(20) || error?.after == .seconds(19))
        #expect(authorizations(bench) == ["Bearer token-1"])
    }

    @Test func `an endpoint that fails is asked again after a rest, and not for each delivery`() async throws {
        let isUp = Mutex(false)
        let bench = try FCMBench(tokens: { _ in
            if isUp.withLock(\.self) { return .granted("token") }
            throw HTTP2Failure(.notSent, DeliveryReason("connect-failed"))
        })
        for _ in 0..<20 {
            let error = await #expect(throws: NotSent.self) { try await bench.deliver() }
            #expect(error?.reason.code == "token-unavailable")
            #expect(error?.reason.detail?.contains("connect-failed") == true)
            #expect(error?.after == .seconds(1))
        }
        #expect(bench.google.asked.count == 1)
        bench.clock.advance(by: .seconds(1))
        for _ in 0..<20 { await #expect(throws: NotSent.self) { try await bench.deliver() } }
        #expect(bench.google.asked.count == 2)
        isUp.withLock { $0 = true }
        bench.clock.advance(by: .seconds(2))
        try await deliver(5, with: bench)
        #expect(bench.google.asked.count == 3)
    }

    @Test func `a token that FCM refuses is replaced once for all, and the messages are sent with the other`()
        async throws
    {
        let bench = try FCMBench { sent in
            for _ in 0..<20 { await Task.yield() }
            return sent.authorization == "Bearer token-1" ? .refused(401, "UNAUTHENTICATED") : .accepted
        }
        try await deliver(100, with: bench)
        #expect(bench.google.asked.count == 2)
        #expect(authorizations(bench) == ["Bearer token-1", "Bearer token-2"])
    }

    @Test func `a second refusal pauses, and costs no token a minute long`() async throws {
        let bench = try FCMBench { _ in .refused(401, "UNAUTHENTICATED") }
        #expect(try await bench.deliver().kind == "misconfigured")
        #expect(bench.google.asked.count == 2 && bench.google.sent.count == 2)
        #expect(try await bench.deliver().reason?.code == "unauthenticated")
        #expect(bench.google.asked.count == 2 && bench.google.sent.count == 3)
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.deliver().kind == "misconfigured")
        #expect(bench.google.asked.count == 3)
    }

    @Test func `refused for another service's sake, a token is not replaced`() async throws {
        let bench = try FCMBench { _ in .refused(401, "UNAUTHENTICATED", code: "THIRD_PARTY_AUTH_ERROR") }
        await #expect(throws: NotSent.self) { try await bench.deliver() }
        #expect(bench.google.asked.count == 1)
    }

    @Test func `who stops waiting for a token leaves the others waiting`() async throws {
        let released = Watched(false)
        let bench = try FCMBench(tokens: { _ in
            await released.wait { $0 }
            return .granted("token")
        })
        let first = Task { try await bench.deliver() }
        while bench.google.asked.isEmpty { await Task.yield() }
        let second = Task { try await bench.deliver() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        released.update { $0 = true }
        #expect(try await second.value.kind == "sent")
        #expect(bench.google.asked.count == 1)
    }
}
