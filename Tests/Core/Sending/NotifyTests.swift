import FanfareCore
import FanfareMemory
import FanfareTesting
import Testing

private struct Invitation: Notification, PushRenderable, MailRenderable {
    static let type: NotificationType = "invitation"
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [.push, .mail] }
    func pushMessage(for recipient: some Notifiable) -> PushMessage { PushMessage(title: "Come") }
    func mailMessage(for recipient: some Notifiable) -> MailMessage { MailMessage(subject: "Come") }
}

@Suite struct NotifyTests {
    let apns = RecordingChannel(id: .apns, of: String.self)
    let user = User("1")

    func skips(_ receipt: Receipt) -> [ChannelID: SkippedChannel.Reason] {
        Dictionary(uniqueKeysWithValues: receipt.skipped.map { ($0.channel, $0.reason) })
    }

    // MARK: - Routes

    @Test func `every registered device has a delivery of its own`() async throws {
        let bench = try Workbench(apns)
        let devices = try await bench.register("aa01", "aa02")
        let receipt = try await bench.notify(user, Greeting())
        #expect(Set(receipt.deliveries.map(\.device)) == Set(devices))
        #expect(receipt.deliveries.map(\.state) == [.queued, .queued])
        #expect(!receipt.isRepeat)
        #expect(bench.log.events.prepared == [receipt.id])
        #expect(try await bench.deliveries(receipt).map(\.id) == receipt.deliveries.map(\.id).sorted())
    }

    @Test func `a user without devices is no error`() async throws {
        let bench = try Workbench(apns)
        let receipt = try await bench.notify(user, Greeting())
        #expect(receipt.deliveries.isEmpty)
        #expect(skips(receipt) == [.apns: .noRoute])
        #expect(try await bench.store.notification(receipt.id)?.deliveries == [])
    }

    @Test func `a channel the application does not have is skipped`() async throws {
        let bench = try Workbench(RecordingChannel(id: .mail, of: String.self))
        try await bench.register("aa01")
        #expect(skips(try await bench.notify(user, Greeting())) == [.apns: .notConfigured])
    }

    @Test func `a user whose devices may not show notifications is skipped`() async throws {
        let bench = try Workbench(apns)
        let token = try DeviceToken("aa01", platform: .apns)
        _ = try await bench.store.register([
            DeviceRegistration(token, platform: .apns, user: .set(user.recipientID), authorized: .set(false))
        ])
        #expect(skips(try await bench.notify(user, Greeting())) == [.apns: .notAuthorized])
    }

    @Test func `a user whose devices are all set aside is skipped`() async throws {
        let bench = try Workbench(RecordingChannel(id: .apns, of: String.self, answering: .routeGone(.init("gone"))))
        try await bench.register("aa01")
        try await bench.notify(user, Greeting())
        try await bench.worker.drain()
        #expect(skips(try await bench.notify(user, Greeting())) == [.apns: .routesInvalid])
    }

    @Test func `a route that two ways lead to is taken once`() async throws {
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let twice = Flexible(ways: [Via(.apns) { _, _ in "first" }, Via(.apns) { _, _ in "second" }])
        let receipt = try await bench.notify(user, twice)
        #expect(receipt.deliveries.count == 1)
        #expect(skips(receipt) == [.apns: .duplicate])
        try await bench.worker.drain()
        #expect(apns.messages == ["first"])
    }

    @Test func `an address listed twice is reached once`() async throws {
        let mail = RecordingChannel(id: .mail, of: String.self, reach: .addresses)
        let bench = try Workbench(mail, apns)
        let nobody = OnDemand(.mail("a@example.com"), .mail("b@example.com"), .mail("a@example.com"), .apns("aa01"))
        let receipt = try await bench.notify(nobody, Flexible(ways: [Via(.mail) { _, _ in "Hi" }]))
        #expect(receipt.recipient == .onDemand)
        try await bench.worker.drain()
        #expect(mail.attempts.map(\.route.address) == ["a@example.com", "b@example.com"])
        #expect(apns.attempts.isEmpty)
    }

