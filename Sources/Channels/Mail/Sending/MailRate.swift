import FanfareCore

/// How many mails a server gets: so many a minute, evenly, of which a second's worth may go at once. Pure.
struct MailRate: Sendable {
    private let interval: Duration
    private let burst: Int
    /// When the mails that were let through are worked off at the rate.
    private var busyUntil: Timestamp?
    /// How many were turned away since the last one was let through.
    private var turnedAway = 0

    /// - Parameter limit: Mails a minute, at least one.
    init(limit: Int) {
        interval = .seconds(60) / max(1, limit)
        burst = max(1, limit / 60)
    }

    /// Lets a mail through, or says how long it should wait: each of those who ask at once is told another time, so that they
    /// do not all come back at once.
    mutating func admit(at now: Timestamp) -> Duration? {
        let start = max(busyUntil ?? now, now)
        let ahead = min(now.duration(to: start), interval * burst)
        guard ahead <= interval * (burst - 1) else {
            turnedAway += 1
            return ahead - interval * (burst - 1) + interval * (turnedAway - 1)
        }
        turnedAway = 0
        busyUntil = now.advanced(by: ahead + interval)
        return nil
    }
}
