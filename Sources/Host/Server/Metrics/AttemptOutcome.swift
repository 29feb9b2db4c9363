import FanfareCore

/// What an attempt came to: the `outcome` label of `fanfare_attempts_total`. The set is closed.
enum AttemptOutcome: String, CaseIterable, Sendable {
    /// The provider accepted the message.
    case sent
    /// Not this time; another attempt follows.
    case retry
    /// Refused for good, or the last attempt there was.
    case failed
    /// Not this time, and there is no time left for another attempt.
    case expired
    /// The provider says that the token is gone.
    case routeGone = "route-gone"
    /// The message may have been sent; nobody knows.
    case uncertain
    /// Nothing was sent, for certain; the attempt does not count.
    case notSent = "not-sent"
    /// The provider refused the credential; the attempt does not count.
    case paused

    /// What the attempt behind a settlement came to; nil if the settlement was made without one.
    init?(_ event: SettledDelivery) {
        guard event.attemptDuration != nil else { return nil }
        let settlement = event.settlement
        if !settlement.attemptCounts {
            self = settlement.reason?.code == DeliveryReason.credentialPaused.code ? .paused : .notSent
        } else if settlement.isUncertain {
            self = .uncertain
        } else if settlement.removal != nil {
            self = .routeGone
        } else {
            switch settlement.result {
            case .sent: self = .sent
            case .retry: self = .retry
            case .expired: self = .expired
            case .failed, .cancelled, .skipped: self = .failed
            }
        }
    }

    /// Whether a request reached the provider, or may have.
    var reachedProvider: Bool { self != .notSent && self != .paused }
}
