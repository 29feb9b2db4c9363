import FanfareCore
import FanfareTesting
import Testing

/// A wrong credential holds up its own deliveries and nothing else.
@Suite struct CredentialTests {
    /// A channel with one credential per application; some are wrong.
    private final class Provider: Channel {
        typealias Message = String
        let id: ChannelID = .apns
        let wrong: Watched<Set<CredentialID>>
        let answer: Watched<DeliveryOutcome> = Watched(.sent())
        let attempts = Watched<[String]>([])

        init(wrong: CredentialID...) { self.wrong = Watched(Set(wrong)) }

        func credential(for route: Route) -> CredentialID { CredentialID(rawValue: route.appID ?? "default") }

        func deliver(_ message: String, to route: Route, context: DeliveryContext) async throws -> DeliveryOutcome {
            attempts.update { $0.append(route.address) }
            if wrong.value.contains(credential(for: route)) { return .misconfigured(DeliveryReason("bad-key")) }
            return answer.value
        }
    }

    private func route(_ address: String, _ app: String) -> Route {
        Route(channel: .apns, address: address, appID: app)
    }

    @Test func `promise 9: a wrong credential pauses, and another of the same channel goes on`() async throws {
        let provider = Provider(wrong: "shop")
        let bench = try Workbench(provider)
        let shop = try await bench.notify(OnDemand(route("s1", "shop"), route("s2", "shop")), Greeting())
        try await bench.worker.drain()
        try await bench.notify(OnDemand(route("n1", "news"), route("s3", "shop")), Greeting())
        try await bench.worker.drain()
        #expect(provider.attempts.value.sorted() == ["n1", "s1", "s2"])
        #expect(bench.log.events.pauses.map(\.credential) == ["shop"])
        #expect(bench.log.events.pauses.map(\.reason) == [DeliveryReason("bad-key")])
        for delivery in try await bench.deliveries(shop) {
            #expect(delivery.state == .queued)
            #expect(delivery.attempts == 0)
            #expect(delivery.reason == "credential-paused")
        }
    }

    /// A channel whose provider knows some topics only; a message is its topic.
    private struct Topics: Channel {
        typealias Message = String
        let id: ChannelID = .apns

        func credential(for route: Route, carrying message: String) -> CredentialID {
            CredentialID(rawValue: "default/\(message)")
        }

        func deliver(_ message: String, to route: Route, context: DeliveryContext) async throws -> DeliveryOutcome {
            message == "voip" ? .misconfigured(DeliveryReason("topic-disallowed")) : .sent()
        }
    }

    private struct Topical: Notification {
        static let type: NotificationType = "topical"
        let topic: String
        func via(_ recipient: some Notifiable) -> [Via<Self>] { [Via(.apns) { notification, _ in notification.topic }] }
    }

    @Test func `promise 9: a refused topic pauses, and another of the same credential goes on`() async throws {
        let bench = try Workbench(Topics())
        let call = try await bench.notify(OnDemand(route("s1", "shop")), Topical(topic: "voip"))
        try await bench.worker.drain()
        let alert = try await bench.notify(OnDemand(route("s1", "shop")), Topical(topic: "alert"))
        try await bench.worker.drain()
        #expect(bench.log.events.pauses.map(\.credential) == ["default/voip"])
        #expect(try await bench.deliveries(call).map(\.state) == [.queued])
        #expect(try await bench.deliveries(alert).map(\.state) == [.sent])
    }

