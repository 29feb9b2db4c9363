import FanfareCore

/// One call of a store in a trial.
///
/// Devices and leases have the names the trial gives them, because each store makes its own: see ``StoreSession``.
enum StoreOperation: Sendable {
    case register([DeviceRegistration])
    case removeDevice(DeviceID, owner: RecipientID?)
    case setAside([RouteRemoval])
    case enqueue(Submission)
    case claim(limit: Int, channel: ChannelID, lease: Duration)
    case settle([Settlement])
    case renew([Lease], Duration)
    case release([Lease])
    case cancel(NotificationID)
    case retry(DeliveryID)
    case hasten(ChannelID, DeliveryReason)
    case lookUp(NotificationID)
    case prune(age: Duration)
    case advance(Duration)
}

/// What a store answered to an operation, in the trial's names.
enum StoreAnswer: Hashable, Sendable {
    case nothing
    case registered([RegisteredDevice])
    case applied([Bool])
    case enqueued(EnqueueResult)
    case claimed([Claim])
    case settled([SettlementResult])
    case renewed(Set<Lease>)
    case cancelled(CancelResult?)
    case retried(RetryResult)
    case hastened(Int)
    case found(NotificationRecord?)
}

/// All that can be seen of a store, in the trial's names.
struct StoreSnapshot: Hashable, Sendable {
    var deliveries: [Delivery]
    var devices: [Device]
    var statistics: QueueStatistics
}
