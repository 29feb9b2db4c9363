/// Where notifications, messages and deliveries live, and from where workers take them.
///
/// Everything is batched; one is a batch of one. A store has its own clock and owns the time: callers pass durations.
/// Every call either happens whole or throws and changes nothing. `DeliveryQueueContract` in FanfareTesting states the
/// requirements as tests.
public protocol DeliveryQueue: Sendable {
    /// Wakes workers of this process when deliveries arrive.
    var arrivals: Arrivals { get }

    /// Stores a submission, all or nothing.
    ///
    /// - Throws: If it cannot be stored; then none of it was.
    func enqueue(_ submission: Submission) async throws -> EnqueueResult

    /// Takes up to `limit` due deliveries of one channel: those whose lease ran out, then the others, each by
    /// priority, due time and id.
    ///
    /// The attempt a lapsed lease was for counts and is uncertain. Each claim counts an attempt, has a new fencing token, and tells the route as it is now. What is expired, cancelled or
    /// no longer the recipient's is claimed too: the worker settles it.
    ///
    /// - Parameters:
    ///   - limit: How many to take at most.
    ///   - channel: Whose deliveries to take.
    ///   - lease: How long the worker holds them unless it renews.
    func claim(upTo limit: Int, on channel: ChannelID, for lease: Duration) async throws -> [Claim]

    /// Records what became of claimed deliveries. A lease that ran out or was replaced is refused.
    ///
    /// A retry of a delivery that was cancelled meanwhile ends it as cancelled. Devices are set aside in the same
    /// transaction.
    ///
    /// - Returns: One result per settlement, in order.
    func settle(_ settlements: [Settlement]) async throws -> [SettlementResult]

    /// Prolongs leases.
    ///
    /// - Returns: The leases that still hold; the others were lost.
    func renew(_ leases: [Lease], for duration: Duration) async throws -> Set<Lease>

    /// Hands claimed deliveries back, due at once, as if they had not been claimed.
    func release(_ leases: [Lease]) async throws

    /// Calls off what has not been sent of a notification.
    ///
    /// - Returns: How many deliveries that was; nil if there is no such notification.
    func cancel(_ notification: NotificationID) async throws -> CancelResult?

    /// Gives a failed, expired or cancelled delivery another go: due now, one more attempt at least, and as much time
    /// to live as it had at first.
    func retry(_ delivery: DeliveryID) async throws -> RetryResult

    /// Makes due at once what waits for the given reason on a channel, such as a credential that works again.
    ///
    /// - Returns: How many deliveries that was.
    func hasten(_ channel: ChannelID, waitingFor reason: DeliveryReason) async throws -> Int

    /// The record of a notification with its deliveries; nil if there is none.
    func notification(_ id: NotificationID) async throws -> NotificationRecord?

    /// The record of a delivery; nil if there is none.
    func delivery(_ id: DeliveryID) async throws -> Delivery?

    /// Lists deliveries, the newest first.
    ///
    /// - Parameters:
    ///   - filter: Which deliveries.
    ///   - cursor: The last delivery of the page before; nil for the first page.
    ///   - limit: How many at most.
    func deliveries(matching filter: DeliveryFilter, after cursor: DeliveryID?, limit: Int) async throws -> [Delivery]

    /// How full the queue is.
    func statistics() async throws -> QueueStatistics

    /// Deletes deliveries that ended longer ago than `age`, notifications that have none left, and idempotency keys
    /// past their time, in one bounded step.
    ///
    /// - Returns: How many rows went; call again until it is zero.
    func prune(settledFor age: Duration, limit: Int) async throws -> Int
}
