/// Anyone or anything notifications can be sent to.
public protocol Notifiable: Sendable {
    /// Names the recipient; stored with each delivery, and what devices are registered for.
    var recipientID: RecipientID { get }

    /// Where messages of a channel go: to the recipient's registered devices unless said otherwise.
    func routing(for channel: ChannelID) -> Routing
}

extension Notifiable {
    /// To the recipient's registered devices.
    public func routing(for channel: ChannelID) -> Routing { .registered }
}