    @Test func `a way through several channels is skipped as a whole only`() async throws {
        let push = RecordingChannel(id: .apns, of: PushMessage.self)
        let fcm = RecordingChannel(id: .fcm, of: PushMessage.self)
        let bench = try Workbench(push, fcm)
        #expect(skips(try await bench.notify(user, Invitation())) == [.push: .noRoute, .mail: .notConfigured])
        try await bench.register("f1", on: .fcm)
        let receipt = try await bench.notify(user, Invitation())
        #expect(skips(receipt) == [.mail: .notConfigured])
        #expect(receipt.deliveries.map(\.channel) == [.fcm])
    }

    @Test func `the most telling reason is given for a way through several channels`() async throws {
        let bench = try Workbench(RecordingChannel(id: .fcm, of: PushMessage.self))
        #expect(skips(try await bench.notify(user, Invitation()))[.push] == .noRoute)
        let token = try DeviceToken("f1", platform: .fcm)
        _ = try await bench.store.register([
            DeviceRegistration(token, platform: .fcm, user: .set(user.recipientID), authorized: .set(false))
        ])
        #expect(skips(try await bench.notify(user, Invitation()))[.push] == .notAuthorized)
    }

    @Test func `a way through no channel is skipped`() async throws {
        let bench = try Workbench(apns)
        let receipt = try await bench.notify(user, Flexible(ways: [Via("nothing", combining: [])]))
        #expect(skips(receipt) == ["nothing": .noRoute])
    }

    // MARK: - Many recipients

    @Test(arguments: [nil, "key"])
    func `a user listed twice is notified once (queue-03)`(key: String?) async throws {
        let bench = try Workbench(apns, batchSize: 1)
        let (u, v) = (User("u"), User("v"))
        try await bench.register("aa01", "aa02", for: u)
        try await bench.register("bb01", for: v)
        let receipts = try await bench.notify([u, u, v], Greeting(), options: .init(idempotencyKey: key))
        #expect(receipts.map(\.recipient) == ["u", "v"])
        try await bench.worker.drain()
        #expect(apns.attempts.map(\.route.address).sorted() == ["aa01", "aa02", "bb01"])
    }

    @Test func `nobody to notify is no error`() async throws {
        #expect(try await Workbench(apns).notify([User](), Greeting()).isEmpty)
    }

    @Test func `a later batch that fails names the receipts of the earlier ones`() async throws {
        let bench = try Workbench(apns, batchSize: 2)
        bench.store.allowEnqueues(2)
        let users = (1...7).map { User("\($0)") }
        let error = await #expect(throws: InterruptedNotifyError.self) { try await bench.notify(users, Greeting()) }
        #expect(error?.receipts.map(\.recipient) == ["1", "2", "3", "4"])
        #expect(error?.underlying is StoreUnavailable)
        #expect(bench.log.events.prepared == error?.receipts.map(\.id))
    }

    @Test func `a first batch that fails throws the error itself`() async throws {
        let bench = try Workbench(apns, batchSize: 2)
        bench.store.fail(.enqueue)
        await #expect(throws: StoreUnavailable.self) { try await bench.notify([user, User("2")], Greeting()) }
        #expect(bench.log.events.prepared.isEmpty)
    }

    @Test func `with an idempotency key all recipients share one transaction`() async throws {
        let bench = try Workbench(apns, batchSize: 1)
        bench.store.allowEnqueues(1)
        let options = DeliveryOptions(idempotencyKey: "key")
        #expect(try await bench.notify([user, User("2")], Greeting(), options: options).count == 2)
    }

    // MARK: - Idempotency

