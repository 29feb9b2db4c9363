import FanfareCore

/// Keeps everything an observer is told.
final class EventLog: DeliveryObserver {
    struct Events: Sendable {
        var prepared: [NotificationID] = []
        var sending: [DeliveryID] = []
        var settled: [SettledDelivery] = []
        var removed: [DeviceID] = []
        var pauses: [(credential: CredentialID, reason: DeliveryReason?)] = []
        var failures: [String] = []
    }

    private let state = Watched(Events())

    var events: Events { state.value }

    func wait(until condition: @escaping @Sendable (Events) -> Bool) async {
        await state.wait { condition(copy $0) }
    }

    func prepared(_ notification: (any Notification)?, as prepared: PreparedNotification) {
        state.update { $0.prepared.append(prepared.id) }
    }
    func sending(_ claim: Claim) { state.update { $0.sending.append(claim.lease.delivery) } }
    func settled(_ event: SettledDelivery) { state.update { $0.settled.append(event) } }
    func routeRemoved(_ removal: RouteRemoval) { state.update { $0.removed.append(removal.device) } }
    func credentialPaused(_ credential: CredentialID, on channel: ChannelID, because reason: DeliveryReason?) {
        state.update { $0.pauses.append((credential, reason)) }
    }
    func storeFailed(_ error: any Error, while activity: String) { state.update { $0.failures.append(activity) } }
}
