internal import CPostgres

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// What the listener's thread does: it connects, listens, and connects again.
struct ListeningLoop: Sendable {
    /// A connection that was lost sooner is counted as one that could not be made.
    private static let steadiness = Duration.seconds(5)

    let location: PostgresLocation
    let channel: String
    let signal: StopSignal
    let onWake: @Sendable () -> Void
    /// After how long a silence the server is asked whether it is still there.
    var longestSilence = Duration.seconds(30)
    /// How long each answer may take.
    var callLimit = Duration.seconds(10)

    /// Listens until the signal to stop. Blocks.
    func run() {
        var backoff = DialBackoff()
        while !signal.isSent {
            let begin = ContinuousClock.now
            do { try listen() } catch let error as PostgresError {
                if begin + Self.steadiness < .now { backoff.succeed() }
                backoff.fail(error, at: .now, jitter: .random(in: 0...1))
            } catch {}
            signal.wait(for: backoff.wait(at: .now))
        }
    }

    /// Listens on one connection until it is lost or the signal comes.
    private func listen() throws {
        let connection = try PostgresConnection.dial(location, callLimit: callLimit, interrupt: signal.file)
        try connection.simple("listen \(PostgresLocation.quoted(channel))", named: "listen")
        // What was notified before this has been missed.
        onWake()
        var wakes = WakeSchedule()
        var heard = ContinuousClock.now
        while true {
            let next = min(wakes.next ?? heard + longestSilence, heard + longestSilence)
            switch connection.link.ready(for: POLLIN, within: ContinuousClock.now.duration(to: next)) {
            case .interrupt: return
            case .socket:
                guard unsafe PQconsumeInput(connection.link.raw) == 1 else {
                    throw connection.link.failure(in: "listen")
                }
                heard = .now
            case .nothing:
                guard heard + longestSilence <= .now else { break }
                guard connection.answers(within: callLimit) else { throw connection.link.failure(in: "listen") }
                heard = .now
            }
            let isNotified = takeNotifications(connection)
            if isNotified { wakes.notified(at: .now) }
            if isNotified || wakes.isDue(at: .now) { onWake() }
        }
    }

    /// Takes what has been notified.
    ///
    /// - Returns: Whether there was anything.
    private func takeNotifications(_ connection: PostgresConnection) -> Bool {
        var isNotified = false
        while let notification = unsafe PQnotifies(connection.link.raw) {
            unsafe PQfreemem(notification)
            isNotified = true
        }
        return isNotified
    }
}
