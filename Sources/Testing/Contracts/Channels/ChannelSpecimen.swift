public import FanfareCore

/// A channel and something to send with it: what ``ChannelContract`` is checked against.
///
/// ```swift
/// let pager = ChannelSpecimen(message: PagerMessage("hi"), routes: [.pager("555")]) { PagerChannel(server: loopback) }
/// ```
public struct ChannelSpecimen<C: Channel>: Sendable {
    /// A message the channel accepts, with texts of its own: the contract looks for them in reasons.
    public let message: C.Message
    /// Where it can go. Let one of them be refused, so that reasons are looked at, and give them addresses of six
    /// characters or more: shorter ones may be part of any word.
    public let routes: [Route]
    /// How long anything may take, in real time.
    public let limit: Duration
    /// Makes a channel that nobody else uses.
    public let make: @Sendable () async throws -> C

    /// Describes a specimen.
    ///
    /// - Parameters:
    ///   - message: A message the channel accepts, with texts of its own.
    ///   - routes: Where it can go; at least one.
    ///   - limit: How long anything may take, in real time.
    ///   - make: Makes a channel that nobody else uses. It should talk to a server of the test's own.
    public init(
        message: C.Message,
        routes: [Route],
        limit: Duration = .seconds(30),
        make: @escaping @Sendable () async throws -> C
    ) {
        self.message = message
        self.routes = routes
        self.limit = limit
        self.make = make
    }
}
