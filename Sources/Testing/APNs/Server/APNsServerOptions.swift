public import FanfareCore

/// How the server behaves beside its script.
public struct APNsServerOptions: Sendable {
    /// Whether TLS is spoken, with a certificate made for the occasion. Without it HTTP/2 is spoken right away.
    public var isSecure = true
    /// Whether requests are judged by APNs' rules. Without it every request that no script cares for is accepted.
    public var validates = true
    /// The bundle identifiers it pushes to; nil for any. Others are refused with `TopicDisallowed`.
    public var topics: Set<String>?
    /// Whether a provider token's signature is good, called once for each token of a connection. Without it signatures are
    /// only measured.
    public var verifiesToken: (@Sendable (_ token: String) -> Bool)?
    /// How many streams a connection may have open at once.
    public var streams: UInt32 = 1000
    /// Whether a connection may have one stream only until its first request was accepted, as with APNs.
    public var warmsUp = false
    /// Whether requests are kept. Without it they are counted only, which a benchmark wants.
    public var recordsRequests = true
    /// The time of day, by which the age of provider tokens is judged.
    public var clock: any WallClock = .system

    /// The defaults: TLS, strict, nothing else refused.
    public init() {}
}
