public import FanfareCore

extension ChannelID {
    /// The log.
    public static let log: ChannelID = "log"
}
