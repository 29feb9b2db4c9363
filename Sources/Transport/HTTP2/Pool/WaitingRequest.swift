/// A request on its way from its caller to the loop.
struct WaitingRequest: Sendable {
    let ticket: UInt64
    let request: HTTP2Request
    let caller: CheckedContinuation<HTTP2Response, any Error>
    /// When the caller asked.
    let since: ContinuousClock.Instant
}
