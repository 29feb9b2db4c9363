import FanfareCore
import FoundationEssentials

extension DeviceID { static let sample = DeviceID(rawValue: UUID()) }

extension Claim {
    /// A claim at its first attempt of twelve, to a device registered at time 1,000.
    static func sample(_ change: (inout Claim) -> Void = { _ in }) -> Claim {
        var claim = Claim(
            lease: Lease(delivery: DeliveryID(rawValue: UUID()), token: 7),
            notification: NotificationID(rawValue: UUID()),
            type: "greeting",
            channel: .apns,
            message: MessageID(rawValue: UUID()),
            payload: Payload(json: "\"Hello\"".data(using: .utf8) ?? Data()),
            route: .open(
                Route(channel: .apns, address: "aa01", device: .sample),
                registeredAt: Timestamp(millisecondsSinceEpoch: 1000)
            ),
            attempt: 1,
            maxAttempts: 12
        )
        change(&claim)
        return claim
    }
}
