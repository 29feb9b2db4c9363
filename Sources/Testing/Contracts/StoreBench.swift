import FanfareCore

/// A fresh store on a manual clock, with the handles the contracts' cases turn.
struct StoreBench<Backend: Store>: Sendable {
    let store: Backend
    let clock: ManualClock
    let ids: IdentifierSource

    init(_ store: Backend, clock: ManualClock) {
        self.store = store
        self.clock = clock
        self.ids = IdentifierSource(clock: clock)
    }

    /// The channel of what is enqueued unless said otherwise.
    var channel: ChannelID { "contract" }

    /// Who devices are registered for unless said otherwise.
    var user: RecipientID { "ada" }

    var now: Timestamp { clock.now }

    // MARK: Enqueueing

    /// A notification with a delivery to each address.
    func prepared(
        to addresses: [String] = ["somewhere"],
        on channel: ChannelID? = nil,
        maxAttempts: Int = 5,
        options: DeliveryOptions = DeliveryOptions()
    ) throws -> PreparedNotification {
        let channel = channel ?? self.channel
        return try prepared(
            to: addresses.map { Route(channel: channel, address: $0) },
            for: .onDemand,
            maxAttempts: maxAttempts,
            options: options
        )
    }

    /// A notification with a delivery to each route, all of one channel.
    func prepared(
        to routes: [Route],
        for recipient: RecipientID,
        maxAttempts: Int = 5,
        options: DeliveryOptions = DeliveryOptions()
    ) throws -> PreparedNotification {
        let id: NotificationID = ids.next()
        let message = PreparedMessage(
            id: ids.next(),
            channel: routes.first?.channel ?? channel,
            payload: try Payload(encoding: ["text": id.description]),
            maxAttempts: maxAttempts,
            deliveries: routes.map { PreparedDelivery(id: ids.next(), route: $0) }
        )
        return PreparedNotification(
            id: id,
            type: "contract.case",
            category: .transactional,
            recipient: recipient,
            options: options,
            messages: [message]
        )
    }

    /// Stores a notification that has one delivery, and returns that.
    func enqueueOne(
        on channel: ChannelID? = nil,
        maxAttempts: Int = 5,
        _ options: DeliveryOptions = DeliveryOptions()
    ) async throws -> DeliveryID {
        let notification = try prepared(on: channel, maxAttempts: maxAttempts, options: options)
        return try await require(enqueue(notification).first, "the delivery enqueued")
    }

    /// Stores a notification, and returns its deliveries.
    @discardableResult
    func enqueue(_ notification: PreparedNotification) async throws -> [DeliveryID] {
        try require(await store.enqueue(Submission([notification])), is: .stored, "enqueueing")
        return notification.messages.flatMap { $0.deliveries.map(\.id) }
    }

    // MARK: Claiming and settling

    func claim(_ limit: Int = 100, on channel: ChannelID? = nil, for lease: Duration = .seconds(60)) async throws
        -> [Claim]
    {
        try await store.claim(upTo: limit, on: channel ?? self.channel, for: lease)
    }

    /// Claims the one delivery there is to claim.
    func claimOne(for lease: Duration = .seconds(60)) async throws -> Claim {
        let claims = try await claim(for: lease)
        try require(claims.count, is: 1, "the number of deliveries claimed")
        return try require(claims.first, "the claim")
    }

    func claimed(_ limit: Int = 100, on channel: ChannelID? = nil) async throws -> [DeliveryID] {
        try await claim(limit, on: channel).map(\.lease.delivery)
    }

    /// Requires that nothing can be claimed now.
    func requireNothingToClaim(_ why: String, file: StaticString = #fileID, line: UInt = #line) async throws {
        try require(await claimed(), is: [], why, file: file, line: line)
    }

    /// Settles a claim, and requires that the store takes it.
    func settle(
        _ claim: Claim,
        _ result: Settlement.Result,
        because reason: DeliveryReason? = nil,
        attemptCounts: Bool = true,
        isUncertain: Bool = false
    ) async throws {
        let settlement = Settlement(
            claim.lease,
            result,
            reason: reason,
            attemptCounts: attemptCounts,
            isUncertain: isUncertain
        )
        try require(await settle([settlement]) != [.stale], "a lease that holds settles")
    }

    func settle(_ settlements: [Settlement]) async throws -> [SettlementResult] {
        let results = try await store.settle(settlements)
        try require(results.count, is: settlements.count, "the number of results")
        return results
    }

    // MARK: Looking up

    func delivery(_ id: DeliveryID) async throws -> Delivery {
        try await require(store.delivery(id), "the record of a delivery")
    }

    /// Requires a delivery to be in a state.
    func expect(
        _ id: DeliveryID,
        in state: DeliveryState,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        try require(await delivery(id).state, is: state, "the state", file: file, line: line)
    }

    func allDeliveries() async throws -> [Delivery] {
        try await store.deliveries(matching: DeliveryFilter(), after: nil, limit: 10_000)
    }
}
