public import FanfareCore
internal import FanfarePush

/// How long APNs keeps a push for a device it cannot reach: the header `apns-expiration`.
///
/// The set is closed. No value at all is a state of its own: then the expiry of the delivery counts, and without one APNs
/// keeps the push by its own rule, for up to 30 days.
public enum APNsExpiration: Hashable, Sendable {
    /// One try; APNs does not keep it.
    case immediately
    /// Until a point in time; the header has whole seconds, rounded up.
    case at(Timestamp)
    /// For a time that is counted from each handing over to APNs.
    case after(Duration)
}

extension APNsExpiration {
    /// The header's value: seconds since the Unix epoch.
    func seconds(now: Timestamp) -> Int64 {
        switch self {
        case .immediately: 0
        case .at(let time): time.expirationSeconds
        case .after(let duration): duration <= .zero ? 0 : now.advanced(by: duration).expirationSeconds
        }
    }
}
