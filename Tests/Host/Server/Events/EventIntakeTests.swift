import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1)))
struct EventIntakeTests {
    private let bench = IntakeBench()

    /// Runs an intake, and the test beside it.
    private func running(_ test: () async throws -> Void) async throws {
        async let intake: Void = bench.run()
        do { try await test() } catch {
            bench.shutdown.trigger()
            throw error
        }
        bench.shutdown.trigger()
        try await intake
    }

    @Test func `an event posted in the process is taken at once`() async throws {
        try await running {
            // The intake has looked in vain and waits.
            await bench.clock.waitForSleepers(1)
            try await bench.post("plain")
            await bench.waitForNotifications(1)
            #expect(bench.clock.now == ManualClock().now)
        }
    }

    @Test func `events that nobody announced are found within a poll`() async throws {
        try await running {
            await bench.clock.waitForSleepers(1)
            try await bench.post("plain")
            await bench.waitForNotifications(1)
            // A second look, for what another process may have inserted.
            await bench.clock.waitForSleepers(1)
            let looks = bench.store.claims.value.count
            bench.clock.advance(by: .seconds(1))
            await bench.store.claims.wait { $0.count > looks }
        }
    }

    @Test func `a backlog becomes one notification for each event, with two hosts at it`() async throws {
        try await bench.post("plain", 500)
        async let other: Void = bench.run()
        try await running { await bench.waitForNotifications(500) }
        try await other
        #expect(await bench.notifications() == 500)
        #expect(await bench.setAside.isEmpty)
    }

    @Test func `one that takes its time holds up no others`() async throws {
        try await bench.post("gated")
        try await running {
            await bench.waiting.wait { $0 == 1 }
            try await bench.post("plain", 100)
            await bench.waitForNotifications(100)
            bench.gate.update { $0 = true }
            await bench.waitForNotifications(1, of: "gated")
        }
    }

    @Test func `no more is claimed than can be worked on`() async throws {
        try await running {
            for number in 1...EventIntake.parallelClaims {
                try await bench.post("gated")
                await bench.waiting.wait { $0 == number }
            }
            let claims = bench.store.claims.value.count
            try await bench.post("plain")
            bench.clock.advance(by: .seconds(10))
            for _ in 0..<100 { await Task.yield() }
            #expect(bench.store.claims.value.count == claims)
            bench.gate.update { $0 = true }
            await bench.waitForNotifications(1)
        }
    }

    @Test func `stopping finishes what is under way and claims no more`() async throws {
        try await bench.post("gated")
        let ended = Watched(false)
        async let intake: Void = {
            try await bench.run()
            ended.update { $0 = true }
        }()
        await bench.waiting.wait { $0 == 1 }
        bench.shutdown.trigger()
        try await bench.post("plain")
        for _ in 0..<100 { await Task.yield() }
        #expect(!ended.value)
        bench.gate.update { $0 = true }
        try await intake
        #expect(await bench.notifications(of: "gated") == 1)
        #expect(await bench.notifications() == 0)
    }

    @Test func `a store that is away is asked less and less often, and nothing is lost`() async throws {
        try await bench.post("plain", 3)
        bench.store.failures.update { $0[.claim] = StoreUnavailable("away") }
        try await running {
            let start = bench.clock.now
            await bench.failures.wait { $0.count == 1 }
            for _ in 0..<40 {
                await bench.clock.waitForSleepers(1)
                bench.clock.advance(by: .seconds(1))
                for _ in 0..<50 { await Task.yield() }
            }
            let looks = bench.store.claims.value.map { start.duration(to: $0) }
            #expect(looks.prefix(5) == [.zero, .seconds(1), .seconds(3), .seconds(7), .seconds(15)])
            #expect(Set(bench.failures.value) == ["claiming events"])
            bench.store.failures.update { $0 = [:] }
            bench.clock.advance(by: .seconds(8))
            await bench.waitForNotifications(3)
        }
    }

    @Test func `events whose notifications could not be stored come again when their leases end`() async throws {
        try await bench.post("plain", 3)
        bench.store.failures.update { $0[.conclude] = StoreUnavailable("away") }
        try await running {
            await bench.failures.wait { $0 == ["storing what came of events"] }
            bench.store.failures.update { $0 = [:] }
            for _ in 0..<59 {
                bench.clock.advance(by: .seconds(1))
                for _ in 0..<20 { await Task.yield() }
            }
            #expect(await bench.notifications() == 0)
            bench.clock.advance(by: .seconds(10))
            await bench.waitForNotifications(3)
            #expect(await bench.setAside.isEmpty)
        }
    }

    @Test func `a store that is away while devices are looked up is no fault of the event`() async throws {
        bench.failure.update { $0 = StoreUnavailable("away") }
        try await bench.post("failing")
        try await running {
            await bench.failures.wait { $0 == ["making a notification of an event"] }
            bench.failure.update { $0 = nil }
            while await bench.notifications(of: "failing") == 0, !Task.isCancelled {
                bench.clock.advance(by: .seconds(1))
                await Task.yield()
            }
            #expect(await bench.setAside.isEmpty)
        }
    }

    @Test func `a notification the store cannot take holds up no other of its batch`() async throws {
        bench.store.refused.update { $0 = ["failing"] }
        try await bench.post("plain", 2)
        try await bench.post("failing")
        try await bench.post("plain", 2)
        try await running {
            await bench.waitForNotifications(4)
            #expect(bench.clock.now == ManualClock().now)
            // Again and again at the end of its lease, but not for ever.
            while await bench.setAside.isEmpty, !Task.isCancelled {
                bench.clock.advance(by: .seconds(1))
                await Task.yield()
            }
            #expect(await bench.setAside == ["abandoned: it was taken up 5 times, and nothing came of it"])
        }
    }

    /// A host that crashes concludes nothing: the lease is all it leaves behind.
    @Test func `an event that brings down hosts is set aside, and takes no other along`() async throws {
        let ids = try await bench.post("plain", 3)
        for crash in 1...EventIntake.attemptLimit {
            let events = await bench.store.memory.claimEvents(upTo: 32, for: .seconds(60))
            #expect(events.map(\.lease.event) == (crash == 1 ? ids : [ids[0]]))
            bench.clock.advance(by: .seconds(60))
        }
        try await running {
            await bench.waitForNotifications(2)
            #expect(await bench.setAside == ["abandoned: it was taken up 5 times, and nothing came of it"])
            let line = bench.lines.value.first { $0.contains("set aside") }
            #expect(line?.hasPrefix("warning Event set aside") == true)
            #expect(await bench.store.replayEvents(.these([ids[0]])) == 1)
            await bench.waitForNotifications(3)
        }
    }

    @Test func `a host that comes too late changes nothing and says so`() async throws {
        try await bench.post("gated")
        try await running {
            await bench.waiting.wait { $0 == 1 }
            bench.clock.advance(by: .seconds(60))
            await bench.waiting.wait { $0 == 2 }
            bench.gate.update { $0 = true }
            await bench.waitForNotifications(1, of: "gated")
            await bench.lines.wait { lines in lines.contains { $0.hasPrefix("notice Event taken too long") } }
        }
        #expect(await bench.notifications(of: "gated") == 1)
    }
}
