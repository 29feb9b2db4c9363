import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1)))
struct HostTests {
    private static let type = "notifications: { hello: { via: [\"pager\"], title: \"Hello\" } }"
    private let configuration = "{ store: \"shared:\", channels: { pager: { key: \"k\" } }, \(type) }"

    private func notify(_ world: World) async {
        #expect(await world.run("notify", "hello", "--route", "pager:12345678") == 0)
    }

    private func deliveries(_ world: World) async throws -> [Delivery] {
        try await world.store.deliveries(matching: DeliveryFilter(), after: nil, limit: 100)
    }

    @Test func `a host sends what is due and stops in order`() async throws {
        let world = World(configuration)
        await notify(world)
        async let status = world.run("worker")
        await world.pager.channels.wait { $0.count == 2 }
        await world.pager.channels.value.last?.waitForAttempts(1)
        world.send(.stop)
        #expect(await status == 0)
        #expect(try await deliveries(world).map(\.state) == [.sent])
        #expect(world.logged.value.last?.contains("stopped") == true)
    }

    @Test func `stopping waits for what is under way`() async throws {
        let world = World(configuration)
        let (begun, released) = (Watched(false), Watched(false))
        world.pager.script.update { script in
            script = { _ in
                begun.update { $0 = true }
                await released.wait { $0 }
                return .sent()
            }
        }
        await notify(world)
        async let status = world.run("worker")
        await begun.wait { $0 }
        world.send(.stop)
        await world.waitForLog("stopping")
        for _ in 0..<100 { await Task.yield() }
        #expect(!world.logged.value.contains { $0.contains("stopped") })
        released.update { $0 = true }
        #expect(await status == 0)
        #expect(try await deliveries(world).map(\.state) == [.sent])
    }

    /// A channel that ignores its cancellation.
    private func hang(_ world: World) -> (begun: Watched<Bool>, released: Watched<Bool>) {
        let (begun, released) = (Watched(false), Watched(false))
        world.pager.script.update { script in
            script = { _ in
                begun.update { $0 = true }
                await Task { await released.wait { $0 } }.value
                return .sent()
            }
        }
        return (begun, released)
    }

    @Test(.timeLimit(.minutes(1))) func `a channel that hangs does not keep the host`() async throws {
        let world = World(configuration)
        let (begun, released) = hang(world)
        await notify(world)
        let ended = Watched<Int32?>(nil)
        Task {
            let status = await world.run("worker")
            ended.update { $0 = status }
        }
        await begun.wait { $0 }
        world.send(.stop)
        await world.waitForLog("stopping")
        // Time moves in steps until the host is gone: how many there are is told by the clock, not by luck.
        var waited: Duration = .zero
        while ended.value == nil {
            world.clock.advance(by: .seconds(1))
            waited += .seconds(1)
            for _ in 0..<50 { await Task.yield() }
        }
        #expect(ended.value == 1)
        #expect(waited >= .seconds(15))
        released.update { $0 = true }
    }

    @Test(.timeLimit(.minutes(1))) func `a second signal ends it at once`() async throws {
        let world = World(configuration)
        let (begun, released) = hang(world)
        await notify(world)
        async let status = world.run("worker")
        await begun.wait { $0 }
        world.send(.stop)
        world.send(.reload)
        world.send(.stop)
        #expect(await status == 1)
        released.update { $0 = true }
    }

    @Test(.timeLimit(.minutes(1))) func `a reload replaces the channels and lets paused credentials try again`()
        async throws
    {
        let world = World(configuration)
        world.pager.script.update { $0 = { _ in .misconfigured(DeliveryReason("bad-key")) } }
        await notify(world)
        async let status = world.run("worker")
        await world.pager.channels.wait { $0.count == 2 }
        let first = try #require(world.pager.channels.value.last)
        await first.waitForAttempts(1)
        while try await deliveries(world).first?.reason == nil { await Task.yield() }

        world.pager.script.update { $0 = { _ in .sent() } }
        world.write("{ store: \"shared:\", channels: { pager: { key: \"other\" } }, \(Self.type) }")
        world.send(.reload)
        await world.pager.channels.wait { $0.count == 3 }
        let second = try #require(world.pager.channels.value.last)
        // Without moving the clock: what waited 30 seconds for its credential is due now.
        await second.waitForAttempts(1)
        world.send(.stop)
        #expect(await status == 0)
        #expect(first.attempts.count == 1)
        #expect(try await deliveries(world).map(\.state) == [.sent])
    }

    @Test(.timeLimit(.minutes(1))) func `a bad file changes nothing and every fault is logged`() async throws {
        let world = World(configuration)
        async let status = world.run("worker")
        await world.waitForLog("started")
        world.write("{ store: \"shared:\", channels: { pager: {} }, worker: { lease: \"0s\" }, nonsense: 1 }")
        world.send(.reload)
        await world.logged.wait { lines in lines.count { $0.contains("is not used") } == 3 }
        #expect(world.pager.channels.value.count == 1)
        world.write("{ store: \"shared:other\", channels: { pager: { key: \"unusable\" } } }")
        world.send(.reload)
        await world.logged.wait { lines in lines.count { $0.contains("is not used") } == 5 }
        let lines = world.logged.value.suffix(2).joined()
        #expect(lines.contains("store: cannot change while the host runs; restart the host"))
        #expect(lines.contains("channels.pager: "))
        world.write("{ store: \"shared:other\", channels: { pager: { key: \"k\" } } }")
        world.send(.reload)
        await world.logged.wait { lines in lines.count { $0.contains("is not used") } == 6 }
        world.send(.stop)
        #expect(await status == 0)
    }

    @Test(.timeLimit(.minutes(1))) func `what was settled long ago is deleted once an hour`() async throws {
        let world = World(configuration)
        await notify(world)
        async let status = world.run("worker")
        await world.pager.channels.wait { $0.count == 2 }
        await world.pager.channels.value.last?.waitForAttempts(1)
        while try await deliveries(world).first?.state != .sent { await Task.yield() }
        world.clock.advance(by: .seconds(29 * 86_400))
        for _ in 0..<50 { await Task.yield() }
        #expect(try await deliveries(world).count == 1)
        world.clock.advance(by: .seconds(2 * 86_400))
        while try await !deliveries(world).isEmpty {
            // Step by step: who goes to sleep just after a step is woken by the next.
            world.clock.advance(by: .seconds(3600))
            await Task.yield()
        }
        world.send(.stop)
        #expect(await status == 0)
    }
}
