import FanfareCore

/// Makes up operations at random: the same ones for the same seed and the same answers.
struct StoreWorkload {
    let channels: [ChannelID] = ["a", "b"]
    let users: [RecipientID] = ["ada", "bob", "eve"]
    var random: SeededGenerator
    let ids: IdentifierSource
    let clock: ManualClock
    private var devices: [DeviceID] = []
    private var snapshot = StoreSnapshot(deliveries: [], devices: [], statistics: QueueStatistics())
    private var claims: [Claim] = []
    private var notifications: [NotificationID] = []

    init(seed: UInt64, clock: ManualClock) {
        self.random = SeededGenerator(seed: seed)
        self.ids = IdentifierSource(clock: clock, generator: SeededGenerator(seed: seed))
        self.clock = clock
    }

    /// Takes note of what came of an operation: later ones refer to it.
    mutating func note(_ answer: StoreAnswer, to operation: StoreOperation, _ snapshot: StoreSnapshot) {
        self.snapshot = snapshot
        switch (operation, answer) {
        case (.register, .registered(let registered)):
            for device in registered where !devices.contains(device.id) { devices.append(device.id) }
        case (.enqueue(let submission), .enqueued(.stored)):
            notifications += submission.notifications.map(\.id)
        case (.claim, .claimed(let new)):
            claims += new
        default:
            break
        }
    }

    /// The next operation.
    mutating func next() throws -> StoreOperation {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<14: return .register(try some { try $0.registration() })
        case 14..<16:
            return pick(devices).map { .removeDevice($0, owner: chance(50) ? pick(users) : nil) } ?? .advance(.zero)
        case 16..<18:
            return .setAside(
                snapshot.devices.shuffled(using: &random).prefix(2).map {
                    removal(of: $0.id, $0.token, $0.registeredAt)
                }
            )
        case 18..<34: return .enqueue(try submission())
        case 34..<54:
            return .claim(
                limit: Int.random(in: 1...6, using: &random),
                channel: pick(channels) ?? "a",
                lease: .seconds(chance(50) ? 5 : 30)
            )
        case 54..<70: return .settle(recentClaims().map { settlement(of: $0) })
        case 70..<74: return .renew(recentClaims().map(\.lease), .seconds(chance(50) ? 10 : 40))
        case 74..<78: return .release(recentClaims().map(\.lease))
        case 78..<81:
            let claimed = pick(claims.suffix(5))?.notification
            return .cancel((chance(60) ? claimed : pick(notifications)) ?? ids.next())
        case 81..<85: return .retry(pick(snapshot.deliveries)?.id ?? ids.next())
        case 85..<87: return .hasten(pick(channels) ?? "a", pick(reasons) ?? .noAnswer)
        case 87..<89: return .lookUp(pick(notifications) ?? ids.next())
        case 89..<91: return .prune(age: pick([.zero, .seconds(30), .seconds(600)]) ?? .zero)
        default:
            let steps: [Duration] = [
                .microseconds(1), .milliseconds(1), .seconds(1), .seconds(5), .seconds(30), .seconds(90),
            ]
            return .advance(pick(steps) ?? .zero)
        }
    }
}

// MARK: Choosing

extension StoreWorkload {
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func pick<Element>(_ elements: some Collection<Element>) -> Element? {
        elements.randomElement(using: &random)
    }

    mutating func update<Value>(_ values: [Value]) -> FieldUpdate<Value> {
        if chance(40) { return .keep }
        guard !chance(20), let value = pick(values) else { return .clear }
        return .set(value)
    }

    /// One to three of something, mostly one.
    private mutating func some<Element>(_ make: (inout Self) throws -> Element) rethrows -> [Element] {
        var elements: [Element] = []
        for _ in 0..<(chance(50) ? 1 : chance(50) ? 2 : 3) { elements.append(try make(&self)) }
        return elements
    }

    /// Claims of late, held or not, the same one twice perhaps.
    private mutating func recentClaims() -> [Claim] {
        let recent = claims.suffix(10)
        return some { $0.pick(recent) }.compactMap { $0 }
    }

    private var reasons: [DeliveryReason] { [.credentialPaused, DeliveryReason("busy", detail: "a detail")] }
}

