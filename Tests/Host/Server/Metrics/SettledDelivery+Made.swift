import FanfareCore
import FoundationEssentials

extension SettledDelivery {
    /// An event, with everything a test does not care about made up.
    static func made(
        _ result: Settlement.Result,
        on channel: ChannelID = "apns",
        reason: DeliveryReason? = nil,
        attemptCounts: Bool = true,
        isUncertain: Bool = false,
        removesRoute: Bool = false,
        uncertainAttempts: Int = 0,
        waited: Duration = .zero,
        state: DeliveryState? = nil,
        isStale: Bool = false,
        took duration: Duration? = .milliseconds(20)
    ) -> SettledDelivery {
        let lease = Lease(delivery: DeliveryID(rawValue: UUID()), token: 1)
        let device = DeviceID(rawValue: UUID())
        let claim = Claim(
            lease: lease,
            notification: NotificationID(rawValue: UUID()),
            type: "order.shipped",
            channel: channel,
            message: MessageID(rawValue: UUID()),
            payload: Payload(json: Data(#"{"title":"private-payload"}"#.utf8)),
            route: .open(
                Route(channel: channel, address: "secret-token-0123456789", device: device),
                registeredAt: nil
            ),
            attempt: 1,
            maxAttempts: 12,
            uncertainAttempts: uncertainAttempts,
            waited: waited
        )
        let removal = RouteRemoval(
            device: device,
            token: "secret-token-0123456789",
            condition: .registeredBefore(Timestamp(millisecondsSinceEpoch: 0)),
            reason: "unregistered"
        )
        let settlement = Settlement(
            lease,
            result,
            reason: reason,
            attemptCounts: attemptCounts,
            isUncertain: isUncertain,
            removal: removesRoute ? removal : nil
        )
        return SettledDelivery(
            claim: claim,
            settlement: settlement,
            result: isStale ? .stale : .applied(state ?? settlement.state, routeRemoved: removesRoute),
            attemptDuration: duration
        )
    }
}
