/// A request and its caller, on their way to the loop. A class, because handing a request over would otherwise copy its parts
/// several times.
final class WaitingRequest: Sendable {
    let ticket: UInt64
    let request: HTTP2Request
    let caller: Caller
    /// When the caller asked.
    let since: ContinuousClock.Instant

    init(ticket: UInt64, request: HTTP2Request, caller: Caller, since: ContinuousClock.Instant) {
        self.ticket = ticket
        self.request = request
        self.caller = caller
        self.since = since
    }
}
