/// Which of a recipient's registered devices a channel delivers to.
///
/// The set is closed: the notifier resolves each of them to routes.
public enum ChannelReach: Hashable, Sendable {
    /// The devices of one platform.
    case devices(Platform)
    /// Every device whatever its platform, or the recipient itself if it has none.
    case everyDevice
    /// None: only the addresses a recipient's ``Notifiable/routing(for:)`` gives.
    case addresses
}
