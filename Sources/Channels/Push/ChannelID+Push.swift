public import FanfareCore

extension ChannelID {
    /// Not a channel of its own: the name under which APNs and FCM are reached together.
    public static let push: ChannelID = "push"
}
