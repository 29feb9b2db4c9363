internal import FanfareCore

/// Why there is no access token. No push was sent then.
struct AccessTokenFailure: Error, Hashable {
    enum Kind: Hashable {
        /// The token endpoint could not be asked, or has no answer now.
        case unavailable
        /// It refuses the account: mending that takes a person.
        case misconfigured
    }

    let kind: Kind
    /// What happened, without secrets.
    let reason: DeliveryReason
    /// How long to wait at least before it is asked again.
    var after: Duration?

    init(_ kind: Kind, _ code: String, _ detail: String, after: Duration? = nil) {
        self.init(kind, DeliveryReason(code, detail: detail), after: after)
    }

    init(_ kind: Kind, _ reason: DeliveryReason, after: Duration? = nil) {
        (self.kind, self.reason, self.after) = (kind, reason, after)
    }
}
