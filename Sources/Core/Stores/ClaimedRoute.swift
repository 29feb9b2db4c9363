/// Where a claimed delivery goes, as the store sees it at the moment of the claim.
///
/// The set is closed: anything but ``open(_:registeredAt:)`` means that the delivery is skipped.
public enum ClaimedRoute: Hashable, Sendable {
    /// To this route. `registeredAt` is the device's registration time, nil for a direct address.
    case open(Route, registeredAt: Timestamp?)
    /// The device belongs to another user now.
    case handedOver
    /// The device was deleted, signed out or set aside.
    case removed
    /// The operating system does not let the app show notifications.
    case notAuthorized

    /// The route of a delivery to a device.
    ///
    /// The one place where a handover is recognised; every store asks it about the device as it is when claimed.
    ///
    /// - Parameters:
    ///   - device: The device now; nil if it was deleted.
    ///   - recipient: Who the delivery is for.
    ///   - channel: The delivery's channel.
    package init(_ device: Device?, for recipient: RecipientID, on channel: ChannelID) {
        guard let device, device.invalidatedAt == nil else {
            self = .removed
            return
        }
        if recipient != .onDemand {
            guard let user = device.user else {
                self = .removed
                return
            }
            guard user == recipient else {
                self = .handedOver
                return
            }
        }
        self =
            device.authorized == false
            ? .notAuthorized : .open(device.route(on: channel), registeredAt: device.registeredAt)
    }
}
