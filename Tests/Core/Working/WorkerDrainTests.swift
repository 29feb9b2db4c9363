import FanfareCore
import FanfareTesting
import FoundationEssentials
import Testing

/// What a worker makes of deliveries, one pass at a time.
@Suite struct WorkerDrainTests {
    let user = User("1")
    static let busy = DeliveryReason("busy")

    func channel(_ outcomes: DeliveryOutcome..., idempotency: Idempotency = .replaces) -> RecordingChannel<String> {
        let remaining = Watched(outcomes[...])
        return RecordingChannel(id: .apns, of: String.self, idempotency: idempotency) { _ in
            remaining.update { $0.popFirst() } ?? .sent()
        }
    }

    @Test func `what is sent is recorded with the provider's id`() async throws {
        let apns = channel(.sent(providerID: "p1"))
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        #expect(try await bench.worker.drain() == 1)
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .sent)
        #expect(delivery.providerID == "p1")
        #expect(delivery.reason == nil)
        #expect(delivery.attempts == 1)
    }

    @Test func `a delivery that is put off is tried again when it is due`() async throws {
        let apns = channel(.retry(Self.busy), .retry(after: .seconds(40), Self.busy))
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        try await bench.worker.drain()
        try await bench.advance(by: 4)
        #expect(apns.attempts.count == 1)
        try await bench.advance(by: 1)
        #expect(apns.attempts.map(\.context.attempt) == [1, 2])
        try await bench.advance(by: 39)
        #expect(apns.attempts.count == 2)
        try await bench.advance(by: 1)
        #expect(apns.attempts.map(\.context.attempt) == [1, 2, 3])
        #expect(apns.attempts.map(\.context.isResend) == [false, false, false])
        #expect(try await bench.deliveries(receipt).first?.state == .sent)
    }

    @Test func `promise 2: every delivery ends, after twelve attempts at the latest`() async throws {
        let apns = RecordingChannel(id: .apns, of: String.self) { _ in .retry(Self.busy) }
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        try await bench.worker.drain()
        for _ in 0..<(12 * 60) {
            bench.clock.advance(by: .seconds(60))
            try await bench.worker.drain()
        }
        #expect(apns.attempts.count == 12)
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .failed)
        #expect(delivery.reason == "busy")
        #expect(delivery.settled != nil)
    }

    @Test func `promise 3: mail that fails three times repeats no push (queue-03)`() async throws {
        let apns = channel()
        let failures = Watched(3)
        let mail = RecordingChannel(id: .mail, of: String.self) { _ in
            failures.update {
                $0 -= 1; return $0 >= 0
            } ? .retry(Self.busy) : .sent()
        }
        let bench = try Workbench(apns, mail)
        let ada = User("1", mailbox: "ada@example.com")
        try await bench.register("aa01", "aa02")
        let receipt = try await bench.notify(
            ada,
            Flexible(ways: [Via(.apns) { _, _ in "push" }, Via(.mail) { _, _ in "mail" }])
        )
        #expect(receipt.deliveries.count == 3)
        try await bench.worker.drain()
        try await bench.advance(by: 300)
        #expect(apns.attempts.map(\.route.address).sorted() == ["aa01", "aa02"])
        #expect(mail.attempts.count == 4)
        #expect(try await bench.deliveries(receipt).allSatisfy { $0.state == .sent })
    }

    @Test func `promise 3: the device that failed is tried again, the one that got it is not`() async throws {
        let apns = RecordingChannel(id: .apns, of: String.self) { attempt in
            attempt.route.address == "aa02" && attempt.context.attempt < 3 ? .retry(Self.busy) : .sent()
        }
        let bench = try Workbench(apns)
        try await bench.register("aa01", "aa02")
        try await bench.notify(user, Greeting())
        try await bench.worker.drain()
        try await bench.advance(by: 60)
        #expect(apns.attempts.map(\.route.address).sorted() == ["aa01", "aa02", "aa02", "aa02"])
    }

    // MARK: - What no answer came for

    @Test func `what was not sent costs no attempt and waits as long as it was told`() async throws {
        let calls = Watched(0)
        let apns = RecordingChannel(id: .apns, of: String.self) { _ in
            if calls.update({
                $0 += 1; return $0
            }) <= 2 {
                throw NotSent(DeliveryReason("dial"), after: .seconds(20))
            }
            return .sent()
        }
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        try await bench.worker.drain()
        let waiting = try #require(await bench.deliveries(receipt).first)
        #expect(waiting.attempts == 0)
        #expect(waiting.reason == "dial")
        try await bench.advance(by: 19)
        #expect(apns.attempts.count == 1)
        try await bench.advance(by: 21)
        #expect(apns.attempts.map(\.context.attempt) == [1, 1, 1])
        #expect(try await bench.deliveries(receipt).first?.attempts == 1)
    }

    private struct Mishap: Error { var secret = "aa01" }

    @Test func `any other error is uncertain, and its text is not shown`() async throws {
        let apns = RecordingChannel(id: .apns, of: String.self) { attempt in
            if attempt.context.attempt == 1 { throw Mishap() }
            return .sent()
        }
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        try await bench.worker.drain()
        #expect(try await bench.deliveries(receipt).first?.reason == "uncertain")
        #expect(bench.log.events.settled.first?.settlement.reason?.description.contains("aa01") == false)
        try await bench.advance(by: 5)
        #expect(apns.attempts.map(\.context.isResend) == [false, true])
    }

    @Test func `a channel that breaks off by itself costs no attempt and is not asked again at once`() async throws {
        let apns = RecordingChannel(id: .apns, of: String.self) { attempt in throw CancellationError() }
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        #expect(try await bench.worker.drain() == 1)
        #expect(try await bench.deliveries(receipt).first?.attempts == 0)
        try await bench.advance(by: 5)
        #expect(apns.attempts.count == 2)
    }

    @Test(.timeLimit(.minutes(1))) func `a cancelled pass hands back what it holds and ends`() async throws {
        let gate = Gate()
        let apns = gate.channel()
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        let pass = Task { try await bench.worker.drain() }
        await gate.waitForAttempts(1)
        pass.cancel()
        await #expect(throws: CancellationError.self) { try await pass.value }
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .queued)
        #expect(delivery.attempts == 0)
    }

    @Test func `a channel whose copies show sends three at most`() async throws {
        let mail = RecordingChannel(id: .mail, of: String.self, idempotency: .copies(atMost: 3)) { _ in
            .uncertain(Self.busy)
        }
        let bench = try Workbench(mail)
        let receipt = try await bench.notify(
            User("1", mailbox: "ada@example.com"),
            Flexible(ways: [Via(.mail) { _, _ in "Hi" }])
        )
        try await bench.worker.drain()
        try await bench.advance(by: 600)
        #expect(mail.attempts.count == 3)
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .failed)
        #expect(delivery.reason == "uncertain")
    }

    // MARK: - Cancellation and expiry

    @Test func `what was cancelled before it was sent is not sent`() async throws {
        let apns = channel()
        let bench = try Workbench(apns)
        try await bench.register("aa01", "aa02")
        let receipt = try await bench.notify(user, Greeting())
        #expect(try await bench.store.cancel(receipt.id) == CancelResult(cancelled: 2, tooLate: 0))
        #expect(try await bench.worker.drain() == 0)
        #expect(apns.attempts.isEmpty)
        #expect(try await bench.deliveries(receipt).map(\.state) == [.cancelled, .cancelled])
    }

    @Test func `what was cancelled on its way is not tried again`() async throws {
        let gate = Gate()
        let apns = RecordingChannel(id: .apns, of: String.self) { _ in
            try await gate.pass()
            return .retry(Self.busy)
        }
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        async let pass = bench.worker.drain()
        await gate.waitForAttempts(1)
        #expect(try await bench.store.cancel(receipt.id) == CancelResult(cancelled: 0, tooLate: 1))
        gate.open()
        _ = try await pass
        try await bench.advance(by: 60)
        #expect(apns.attempts.count == 1)
        #expect(try await bench.deliveries(receipt).first?.state == .cancelled)
    }

    @Test func `what is past its time is not sent`() async throws {
        let apns = channel()
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting(), options: .init(expiresIn: .seconds(60)))
        bench.clock.advance(by: .seconds(60))
        try await bench.worker.drain()
        #expect(apns.attempts.isEmpty)
        #expect(try await bench.deliveries(receipt).first?.state == .expired)
    }

    // MARK: - Messages

    /// Counts how often it prepares a message.
    private final class PreparingChannel: Channel {
        typealias Message = String
        struct Unpreparable: Error {}
        let id: ChannelID = .apns
        private let state = Watched((prepared: 0, sent: [Int]()))
        var prepared: Int { state.read { $0.prepared } }
        var sent: [Int] { state.read { $0.sent } }

        func prepare(_ message: String) throws -> Int {
            state.update { $0.prepared += 1 }
            if message == "unpreparable" { throw Unpreparable() }
            return message.utf8.count
        }
        func deliver(prepared: Int, to route: Route, context: DeliveryContext) async throws -> DeliveryOutcome {
            state.update { $0.sent.append(prepared) }
            return .sent()
        }
        func deliver(_ message: String, to route: Route, context: DeliveryContext) async throws -> DeliveryOutcome {
            try await deliver(prepared: prepare(message), to: route, context: context)
        }
    }

    @Test func `a message is prepared once for a hundred deliveries`() async throws {
        let apns = PreparingChannel()
        let bench = try Workbench(apns)
        for number in 10..<110 { try await bench.register("aa\(1000 + number)") }
        try await bench.notify(user, Greeting())
        #expect(try await bench.worker.drain() == 100)
        #expect(apns.prepared == 1)
        #expect(apns.sent == Array(repeating: 5, count: 100))
        try await bench.notify(user, Greeting(text: "Hi"))
        try await bench.worker.drain()
        #expect(apns.prepared == 2)
    }

    @Test(arguments: [(59, 1), (60, 2)])
    func `an answer to a claim that comes after the lease is not acted upon`(seconds: Int, attempt: Int) async throws {
        let apns = PreparingChannel()
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        bench.store.delayClaim(by: .seconds(seconds))
        #expect(try await bench.worker.drain() == 1)
        #expect(apns.sent == [5], "sent once")
        #expect(try await bench.deliveries(receipt).first?.attempts == attempt, "a lease that has lapsed counts")
    }

    @Test func `promise 9: a message that cannot be read or prepared fails alone`() async throws {
        let apns = PreparingChannel()
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let bad = try await bench.notify(user, Greeting(text: "unpreparable"))
        // Another version of the channel stored a message this one cannot read.
        let prepared = try #require(await bench.notify.prepare(user, Greeting()).notifications.first)
        let alien = PreparedNotification(
            id: prepared.id,
            type: prepared.type,
            category: prepared.category,
            recipient: prepared.recipient,
            messages: prepared.messages.map {
                PreparedMessage(
                    id: $0.id,
                    channel: $0.channel,
                    payload: Payload(json: Data("{\"version\":2}".utf8)),
                    maxAttempts: $0.maxAttempts,
                    deliveries: $0.deliveries
                )
            }
        )
        _ = try await bench.store.enqueue(Submission([alien]))
        let good = try await bench.notify(user, Greeting())
        #expect(try await bench.worker.drain() == 3)
        for receipt in [bad, alien.receipt] {
            let delivery = try #require(await bench.deliveries(receipt).first)
            #expect(delivery.state == .failed)
            #expect(delivery.reason == "undecodable-message")
            #expect(delivery.attempts == 0)
        }
        #expect(try await bench.deliveries(good).first?.state == .sent)
        #expect(apns.sent == [5])
    }

    @Test func `deliveries of channels this worker does not have are left alone`() async throws {
        let bench = try Workbench(channel())
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        let other = try bench.anotherWorker(RecordingChannel(id: .mail, of: String.self))
        #expect(try await other.drain() == 0)
        #expect(try await bench.deliveries(receipt).first?.state == .queued)
    }

    // MARK: - Observing

    @Test func `an observer is told of everything once`() async throws {
        let apns = RecordingChannel(id: .apns, of: String.self) { attempt in
            attempt.route.address == "aa02" && attempt.context.attempt == 1 ? .retry(Self.busy) : .sent()
        }
        let bench = try Workbench(apns)
        try await bench.register("aa01", "aa02")
        let receipt = try await bench.notify(user, Greeting())
        try await bench.worker.drain()
        try await bench.advance(by: 10)
        let events = bench.log.events
        #expect(events.prepared == [receipt.id])
        #expect(events.sending.count == 3)
        #expect(events.settled.count == 3)
        #expect(Set(events.settled.map(\.claim.lease)).count == 3)
        #expect(events.settled.filter { $0.settlement.attempt != nil }.map(\.settlement.attempt?.outcome) == ["retry"])
        #expect(events.settled.allSatisfy { $0.attemptDuration == .zero })
        #expect(events.pauses.isEmpty)
        #expect(events.failures.isEmpty)
    }

    @Test func `several observers are told the same, in order`() async throws {
        let bench = try Workbench(channel())
        let (first, second) = (EventLog(), EventLog())
        let observers = Observers([first, second])
        let claim = Claim.sample()
        let removal = RouteRemoval(device: .sample, token: "", condition: .registeredAt(bench.clock.now), reason: "")
        let settlement = Settlement(claim.lease, .failed)
        observers.prepared(nil, as: try #require(await bench.notify.prepare(user, Greeting()).notifications.first))
        observers.sending(claim)
        observers.settled(SettledDelivery(claim: claim, settlement: settlement, result: .stale, attemptDuration: nil))
        observers.routeRemoved(removal)
        observers.credentialPaused("key", on: .apns, because: Self.busy)
        observers.storeFailed(StoreUnavailable("away"), while: "claiming")
        for events in [first.events, second.events] {
            #expect(events.prepared.count == 1)
            #expect(events.sending == [claim.lease.delivery])
            #expect(events.settled.count == 1)
            #expect(events.removed == [.sample])
            #expect(events.pauses.map(\.credential) == ["key"])
            #expect(events.failures == ["claiming"])
        }
    }
}
