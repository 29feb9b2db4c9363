/// A request that the client gave up with RST_STREAM.
public struct PushServerAbandonedRequest: Hashable, Sendable {
    /// The connection it came over, counted from 1.
    public let connection: Int
    /// Its stream.
    public let stream: Int32
    /// What the client said.
    public let error: PushServerErrorCode
}
