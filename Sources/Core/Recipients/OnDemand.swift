/// A recipient that is no user of the application: one or more routes, used as they are.
///
/// ```swift
/// try await notify(OnDemand(.pager("555")), DiskFull(host: "db1"))
/// ```
///
/// Only channels with a route here are used; the others are reported as skipped.
public struct OnDemand: Notifiable {
    private let routes: [Route]

    /// Creates a recipient from the routes to it.
    public init(_ routes: Route...) { self.routes = routes }

    /// Creates a recipient from the routes to it.
    public init(_ routes: [Route]) { self.routes = routes }

    /// The id all recipients of this kind share.
    public var recipientID: RecipientID { .onDemand }

    /// The routes given for `channel`.
    public func routing(for channel: ChannelID) -> Routing { .direct(routes.filter { $0.channel == channel }) }
}
