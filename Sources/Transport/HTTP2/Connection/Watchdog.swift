/// When a connection is asked for a sign of life, and when it has given none for too long.
///
/// | requests under way | silent for | then |
/// | --- | --- | --- |
/// | some | `pingAfter` | a PING; after `pingTimeout` without a sign of life the connection is given up |
/// | none | `keepAlive` | likewise |
/// | none, and one is about to be written | `trustedIdleTime` | likewise, and the request is not written before the sign |
///
/// Anything that comes from the peer is a sign of life.
struct Watchdog: Hashable {
    typealias Instant = ContinuousClock.Instant

    enum Action: Hashable {
        case ping
        case giveUp
    }

    let pingAfter: Duration
    let pingTimeout: Duration
    let trustedIdleTime: Duration
    // Apple's advice for connections that are kept: a PING each hour.
    let keepAlive = Duration.seconds(3600)
    private var lastHeard: Instant
    private var busySince: Instant?
    private var pingedAt: Instant?
    private var provenAt: Instant?

    init(_ configuration: HTTP2PoolConfiguration, at now: Instant) {
        pingAfter = configuration.pingAfter
        pingTimeout = configuration.pingTimeout
        trustedIdleTime = configuration.trustedIdleTime
        lastHeard = now
    }

    /// Whether a sign of life is awaited.
    var isProving: Bool { pingedAt != nil }

    /// Something came from the peer.
    mutating func heard(at now: Instant) {
        lastHeard = now
        if isProving { provenAt = now }
        pingedAt = nil
    }

    /// A PING was sent.
    mutating func pinged(at now: Instant) { pingedAt = now }

    /// Tells whether requests are under way.
    mutating func isBusy(_ isBusy: Bool, at now: Instant) {
        if isBusy { provenAt = nil }
        if !isBusy { busySince = nil } else if busySince == nil { busySince = now }
    }

    /// Whether a request may be written without asking first.
    func isTrusted(at now: Instant) -> Bool {
        guard !isProving else { return false }
        // However short an idle time is trusted: a sign that was asked for counts for the request it was asked for.
        let isProven = provenAt.map { now - $0 < .seconds(1) } ?? false
        return busySince != nil || isProven || now - lastHeard < trustedIdleTime
    }

    /// When to call ``check(at:)``.
    var deadline: Instant {
        if let pingedAt { return pingedAt + pingTimeout }
        guard let busySince else { return lastHeard + keepAlive }
        return max(lastHeard, busySince) + pingAfter
    }

    /// What to do now; nil if nothing.
    func check(at now: Instant) -> Action? {
        guard now >= deadline else { return nil }
        return isProving ? .giveUp : .ping
    }
}
