import FanfareCore

/// A delivery's row.
struct MemoryDelivery {
    let id: DeliveryID
    let notification: NotificationID
    let message: MessageID
    let channel: ChannelID
    let recipient: RecipientID
    /// The route as given; only the id of a device counts, the rest is read when the delivery is claimed.
    let route: Route
    let priority: Priority
    let created: Timestamp
    var state = DeliveryState.queued
    var attempts = 0
    var maxAttempts: Int
    var uncertainAttempts = 0
    /// When it was first due, or was given another go.
    var scheduled: Timestamp
    var due: Timestamp
    var expires: Timestamp?
    var leaseToken: Int64 = 0
    var leaseEnd: Timestamp?
    var isCancelled = false
    var providerID: String?
    var reason: String?
    var settled: Timestamp?

    /// Whether there is one try only: its time to live is zero.
    var isNowOrNever: Bool { expires == scheduled }

    func isHeld(under lease: Lease, at now: Timestamp) -> Bool {
        guard state == .sending, leaseToken == lease.token, let leaseEnd else { return false }
        return leaseEnd > now
    }

    mutating func end(_ state: DeliveryState, because reason: String?, at now: Timestamp) {
        self.state = state
        self.reason = reason
        settled = now
        leaseEnd = nil
    }

    mutating func requeue(due: Timestamp) {
        state = .queued
        self.due = due
        leaseEnd = nil
    }

    func record(type: NotificationType) -> Delivery {
        Delivery(
            id: id,
            notification: notification,
            type: type,
            recipient: recipient,
            channel: channel,
            device: route.device,
            shortenedAddress: route.device == nil ? route.address.shortened : nil,
            state: state,
            attempts: attempts,
            maxAttempts: maxAttempts,
            priority: priority,
            reason: reason,
            providerID: providerID,
            due: due,
            expires: expires,
            created: created,
            settled: settled
        )
    }
}
