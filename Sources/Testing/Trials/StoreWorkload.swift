import FanfareCore

/// Makes up operations at random: the same ones for the same seed and the same answers.
struct StoreWorkload {
    let channels: [ChannelID] = ["a", "b"]
    let users: [RecipientID] = ["ada", "bob", "eve"]
    var random: SeededGenerator
    let ids: IdentifierSource
    let clock: ManualClock
    private(set) var devices: [DeviceID] = []
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
        case 81..<85:
            let ended = snapshot.deliveries.filter(\.state.isRetryable).prefix(10)
            return .retry((chance(80) ? pick(ended) : pick(snapshot.deliveries))?.id ?? ids.next())
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

/// How arguments are chosen.
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
    mutating func some<Element>(_ make: (inout Self) throws -> Element) rethrows -> [Element] {
        var elements: [Element] = []
        for _ in 0..<(chance(50) ? 1 : chance(50) ? 2 : 3) { elements.append(try make(&self)) }
        return elements
    }

    /// Claims of late, held or not, the same one twice perhaps.
    mutating func recentClaims() -> [Claim] {
        let recent = claims.suffix(10)
        return some { $0.pick(recent) }.compactMap { $0 }
    }

    var reasons: [DeliveryReason] { [.credentialPaused, DeliveryReason("busy", detail: "a detail")] }
}
