import FanfareCore
import FanfareTesting
import Testing

/// A worker that runs until it is told to stop.
@Suite(.timeLimit(.minutes(1))) struct WorkerTests {
    let user = User("1")
    static let busy = DeliveryReason("busy")

    func sending(_ id: ChannelID = .apns) -> RecordingChannel<String> { RecordingChannel(id: id, of: String.self) }

    @Test func `a notification sent while the worker idles goes out without the clock moving`() async throws {
        let apns = sending()
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        try await bench.running { _ in
            await bench.clock.waitForSleepers(2)
            let receipt = try await bench.notify(user, Greeting())
            await apns.waitForAttempts(1)
            await bench.log.wait { $0.settled.count == 1 }
            #expect(try await bench.deliveries(receipt).first?.state == .sent)
        }
    }

    @Test func `a delivery that nobody announced is found by polling`() async throws {
        let apns = sending()
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        try await bench.notify(user, Greeting(), options: .init(delay: .seconds(3)))
        try await bench.running { _ in
            await bench.pass(2)
            #expect(apns.attempts.isEmpty)
            await bench.pass(1)
            await bench.log.wait { $0.settled.count == 1 }
            #expect(apns.attempts.count == 1)
        }
    }

    // MARK: - A store that is away

    @Test(arguments: [30, 59, 90, 700])
    func `promise 4: what was sent is recorded when the store is back, and not sent again (queue-02)`(
        seconds: Int
    ) async throws {
        let gate = Gate()
        let apns = gate.channel()
        let bench = try Workbench(apns)
        try await bench.register("aa01", "aa02")
        let receipt = try await bench.notify(user, Greeting())
        try await bench.running { _ in
            await gate.waitForAttempts(2)
            bench.store.fail(.settle, .renew)
            gate.open()
            await bench.log.wait { !$0.failures.isEmpty }
            // One task more sleeps: the one that records.
            await bench.pass(seconds, sleepers: 3)
            #expect(apns.attempts.count == 2)
            bench.store.fail()
            await bench.pass(6)
            await bench.log.wait { events in events.settled.count { $0.result != .stale } == 2 }
        }
        #expect(apns.attempts.count == 2)
        #expect(try await bench.deliveries(receipt).map(\.state) == [.sent, .sent])
    }

    @Test func `promise 4: a store that comes back for a claim first does not make it sent again`() async throws {
        let gate = Gate()
        let apns = gate.channel()
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        try await bench.notify(user, Greeting())
        try await bench.running { _ in
            await gate.waitForAttempts(1)
            bench.store.fail(.settle, .renew, .claim)
            gate.open()
            await bench.log.wait { $0.failures.contains("settling") }
            await bench.pass(90, sleepers: 3)
            bench.store.fail(.settle, .renew)
            await bench.pass(90, sleepers: 3)
            bench.store.fail()
            await bench.pass(6)
            await bench.log.wait { events in events.settled.contains { $0.result != .stale } }
        }
        #expect(apns.attempts.count == 1)
    }

    @Test func `claims stop while nothing can be recorded`() async throws {
        let apns = RecordingChannel(id: .apns, of: String.self, capacity: 4) { _ in .sent() }
        let bench = try Workbench(apns)
        for number in 10..<40 { try await bench.register("aa\(number)") }
        try await bench.notify(user, Greeting())
        bench.store.fail(.settle)
        try await bench.running { _ in
            await bench.log.wait { !$0.failures.isEmpty }
            // Renewal and recording sleep; nobody polls.
            await bench.pass(30, sleepers: 2)
            #expect(apns.attempts.count == 4)
            bench.store.fail()
            await bench.pass(6)
            await bench.log.wait { $0.settled.count == 30 }
        }
        #expect(apns.attempts.count == 30)
    }

    @Test func `a store that fails to be asked is asked again`() async throws {
        let apns = sending()
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        bench.store.fail(.claim)
        try await bench.notify(user, Greeting())
        try await bench.running { _ in
            await bench.pass(5)
            #expect(bench.log.events.failures.allSatisfy { $0 == "claiming" })
            bench.store.fail()
            await bench.pass(1)
            await bench.log.wait { $0.settled.count == 1 }
        }
        #expect(apns.attempts.count == 1)
    }

    // MARK: - Keeping trouble apart

    @Test func `promise 9: a channel that hangs holds up no other`() async throws {
        let gate = Gate()
        let (hanging, mail) = (gate.channel(), sending(.mail))
        let bench = try Workbench(hanging, mail)
        try await bench.register("aa01")
        let ways: [Via<Flexible>] = [Via(.apns) { _, _ in "push" }, Via(.mail) { _, _ in "mail" }]
        try await bench.running { _ in
            for _ in 0..<100 { try await bench.notify(User("1", mailbox: "a@example.com"), Flexible(ways: ways)) }
            await mail.waitForAttempts(100)
            await bench.log.wait { $0.settled.count == 100 }
            #expect(bench.log.events.settled.allSatisfy { $0.claim.channel == .mail })
            gate.open()
        }
    }

    @Test(arguments: [1, 3, 64])
    func `never more than its capacity is in a channel at once`(capacity: Int) async throws {
        let gate = Gate()
        let apns = gate.channel(capacity: capacity)
        let bench = try Workbench(apns)
        for number in 100..<300 { try await bench.register("a\(number)") }
        try await bench.notify(user, Greeting())
        try await bench.running { _ in
            await gate.waitForAttempts(capacity)
            #expect(gate.inside == capacity)
            gate.open()
            await bench.log.wait { $0.settled.count == 200 }
        }
        #expect(gate.most == capacity)
        #expect(apns.attempts.count == 200)
    }

    // MARK: - Leases

    @Test func `a slow delivery keeps its lease, until it is too slow`() async throws {
        let gate = Gate()
        let apns = gate.channel()
        let bench = try Workbench(apns, configuration: WorkerConfiguration(attemptLimit: .seconds(300)))
        let other = try bench.anotherWorker(sending())
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        try await bench.running { _ in
            await gate.waitForAttempts(1)
            // The last renewal is at 300 s, for 60 s.
            for seconds in [60, 60, 60, 60, 60, 59] {
                await bench.pass(seconds)
                let taken = try await other.drain()
                #expect(taken == 0)
            }
            bench.clock.advance(by: .seconds(1))
            // Now it may be taken: by the other worker, or by this one again.
            try await other.drain()
            let attempts = try await bench.deliveries(receipt).map(\.attempts)
            #expect(attempts == [2])
            gate.open()
        }
    }

    // MARK: - Stopping

    @Test func `what is under way finishes, and nothing new is begun`() async throws {
        let gate = Gate()
        let apns = gate.channel(capacity: 2)
        let bench = try Workbench(apns)
        try await bench.register("aa01", "aa02", "aa03")
        let receipt = try await bench.notify(user, Greeting())
        try await bench.running { signal in
            await gate.waitForAttempts(2)
            signal.trigger()
            // Renewal, and the wait for the end of the drain time.
            await bench.clock.waitForSleepers(2)
            let claims = bench.store.claims
            gate.open()
            await bench.log.wait { $0.settled.count == 2 }
            #expect(bench.store.claims == claims)
        }
        #expect(apns.attempts.count == 2)
        #expect(
            try await bench.deliveries(receipt).map(\.state).map(\.rawValue).sorted() == ["queued", "sent", "sent"]
        )
        #expect(bench.clock.sleepers == 0)
    }

    @Test func `past the drain time what is under way is handed back and costs nothing`() async throws {
        let gate = Gate()
        // Full, so that it does not poll: only the renewal sleeps until the signal is given.
        let bench = try Workbench(gate.channel(capacity: 1))
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        try await bench.running { signal in
            await gate.waitForAttempts(1)
            signal.trigger()
            await bench.clock.waitForSleepers(2)
            bench.clock.advance(by: .seconds(10))
        }
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .queued)
        #expect(delivery.attempts == 0)
        let other = sending()
        #expect(try await bench.anotherWorker(other).drain() == 1)
        #expect(other.attempts.first?.context.attempt == 1)
        #expect(other.attempts.first?.context.isResend == false)
    }

    @Test func `an idle worker stops at once`() async throws {
        let bench = try Workbench(sending(), sending(.mail))
        try await bench.running { _ in await bench.clock.waitForSleepers(4) }
        #expect(bench.clock.sleepers == 0)
    }

    @Test func `a signal given before the start is obeyed`() async throws {
        let bench = try Workbench(sending())
        try await bench.register("aa01")
        try await bench.notify(user, Greeting())
        let signal = ShutdownSignal()
        signal.trigger()
        await bench.worker.run(until: signal)
        #expect(bench.clock.sleepers == 0)
    }

    @Test func `a store that is away does not keep a worker from stopping`() async throws {
        let bench = try Workbench(sending())
        try await bench.register("aa01")
        bench.store.fail(.settle)
        try await bench.notify(user, Greeting())
        let signal = ShutdownSignal()
        let hasStopped = Watched(false)
        async let work: Void = {
            await bench.worker.run(until: signal)
            hasStopped.update { $0 = true }
        }()
        await bench.log.wait { $0.failures.contains("settling") }
        signal.trigger()
        while !hasStopped.value {
            bench.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        await work
        #expect(bench.clock.sleepers == 0)
    }

    @Test func `cancelling ends what is under way at once and records what was sent`() async throws {
        let gate = Gate()
        let apns = RecordingChannel(id: .apns, of: String.self) { attempt in
            if attempt.route.address == "aa02" { try await gate.pass() }
            return .sent()
        }
        let bench = try Workbench(apns)
        try await bench.register("aa01", "aa02")
        let receipt = try await bench.notify(user, Greeting())
        let work = Task { await bench.worker.run(until: ShutdownSignal()) }
        await gate.waitForAttempts(1)
        await apns.waitForAttempts(2)
        work.cancel()
        await work.value
        #expect(try await bench.deliveries(receipt).map(\.state).map(\.rawValue).sorted() == ["queued", "sent"])
        #expect(try await bench.deliveries(receipt).map(\.attempts).sorted() == [0, 1])
    }

    @Test func `a channel that finishes as it is cancelled is still recorded as sent`() async throws {
        let gate = Gate()
        let apns = RecordingChannel(id: .apns, of: String.self) { _ in
            try? await gate.pass()
            return .sent(providerID: "just in time")
        }
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting())
        let work = Task { await bench.worker.run(until: ShutdownSignal()) }
        await gate.waitForAttempts(1)
        work.cancel()
        await work.value
        #expect(try await bench.deliveries(receipt).first?.providerID == "just in time")
    }

    @Test func `a store that fails to take deliveries back does not turn the sent ones stale`() async throws {
        let gate = Gate()
        let apns = RecordingChannel(id: .apns, of: String.self) { attempt in
            do {
                try await gate.pass()
            } catch {
                if attempt.route.address == "aa02" { throw error }
            }
            return .sent()
        }
        let bench = try Workbench(apns)
        try await bench.register("aa01", "aa02")
        try await bench.notify(user, Greeting())
        bench.store.fail(.release)
        let work = Task { await bench.worker.run(until: ShutdownSignal()) }
        await gate.waitForAttempts(2)
        work.cancel()
        await work.value
        #expect(bench.log.events.settled.map(\.result) == [.applied(.sent, routeRemoved: false)])
        #expect(bench.log.events.failures == ["handing back"])
    }
}