    @Test func `one delivery probes after thirty seconds, then after a minute, and success hastens the others`()
        async throws
    {
        let provider = Provider(wrong: "shop")
        let bench = try Workbench(provider)
        try await bench.notify(OnDemand(route("s1", "shop")), Greeting())
        try await bench.worker.drain()
        try await bench.notify(OnDemand((2...5).map { route("s\($0)", "shop") }), Greeting())
        try await bench.advance(by: 29)
        #expect(provider.attempts.value.count == 1)
        try await bench.advance(by: 1)
        #expect(provider.attempts.value.count == 2)
        try await bench.advance(by: 59)
        #expect(provider.attempts.value.count == 2)
        provider.wrong.update { $0 = [] }
        try await bench.advance(by: 1)
        // The probe and, without waiting for their time, all the others.
        #expect(provider.attempts.value.count == 7)
        #expect(Set(provider.attempts.value).count == 5)
        #expect(bench.log.events.pauses.map(\.reason) == [DeliveryReason("bad-key"), nil])
        #expect(bench.log.events.settled.count { $0.settlement.state == .sent } == 5)
    }

    @Test func `a probe that decides nothing is followed by another`() async throws {
        let provider = Provider(wrong: "shop")
        let bench = try Workbench(provider)
        try await bench.notify(OnDemand(route("s1", "shop"), route("s2", "shop")), Greeting())
        try await bench.worker.drain()
        provider.wrong.update { $0 = [] }
        provider.answer.update { $0 = .retry(DeliveryReason("busy")) }
        bench.clock.advance(by: .seconds(30))
        try await bench.worker.drain()
        let probes = provider.attempts.value.count
        #expect(probes > 2)
        provider.answer.update { $0 = .sent() }
        try await bench.advance(by: 60)
        #expect(bench.log.events.settled.count { $0.settlement.state == .sent } == 2)
    }

    @Test func `promise 9: a probe that cannot be read does not keep the credential paused`() async throws {
        let provider = Provider(wrong: "shop")
        let bench = try Workbench(provider)
        try await bench.notify(OnDemand(route("s1", "shop")), Greeting())
        try await bench.worker.drain()
        provider.wrong.update { $0 = [] }
        let unreadable = PreparedNotification(
            id: IdentifierSource(clock: bench.clock).next(),
            type: Greeting.type,
            category: .transactional,
            recipient: .onDemand,
            options: DeliveryOptions(priority: .high),
            messages: [
                PreparedMessage(
                    id: IdentifierSource(clock: bench.clock).next(),
                    channel: .apns,
                    payload: try Payload(encoding: ["not", "a", "string"]),
                    maxAttempts: 12,
                    deliveries: [
                        PreparedDelivery(id: IdentifierSource(clock: bench.clock).next(), route: route("s0", "shop"))
                    ]
                )
            ]
        )
        bench.clock.advance(by: .seconds(30))
        _ = try await bench.store.enqueue(Submission([unreadable]))
        try await bench.worker.drain()
        #expect(bench.log.events.settled.map(\.settlement.state) == [.queued, .failed, .sent])
    }

    @Test func `a reload lets everything try again at once`() async throws {
        let provider = Provider(wrong: "shop")
        let bench = try Workbench(provider)
        try await bench.notify(OnDemand(route("s1", "shop"), route("s2", "shop")), Greeting())
        try await bench.worker.drain()
        provider.wrong.update { $0 = [] }
        await bench.worker.resumeCredentials()
        #expect(try await bench.worker.drain() == 2)
        #expect(provider.attempts.value.count == 4)
        #expect(bench.log.events.pauses.map(\.reason) == [DeliveryReason("bad-key"), nil])
    }

    @Test func `a credential nobody mends does not keep deliveries for ever`() async throws {
        let provider = Provider(wrong: "shop")
        let bench = try Workbench(provider)
        let expiring = try await bench.notify(
            OnDemand(route("s1", "shop")),
            Greeting(),
            options: .init(expiresIn: .seconds(3600))
        )
        let patient = try await bench.notify(OnDemand(route("s2", "shop")), Greeting())
        try await bench.worker.drain()
        for _ in 0..<(24 * 60 + 1) {
            bench.clock.advance(by: .seconds(60))
            try await bench.worker.drain()
        }
        #expect(try await bench.deliveries(expiring).first?.state == .expired)
        #expect(try await bench.deliveries(patient).first?.state == .failed)
        #expect(bench.log.events.pauses.count == 1)
    }
}
