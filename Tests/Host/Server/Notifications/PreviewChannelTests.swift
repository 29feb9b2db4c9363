import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

struct PreviewChannelTests {
    private let type = "notifications: { hello: { via: [\"push\", \"log\"], title: \"Hello\" } }"

    /// Case test-01: a staging host on a copy of the production database.
    @Test(.timeLimit(.minutes(1)))
    func `with preview nothing reaches a channel, not even what was queued before`() async throws {
        let world = World("{ store: \"shared:\", channels: { pager: { key: \"k\" }, log: {} }, \(type) }")
        for number in 0..<10 {
            let token = try DeviceToken("token-that-is-secret-\(number)", platform: "pager")
            _ = try await world.store.register([DeviceRegistration(token, platform: "pager", user: .set("42"))])
        }
        #expect(await world.run("notify", "hello", "--to", "42") == 0)
        #expect(await world.run("notify", "hello", "--to", "42", "--delay", "10m") == 0)

        world.write("{ store: \"shared:\", preview: true, channels: { pager: {}, log: {} }, \(type) }")
        async let status = world.run("worker")
        await world.logged.wait { lines in lines.count { $0.contains("would be sent") } >= 20 }
        world.clock.advance(by: .seconds(600))
        await world.nudge { lines in lines.count { $0.contains("would be sent") } >= 40 }
        world.send(.stop)
        #expect(await status == 0)

        let deliveries = try await world.store.deliveries(matching: DeliveryFilter(), after: nil, limit: 100)
        #expect(deliveries.count == 40)
        #expect(deliveries.allSatisfy { $0.state == .sent })
        #expect(world.pager.channels.value.allSatisfy { $0.attempts.isEmpty })
        let lines = world.logged.value.filter { $0.contains("would be sent") }
        #expect(lines.count == 40)
        #expect(lines.allSatisfy { $0.contains("Hello") })
        #expect(!lines.contains { $0.contains("secret") })
    }

    @Test func `messages are checked as for real`() async throws {
        let world = World(
            """
            { store: "shared:", channels: { pager: { preview: true } },
              notifications: { hello: { via: ["push"], title: "{{t}}" } } }
            """
        )
        let route = ["--route", "pager:12345678"]
        let long = String(repeating: "x", count: 101)
        #expect(await world.run("notify", "hello", route[0], route[1], "--data", "{\"t\":\"\(long)\"}") == 1)
        #expect(await world.run("notify", "hello", route[0], route[1], "--data", "{\"t\":\"x\"}") == 0)
        #expect(try await world.store.deliveries(matching: DeliveryFilter(), after: nil, limit: 9).count == 1)
    }
}
