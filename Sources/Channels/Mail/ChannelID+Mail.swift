public import FanfareCore

extension ChannelID {
    /// E-mail.
    public static let mail: ChannelID = "mail"
}