// MARK: Making up arguments

extension StoreWorkload {
    private mutating func registration() throws -> DeviceRegistration {
        let platform: Platform = chance(70) ? .apns : .fcm
        return DeviceRegistration(
            try DeviceToken(pick(["aa01", "aa02", "aa03", "aa04", "aa05"]) ?? "aa01", platform: platform),
            platform: platform,
            appID: chance(80) ? "" : "app",
            user: update(users),
            environment: update(DeviceEnvironment.allCases),
            deviceKey: update(["key 1", "key 2", "key 3"]),
            authorized: chance(70) ? .keep : update([true, false]),
            locale: update(["tr", "de"])
        )
    }

    private mutating func removal(of device: DeviceID, _ token: String, _ registeredAt: Timestamp) -> RouteRemoval {
        let offset: Duration = pick([.zero, .microseconds(1), .seconds(-5)]) ?? .zero
        return RouteRemoval(
            device: device,
            token: chance(90) ? token : "aa05",
            condition: chance(50)
                ? .registeredAt(registeredAt) : .registeredBefore(clock.now.advanced(by: offset)),
            reason: "unregistered"
        )
    }

    private mutating func settlement(of claim: Claim) -> Settlement {
        let results: [Settlement.Result] = [
            .sent(providerID: "provider's"), .sent(providerID: nil), .failed, .expired, .cancelled, .skipped,
            .retry(after: .zero), .retry(after: .seconds(5)), .retry(after: .milliseconds(30_001)),
        ]
        let result = pick(results) ?? .failed
        var settlement = Settlement(claim.lease, result, reason: chance(80) ? pick(reasons) : nil)
        settlement.attemptCounts = chance(75)
        settlement.isUncertain = chance(20)
        if chance(30), case .open(let route, let registeredAt?) = claim.route, let device = route.device {
            settlement.removal = removal(of: device, route.address, registeredAt)
        }
        if chance(30) { settlement.attempt = Settlement.Attempt(outcome: "retry", duration: .milliseconds(20)) }
        return settlement
    }

    private mutating func options() -> DeliveryOptions {
        let expiresIn: Duration? = pick([nil, nil, .zero, .seconds(10), .seconds(300)]) ?? nil
        let priority = pick(Priority.allCases) ?? .normal
        let delay: Duration = pick([.zero, .zero, .seconds(3), .seconds(60)]) ?? .zero
        if chance(20) {
            return DeliveryOptions(
                at: clock.now.advanced(by: delay - .seconds(2)),
                expiresIn: expiresIn,
                priority: priority
            )
        }
        return DeliveryOptions(
            delay: delay,
            expiresIn: expiresIn,
            priority: priority,
            collapseKey: chance(20) ? "collapse" : nil
        )
    }

    private mutating func message() throws -> PreparedMessage {
        let channel = pick(channels) ?? "a"
        let devices = devices.suffix(6)
        let number = Int.random(in: 0..<1_000_000, using: &random)
        return PreparedMessage(
            id: ids.next(),
            channel: channel,
            payload: try Payload(encoding: ["number": number]),
            maxAttempts: Int.random(in: 1...4, using: &random),
            deliveries: some { workload in
                let device = workload.chance(75) ? workload.pick(devices) : nil
                let route = Route(channel: channel, address: "address \(number)", device: device)
                return PreparedDelivery(id: workload.ids.next(), route: route)
            }
        )
    }

    private mutating func submission() throws -> Submission {
        let notifications = try some { workload in
            PreparedNotification(
                id: workload.ids.next(),
                type: "trial",
                category: .transactional,
                recipient: workload.chance(85) ? workload.pick(workload.users) ?? "ada" : .onDemand,
                options: workload.options(),
                messages: try workload.some { try $0.message() }
            )
        }
        guard chance(30) else { return Submission(notifications) }
        let idempotency = Submission.Idempotency(
            key: pick(["key 1", "key 2"]) ?? "key 1",
            fingerprint: Fingerprint(rawValue: chance(70) ? "1" : "2"),
            lifetime: .seconds(chance(50) ? 20 : 300)
        )
        return Submission(notifications, idempotency: idempotency)
    }
}
