public import FanfareCore

extension ChannelID {
    /// Apple's push service.
    public static let apns: ChannelID = "apns"
}
