internal import FanfareCore

/// When a provider token is made, and when it is not. Pure.
///
/// Apple wants a token that is between 20 and 60 minutes old ("Establishing a token-based connection to APNs"):
///
/// | the token | another one is made |
/// | --- | --- |
/// | there is none | yes |
/// | is 50 minutes old | yes |
/// | was refused as expired | yes, unless one was made for that reason within 20 minutes |
/// | was refused as expired, and the clock has been set since it was made | yes |
///
/// A token's age is the time that the clock was seen to go forward since it was made. So a clock that is set back neither
/// makes a token look young for hours, nor is a reason to make another.
struct ProviderTokenSchedule: Sendable {
    static let renewalAge: Duration = .seconds(50 * 60)
    static let restAfterReplacement: Duration = .seconds(20 * 60)
    /// A clock that is off by more than this was set.
    static let tolerance: Duration = .seconds(60)

    private var issuedAt: Timestamp?
    private var seenAt: Timestamp?
    private var age: Duration = .zero
    private var timeSinceReplacement: Duration?

    /// Whether a token has to be made before the next request.
    mutating func isDue(at now: Timestamp) -> Bool {
        see(now)
        return issuedAt == nil || age >= Self.renewalAge
    }

    /// Whether another token may be made because APNs refused this one as expired. If not, the clock must be wrong.
    mutating func mayReplace(at now: Timestamp) -> Bool {
        see(now)
        guard let timeSinceReplacement, timeSinceReplacement < Self.restAfterReplacement else { return true }
        guard let issuedAt else { return true }
        let drift = issuedAt.advanced(by: age).duration(to: now)
        return drift > Self.tolerance || drift < .zero - Self.tolerance
    }

    /// Records that a token was made.
    mutating func issued(at now: Timestamp, asReplacement: Bool) {
        (issuedAt, seenAt, age) = (now, now, .zero)
        if asReplacement { timeSinceReplacement = .zero }
    }

    private mutating func see(_ now: Timestamp) {
        let step = max(.zero, seenAt?.duration(to: now) ?? .zero)
        seenAt = now
        age += step
        if let time = timeSinceReplacement { timeSinceReplacement = time + step }
    }
}
