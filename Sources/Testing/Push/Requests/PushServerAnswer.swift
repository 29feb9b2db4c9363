public import FanfareCore

/// What a push service on the loopback interface answers to a request.
public protocol PushServerAnswer: Hashable, Sendable {
    /// The HTTP status.
    var status: Int { get }
    /// Header fields beside those that the service adds itself. Names are in lower case.
    var fields: [String: String] { get set }
    /// The body.
    var body: [UInt8] { get }
    /// The service's own word for what is wrong, if the body has one.
    var reason: String? { get }

    /// An answer of any kind.
    init(status: Int, fields: [String: String], body: [UInt8])
}

extension PushServerAnswer {
    /// The same answer that also asks to wait (`retry-after`), in whole seconds.
    public func retrying(after delay: Duration) -> Self {
        var answer = self
        answer.fields["retry-after"] = String(delay.components.seconds)
        return answer
    }

    /// The same answer that also asks to wait until a time (`retry-after`), as a date with whole seconds.
    public func retrying(at time: Timestamp) -> Self {
        var answer = self
        answer.fields["retry-after"] = time.httpDate
        return answer
    }
}
