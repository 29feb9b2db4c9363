/// What to do about a refused push.
///
/// The set is closed: ``APNsChannel`` handles each of them.
enum APNsReaction: Hashable, Sendable {
    /// The message is at fault: it is not tried again.
    case giveUp
    /// The token is unknown to this environment. Where the environment is only assumed, the other one is asked once; else
    /// the device is set aside, unless so many tokens are refused that the configuration must be wrong.
    case badToken
    /// The token belongs to another app: the device is set aside, with the same reserve.
    case wrongTopic
    /// The app is gone from the device, which is set aside unless it registered again later.
    case deviceGone
    /// It is tried again later.
    case retry
    /// It is tried again later, over another connection.
    case reconnect
    /// Too much at once for this device: everything else to it is put off too.
    case slowDown
    /// The provider token is too old: another one is made, once, and the push is sent with it over another connection.
    case renewToken
    /// The key, the team, the topic or the environment is configured wrongly: its deliveries wait until that is mended.
    case pause
}
