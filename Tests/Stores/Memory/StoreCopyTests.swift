import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

@Suite struct StoreCopyTests {
    private let clock = ManualClock()
    private let ids: IdentifierSource
    private let source: MemoryStore
    private let target: MemoryStore

    init() {
        ids = IdentifierSource(clock: clock)
        source = MemoryStore(clock: clock)
        target = MemoryStore(clock: clock)
    }

    private func register(_ token: String, of user: RecipientID, key: String? = nil, in store: MemoryStore) async throws
        -> DeviceID
    {
        let registration = DeviceRegistration(
            try DeviceToken(token, platform: .apns),
            platform: .apns,
            user: .set(user),
            deviceKey: key.map { .set($0) } ?? .keep
        )
        return try #require(await store.register([registration]).first).id
    }

    private func enqueue(to device: DeviceID, of user: RecipientID) async throws -> DeliveryID {
        let delivery = PreparedDelivery(id: ids.next(), route: Route(channel: "apns", address: "", device: device))
        let message = PreparedMessage(
            id: ids.next(),
            channel: "apns",
            payload: try Payload(encoding: ["a": 1]),
            maxAttempts: 3,
            deliveries: [delivery]
        )
        let notification = PreparedNotification(
            id: ids.next(),
            type: "t",
            category: .transactional,
            recipient: user,
            messages: [message]
        )
        _ = try await source.enqueue(Submission([notification]))
        return delivery.id
    }

    @Test func `deliveries follow their device to what the target has for it`() async throws {
        // The same phone registered with the target already: by token, with a new token, for somebody else.
        let phones = try await [
            register("aa01", of: "ada", in: source), register("aa02", of: "ada", key: "k", in: source),
            register("aa03", of: "ada", in: source), register("aa04", of: "ada", in: source),
        ]
        var deliveries: [DeliveryID] = []
        for phone in phones { deliveries.append(try await enqueue(to: phone, of: "ada")) }
        clock.advance(by: .seconds(5))
        let byToken = try await register("aa01", of: "ada", in: target)
        let byKey = try await register("aa0f", of: "ada", key: "k", in: target)
        _ = try await register("aa03", of: "eve", in: target)

        let report = try await StoreCopy(from: source, to: target, pageSize: 1).run()
        #expect(report.devices.copied == 1)
        #expect(report.devices.known == 3)
        let claims = await target.claim(upTo: 9, on: "apns", for: .seconds(60))
        #expect(claims.map(\.lease.delivery) == deliveries)
        func open(_ token: String, _ device: DeviceID, at time: Timestamp) -> ClaimedRoute {
            .open(Route(channel: "apns", address: token, device: device), registeredAt: time)
        }
        let earlier = clock.now.advanced(by: .seconds(-5))
        #expect(
            claims.map(\.route) == [
                open("aa01", byToken, at: clock.now), open("aa0f", byKey, at: clock.now), .handedOver,
                open("aa04", phones[3], at: earlier),
            ]
        )
    }

    @Test func `a host that works on the source is noticed, before and after`() async throws {
        let phone = try await register("aa01", of: "ada", in: source)
        _ = try await enqueue(to: phone, of: "ada")
        let copy = StoreCopy(from: source, to: target)
        let late = await #expect(throws: StoreInUse.self) {
            try await copy.run { _ in _ = await source.claim(upTo: 1, on: "apns", for: .seconds(60)) }
        }
        #expect(late?.isCopied == true)
        #expect(late?.held == 1)
        let early = await #expect(throws: StoreInUse.self) { try await copy.run() }
        #expect(early?.isCopied == false)
        clock.advance(by: .seconds(60))
        let report = try await copy.run()
        #expect(report.deliveries.known == 1)
    }

    @Test func `devices are there before deliveries to them are`() async throws {
        let phone = try await register("aa01", of: "ada", in: source)
        _ = try await enqueue(to: phone, of: "ada")
        var seen: [Int] = []
        try await StoreCopy(from: source, to: target).run { report in
            seen.append(report.devices.copied)
            let claims = await target.claim(upTo: 1, on: "apns", for: .seconds(60))
            #expect(claims.allSatisfy { $0.route != .removed })
        }
        #expect(seen == [1, 1])
    }

    @Test func `an event that has become a notification at the target meanwhile becomes no second one`() async throws {
        let (first, second) = (
            EventDraft(type: "t", user: "ada", payload: try Payload(encoding: ["a": 1])),
            EventDraft(type: "t", user: "ada", payload: try Payload(encoding: ["a": 1]), idempotencyKey: "key")
        )
        _ = try await source.post([first, second])
        #expect(try await StoreCopy(from: source, to: target).run().events.copied == 2)
        #expect(try await workOff() == [.stored, .stored])
        #expect(try await StoreCopy(from: source, to: target).run().events.copied == 2)
        #expect(try await workOff() == [.duplicate, .duplicate])
        #expect(await source.events(after: nil, limit: 9).map(\.draft) == [first, second], "the source is only read")
    }

    /// Makes notifications of the target's events, as a host does.
    private func workOff() async throws -> [EventResult] {
        let claims = await target.claimEvents(upTo: 9, for: .seconds(60))
        return try await target.conclude(
            claims.map { event in
                let notification = PreparedNotification(
                    id: ids.next(),
                    type: event.type,
                    category: .transactional,
                    recipient: event.user,
                    messages: []
                )
                let idempotency = event.idempotencyKey.map {
                    Submission.Idempotency(key: $0, fingerprint: Fingerprint(of: [1]), lifetime: .seconds(60))
                }
                return EventConclusion(event.lease, .notification(Submission([notification], idempotency: idempotency)))
            }
        )
    }
}
