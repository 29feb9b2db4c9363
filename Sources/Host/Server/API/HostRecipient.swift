import FanfareCore

/// Whom a call names: a user, a device or an address, with the addresses given beside.
struct HostRecipient: Notifiable {
    let recipientID: RecipientID
    /// The routes the call itself gives, by channel; they go before everything else.
    var addresses: [ChannelID: Route] = [:]
    /// Where the messages of all other channels go.
    let otherwise: Routing

    /// A user of the application, reached on the devices registered for it.
    init(user: RecipientID) {
        recipientID = user
        otherwise = .registered
    }

    /// One device. What is sent to it is for its user, so that it is not delivered after a handover.
    init(device: Device) {
        recipientID = device.user ?? .onDemand
        otherwise = .devices([device])
    }

    /// Nobody the application knows: an address.
    init(route: Route) {
        recipientID = .onDemand
        addresses = [route.channel: route]
        otherwise = .nowhere
    }

    func routing(for channel: ChannelID) -> Routing {
        addresses[channel].map { .to($0) } ?? otherwise
    }
}
