/// What a pool is doing and has done.
public struct HTTP2Statistics: Hashable, Sendable {
    /// Connections that are open, those included that take no new requests any more.
    public var connections = 0
    /// Streams that are open on them.
    public var streams = 0
    /// Requests that wait to be written.
    public var waiting = 0
    /// Connections that were dialled since the pool was made.
    public var dials = 0
    /// Dials that led to no usable connection.
    public var dialFailures = 0
    /// GOAWAY frames that came.
    public var goAways = 0
    /// Bytes that were read, without those of TLS.
    public var bytesIn = 0
    /// Bytes that were written, without those of TLS.
    public var bytesOut = 0
    /// Requests that were written; one that was written again counts again.
    public var requests = 0
    /// Answers that came.
    public var answers = 0

    /// Nothing yet.
    public init() {}
}
