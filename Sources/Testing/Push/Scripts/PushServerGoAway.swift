internal import FanfareCore

/// A GOAWAY: the announcement that a connection will take no more requests (RFC 9113, 6.8).
public struct PushServerGoAway: Hashable, Sendable {
    /// The last stream that the server says it may have acted on. A closed set.
    public enum Last: Hashable, Sendable {
        /// The last that has arrived when the frame is sent.
        case received
        /// None: stream 0.
        case none
        /// That of the request with this place on its connection, counted from 1.
        case request(Int)
        /// The stream with this number; an odd one.
        case stream(Int32)
        /// The greatest number there is: a mere notice, after which requests are still taken.
        case notice
    }

    /// The last stream that counts.
    public var last: Last
    /// Why the connection ends.
    public var error: PushServerErrorCode
    /// What else is said. APNs writes a JSON object with a reason.
    public var debugData: [UInt8]

    /// A GOAWAY with any debug data.
    public init(last: Last = .received, error: PushServerErrorCode = .noError, debugData: [UInt8] = []) {
        self.last = last
        self.error = error
        self.debugData = debugData
    }

    /// A GOAWAY that gives a reason as APNs does, such as `Shutdown`: `{"reason":"Shutdown"}`.
    public init(last: Last = .received, error: PushServerErrorCode = .noError, reason: String) {
        let body = JSONValue.object(["reason": .string(reason)])
        self.init(last: last, error: error, debugData: body.compactBytes)
    }
}