    @Test func `a repeat returns the first receipt and stores nothing`() async throws {
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let options = DeliveryOptions(idempotencyKey: "key")
        let first = try await bench.notify(user, Greeting(), options: options)
        let second = try await bench.notify(user, Greeting(), options: options)
        #expect(second.id == first.id)
        #expect(second.deliveries == first.deliveries)
        #expect(!first.isRepeat && second.isRepeat)
        #expect(try await bench.worker.drain() == 1)
        #expect(bench.log.events.prepared == [first.id])
    }

    @Test func `a key used for something else is a conflict`() async throws {
        let bench = try Workbench(apns)
        let options = DeliveryOptions(idempotencyKey: "key")
        try await bench.notify(user, Greeting(), options: options)
        for attempt in 0..<2 {
            let error = await #expect(throws: NotifyError.self) {
                if attempt == 0 {
                    try await bench.notify(User("2"), Greeting(), options: options)
                } else {
                    try await bench.notify(user, Flexible(ways: []), options: options)
                }
            }
            #expect(error?.code == .idempotencyConflict)
        }
    }

    @Test func `recipients on demand are told apart by their addresses`() async throws {
        let mail = RecordingChannel(id: .mail, of: String.self)
        let bench = try Workbench(mail)
        let options = DeliveryOptions(idempotencyKey: "key")
        let message = Flexible(ways: [Via(.mail) { _, _ in "Hi" }])
        try await bench.notify(OnDemand(.mail("a@example.com")), message, options: options)
        #expect(try await bench.notify(OnDemand(.mail("a@example.com")), message, options: options).isRepeat)
        let error = await #expect(throws: NotifyError.self) {
            try await bench.notify(OnDemand(.mail("b@example.com")), message, options: options)
        }
        #expect(error?.code == .idempotencyConflict)
    }

    @Test func `a key is forgotten after its lifetime`() async throws {
        let bench = try Workbench(apns)
        let options = DeliveryOptions(idempotencyKey: "key")
        let first = try await bench.notify(user, Greeting(), options: options)
        bench.clock.advance(by: .seconds(7 * 86_400))
        #expect(try await bench.notify(user, Greeting(), options: options).id != first.id)
    }

    // MARK: - What stores nothing

    private struct Broken: Error {}

    static let faults: [(Via<Flexible>, DeliveryOptions, NotifyError.Code)] = [
        (Via(.apns) { _, _ -> String in throw Broken() }, .init(), .renderingFailed),
        (Via(.apns) { _, _ in [Double.infinity] }, .init(), .messageNotEncodable),
        (Via(.apns) { _, _ in "refused" }, .init(), .messageRefused),
        (Via(.apns) { _, _ in ["not", "a", "string"] }, .init(), .messageRefused),
        (Via(.apns) { _, _ in "Hi" }, .init(delay: .seconds(-1)), .invalidOption),
        (Via(.apns) { _, _ in "Hi" }, .init(expiresIn: .seconds(-1)), .invalidOption),
        (Via(.apns) { _, _ in "Hi" }, .init(idempotencyKey: ""), .invalidOption),
    ]

    @Test(arguments: faults.indices)
    func `promise 1: what cannot be sent throws and stores nothing`(index: Int) async throws {
        let (way, options, code) = Self.faults[index]
        let picky = RecordingChannel(id: .apns, of: String.self, validation: { if $0 == "refused" { throw Broken() } })
        {
            _ in .sent()
        }
        let mail = RecordingChannel(id: .mail, of: String.self)
        let bench = try Workbench(picky, mail)
        try await bench.register("aa01")
        let notification = Flexible(ways: [Via(.mail) { _, _ in "fine" }, way])
        let ada = User("1", mailbox: "ada@example.com")
        let error = await #expect(throws: NotifyError.self) {
            try await bench.notify(ada, notification, options: options)
        }
        #expect(error?.code == code)
        #expect(try await bench.isEmpty())
        #expect(bench.log.events.prepared.isEmpty)
        #expect(try await bench.worker.drain() == 0)
    }

    @Test func `promise 1: when the store fails nothing is stored, and nothing is reported as stored`() async throws {
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        bench.store.fail(.enqueue)
        await #expect(throws: StoreUnavailable.self) { try await bench.notify(user, Greeting()) }
        #expect(try await bench.isEmpty())
        #expect(bench.log.events.prepared.isEmpty)
    }

    @Test func `preparing stores nothing and checks the options too`() async throws {
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let prepared = try #require(await bench.notify.prepare(user, Greeting()).notifications.first)
        #expect(prepared.messages.map(\.deliveries.count) == [1])
        #expect(try await bench.isEmpty())
        await #expect(throws: NotifyError.self) {
            try await bench.notify.prepare(user, Greeting(), options: .init(delay: .seconds(-1)))
        }
    }

    // MARK: - Options

    @Test func `a delay and a time of day are kept`() async throws {
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let start = bench.clock.now
        try await bench.notify(user, Greeting(text: "delayed"), options: .init(delay: .seconds(10)))
        try await bench.notify(user, Greeting(text: "at"), options: .init(at: start.advanced(by: .seconds(20))))
        try await bench.notify(user, Greeting(text: "past"), options: .init(at: start.advanced(by: .seconds(-20))))
        try await bench.worker.drain()
        #expect(apns.messages == ["past"])
        try await bench.advance(by: 9)
        #expect(apns.messages.count == 1)
        try await bench.advance(by: 1)
        #expect(apns.messages == ["past", "delayed"])
        try await bench.advance(by: 10)
        #expect(apns.messages == ["past", "delayed", "at"])
    }

    @Test func `expiry counts from the due time and reaches the channel, with priority and collapse key`() async throws
    {
        let bench = try Workbench(apns)
        try await bench.register("aa01")
        let options = DeliveryOptions(
            delay: .seconds(5),
            expiresIn: .seconds(60),
            priority: .high,
            collapseKey: "order-7"
        )
        let receipt = try await bench.notify(user, Greeting(), options: options)
        let expires = bench.clock.now.advanced(by: .seconds(65))
        try await bench.advance(by: 5)
        let context = try #require(apns.attempts.first?.context)
        #expect(context.notification == receipt.id)
        #expect(context.delivery == receipt.deliveries.first?.id)
        #expect(context.type == Greeting.type)
        #expect(context.attempt == 1)
        #expect(!context.isResend)
        #expect(context.expiresAt == expires)
        #expect(context.priority == .high)
        #expect(context.collapseKey == "order-7")
        #expect(!context.isNowOrNever)
    }

    @Test func `a time to live of zero means now or never`() async throws {
        let busy = RecordingChannel(id: .apns, of: String.self, answering: .retry(DeliveryReason("busy")))
        let bench = try Workbench(busy)
        try await bench.register("aa01")
        let receipt = try await bench.notify(user, Greeting(), options: .init(expiresIn: .zero))
        bench.clock.advance(by: .seconds(3))
        try await bench.worker.drain()
        #expect(busy.attempts.first?.context.isNowOrNever == true)
        let delivery = try #require(await bench.deliveries(receipt).first)
        #expect(delivery.state == .expired)

        guard case .queued = try await bench.store.retry(delivery.id) else {
            Issue.record("an expired delivery can be given another go")
            return
        }
        try await bench.worker.drain()
        #expect(try await bench.deliveries(receipt).first?.state == .sent)
        #expect(busy.attempts.count == 2)
    }

    @Test func `what is urgent goes first`() async throws {
        // One at a time, so that the order shows.
        let pager = RecordingChannel(id: .pager, of: String.self, capacity: 1) { _ in .sent() }
        let bench = try Workbench(pager)
        try await bench.register("bb01", on: "pager")
        for priority in [Priority.bulk, .normal, .high] {
            let notification = Flexible(ways: [Via(.pager) { _, _ in "\(priority)" }])
            try await bench.notify(user, notification, options: .init(priority: priority))
        }
        try await bench.worker.drain()
        #expect(pager.messages == ["high", "normal", "bulk"])
    }
}
