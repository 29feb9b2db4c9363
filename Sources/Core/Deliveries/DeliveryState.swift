/// Where a delivery stands.
///
/// ```
/// queued ⇄ sending → sent | failed | expired | cancelled | skipped
/// ```
///
/// The set is closed: every delivery ends in exactly one of the last five.
public enum DeliveryState: String, Hashable, Codable, Sendable, CaseIterable {
    /// Waiting for its time or for a worker.
    case queued
    /// Held by a worker under a lease.
    case sending
    /// Accepted by the provider.
    case sent
    /// Given up.
    case failed
    /// No longer worth delivering.
    case expired
    /// Called off by the application.
    case cancelled
    /// Not sent on purpose: the route is no longer the recipient's.
    case skipped

    /// Whether the delivery has ended.
    public var isFinal: Bool { self != .queued && self != .sending }

    /// Whether another go may be given on request.
    public var isRetryable: Bool { self == .failed || self == .expired || self == .cancelled }
}
