public import FanfareCore

/// How ``FCMServer`` behaves beside its scripts.
public struct FCMServerOptions: Sendable {
    /// Whether TLS is spoken, with a certificate made for the occasion. Without it HTTP/2 is spoken right away.
    public var isSecure = true
    /// Whether requests are judged by the rules of FCM and of the token endpoint. Without it every request that no script
    /// cares for is accepted.
    public var validates = true
    /// How many streams a connection may have open at once; FCM allows 100.
    public var streams: UInt32 = 100
    /// How long access tokens are valid.
    public var accessTokenLifetime = Duration.seconds(3599)
    /// Whether messages are kept. Without it they are counted only, which a benchmark wants.
    public var recordsRequests = true
    /// The time of day, by which assertions and access tokens are judged.
    public var clock: any WallClock = .system

    /// The defaults: TLS, strict.
    public init() {}
}
