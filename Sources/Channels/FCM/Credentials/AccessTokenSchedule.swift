internal import FanfareCore

/// When an access token is used, when another is fetched, and when not. Pure.
///
/// | the token | it is used | another one is fetched |
/// | --- | --- | --- |
/// | there is none, or it was refused | no | yes |
/// | lives for more than 5 minutes, or a fifth of its life if that is less | yes | no |
/// | lives for less | yes | yes, meanwhile |
/// | is past its life | no | yes |
/// | whatever it is, and a fetch has failed | | after 1 second, twice as long each time up to a minute, or what the answer asks for |
///
/// A token's age is the time that the clock was seen to go forward, so a clock that is set back does not prolong its life.
struct AccessTokenSchedule: Sendable {
    static let renewalMargin: Duration = .seconds(300)
    static let shortestRest: Duration = .seconds(1)
    static let longestRest: Duration = .seconds(60)
    /// A new token that is refused as well was not refused for its age.
    static let restAfterReplacement: Duration = .seconds(60)

    private var seenAt: Timestamp?
    private var lifeLeft: Duration = .zero
    private var margin: Duration = .zero
    private var failures = 0
    private var restLeft: Duration = .zero
    private var timeSinceReplacement: Duration?

    /// Whether the token may be used.
    mutating func isUsable(at now: Timestamp) -> Bool {
        see(now)
        return lifeLeft > .zero
    }

    /// Whether another token is to be fetched.
    mutating func isDue(at now: Timestamp) -> Bool {
        see(now)
        return lifeLeft <= margin && restLeft <= .zero
    }

    /// How long no token is fetched because that failed.
    mutating func rest(at now: Timestamp) -> Duration {
        see(now)
        return max(restLeft, .zero)
    }

    /// Whether a token that was refused may be replaced by another. If not, it was not refused for its age.
    mutating func mayReplace(at now: Timestamp) -> Bool {
        see(now)
        return (timeSinceReplacement ?? Self.restAfterReplacement) >= Self.restAfterReplacement
    }

    /// Records that the token was refused, and is to be replaced.
    mutating func refused(at now: Timestamp) {
        see(now)
        lifeLeft = .zero
        timeSinceReplacement = .zero
    }

    /// Records a new token.
    ///
    /// - Parameter beginning: When it was asked for: no later than its life began.
    mutating func fetched(lifetime: Duration, beginning: Timestamp, at now: Timestamp) {
        see(now)
        lifeLeft = lifetime - max(.zero, beginning.duration(to: now))
        margin = min(Self.renewalMargin, lifetime / 5)
        (failures, restLeft) = (0, .zero)
    }

    /// Records that there was no token to be had.
    mutating func failed(askingFor floor: Duration?, at now: Timestamp) {
        see(now)
        restLeft = max(min(Self.shortestRest * (1 << min(failures, 6)), Self.longestRest), floor ?? .zero)
        failures += 1
    }

    private mutating func see(_ now: Timestamp) {
        let step = max(.zero, seenAt?.duration(to: now) ?? .zero)
        seenAt = now
        lifeLeft -= step
        restLeft -= step
        if let time = timeSinceReplacement { timeSinceReplacement = time + step }
    }
}
