import FanfareCore
import FanfareTesting
import Testing

/// Whose device it is when a delivery is sent, and whose delivery it is.
@Suite struct WorkerRouteTests {
    let user = User("1")
    static let busy = DeliveryReason("busy")

    func channel(_ outcomes: DeliveryOutcome..., idempotency: Idempotency = .replaces) -> RecordingChannel<String> {
        let remaining = Watched(outcomes[...])
        return RecordingChannel(id: .apns, of: String.self, idempotency: idempotency) { _ in
            remaining.update { $0.popFirst() } ?? .sent()
        }
    }

    @Test(arguments: ["handed over", "signed out", "deleted", "not authorized"])
    func `promise 7: what is queued for a former owner is skipped`(change: String) async throws {
        let apns = channel()
        let bench = try Workbench(apns)
        let device = try #require(await bench.register("aa01").first)
        let receipt = try await bench.notify(user, Greeting())
        let token = try DeviceToken("aa01", platform: .apns)
        let expected: DeliveryReason
        switch change {
        case "handed over":
            try await bench.register("aa01", for: User("2"))
            expected = .handedOver
        case "signed out":
            _ = try await bench.store.register([DeviceRegistration(token, platform: .apns, user: .clear)])
            expected = .routeRemoved
        case "deleted":
            #expect(try await bench.store.removeDevice(device, ownedBy: nil))
            expected = .routeRemoved
        default:
            _ = try await bench.store.register([
                DeviceRegistration(token, platform: .apns, authorized: .set(false))
            ])
            expected = .notAuthorized
        }
        try await bench.worker.drain()
        #expect(apns.attempts.isEmpty)
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .skipped)
        #expect(delivery.reason == expected.code)
        #expect(delivery.attempts == 0)
        // The new owner hears only what is for them.
        try await bench.notify(User("2"), Greeting(text: "for two"))
        try await bench.worker.drain()
        #expect(apns.messages == (change == "handed over" ? ["for two"] : []))
    }

    @Test func `promise 7: a handover between two attempts ends the first owner's delivery`() async throws {
        let apns = channel(.retry(Self.busy))
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        try await bench.notify(user, Greeting())
        try await bench.worker.drain()
        try await bench.register("aa01", for: User("2"))
        try await bench.advance(by: 60)
        #expect(apns.attempts.count == 1)
    }

    @Test func `a new token of a device is used by what is queued`() async throws {
        let apns = channel()
        let bench = try Workbench(apns)
        func register(_ token: String) async throws {
            _ = try await bench.store.register([
                DeviceRegistration(
                    try DeviceToken(token, platform: .apns),
                    platform: .apns,
                    user: .set("1"),
                    deviceKey: .set("installation")
                )
            ])
        }
        try await register("aa01")
        try await bench.notify(user, Greeting())
        try await register("bb02")
        try await bench.worker.drain()
        #expect(apns.attempts.map(\.route.address) == ["bb02"])
    }

    @Test(arguments: [false, true], [false, true])
    func `promise 6: a token that was registered again lives`(withTime: Bool, again: Bool) async throws {
        let gate = Gate()
        let clock = Watched<ManualClock?>(nil)
        let apns = RecordingChannel(id: .apns, of: String.self) { attempt in
            let asOf = withTime ? clock.value?.now : nil
            try await gate.pass()
            return .routeGone(asOf: asOf, DeliveryReason("unregistered"))
        }
        let bench = try Workbench(apns)
        clock.update { $0 = bench.clock }
        let device = try #require(await bench.register("aa01").first)
        let receipt = try await bench.notify(user, Greeting())
        bench.clock.advance(by: .seconds(1))
        async let pass = bench.worker.drain()
        await gate.waitForAttempts(1)
        bench.clock.advance(by: .seconds(1))
        if again { try await bench.register("aa01") }
        gate.open()
        _ = try await pass
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .failed)
        #expect(delivery.reason == "unregistered")
        let record = try #require(await bench.store.device(device))
        #expect((record.invalidatedAt == nil) == again)
        #expect(record.invalidReason == (again ? nil : "unregistered"))
        #expect(bench.log.events.removed == (again ? [] : [device]))
    }

    @Test func `a direct address that is gone fails alone`() async throws {
        let apns = channel(.routeGone(Self.busy))
        let bench = try Workbench(apns)
        try await bench.notify(OnDemand(.apns("aa01"), .apns("aa02")), Greeting())
        try await bench.worker.drain()
        #expect(bench.log.events.settled.map(\.settlement.state).map(\.rawValue).sorted() == ["failed", "sent"])
        #expect(bench.log.events.removed.isEmpty)
    }

    // MARK: - Leases

    @Test(arguments: [false, true])
    func `promise 5: a worker that lost its lease is refused, however late it answers (queue-05)`(
        isOtherDone: Bool
    ) async throws {
        let (gate, otherGate) = (Gate(), Gate())
        let slow = RecordingChannel(id: .apns, of: String.self) { _ in
            try await gate.pass()
            return .rejected(DeliveryReason("late"))
        }
        let bench = try Workbench(slow)
        let quick = RecordingChannel(id: .apns, of: String.self) { _ in
            try await otherGate.pass()
            return .sent(providerID: "second")
        }
        let other = try bench.anotherWorker(quick)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        async let pass = bench.worker.drain()
        await gate.waitForAttempts(1)
        #expect(try await other.drain() == 0)
        bench.clock.advance(by: .seconds(60))
        async let otherPass = other.drain()
        await otherGate.waitForAttempts(1)
        #expect(quick.attempts.map(\.context.attempt) == [2])
        #expect(quick.attempts.map(\.context.isResend) == [true])
        if isOtherDone {
            otherGate.open()
            _ = try await otherPass
        }
        gate.open()
        _ = try await pass
        #expect(bench.log.events.settled.map(\.result) == [.stale])
        #expect(try await bench.deliveries(receipt).map(\.state) == [isOtherDone ? .sent : .sending])
        otherGate.open()
        _ = try await otherPass
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .sent)
        #expect(delivery.providerID == "second")
        #expect(delivery.attempts == 2)
    }

    @Test func `promise 2: a delivery whose worker always dies ends failed (queue-05)`() async throws {
        let apns = channel()
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        for _ in 0..<12 {
            #expect(try await bench.store.claim(upTo: 10, on: .apns, for: .seconds(60)).count == 1)
            bench.clock.advance(by: .seconds(60))
        }
        try await bench.worker.drain()
        #expect(apns.attempts.isEmpty)
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .failed)
        #expect(delivery.reason == "lease-expired")
        #expect(delivery.attempts == 12)
    }
}
