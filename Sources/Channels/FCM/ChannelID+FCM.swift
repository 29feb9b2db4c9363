public import FanfareCore

extension ChannelID {
    /// Firebase Cloud Messaging.
    public static let fcm: ChannelID = "fcm"
}
