/// Where the messages of one channel go for one recipient.
///
/// The set is closed: the notifier resolves each of them to routes.
public enum Routing: Hashable, Sendable {
    /// To the devices registered for the recipient.
    case registered
    /// To those of these registered devices that the channel reaches.
    case devices([Device])
    /// To these routes and no others.
    case direct([Route])

    /// To these routes and no others.
    public static func to(_ routes: Route...) -> Routing { .direct(routes) }

    /// Nowhere: the channel is skipped.
    public static var nowhere: Routing { .direct([]) }
}
