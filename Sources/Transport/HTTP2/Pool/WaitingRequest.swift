/// A request on its way from its caller to the loop.
struct WaitingRequest: Sendable {
    let ticket: UInt64
    let request: HTTP2Request
    let caller: Caller
    /// When the caller asked.
    let since: ContinuousClock.Instant
}
