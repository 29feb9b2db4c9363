import FanfareCore

/// Which of the servers a mail is given to: the first that works and has not had its share. Pure.
///
/// A server that cannot be used rests for 5 seconds, twice as long each time up to 5 minutes, until it is of use again.
struct ServerRotation: Sendable {
    /// Where a mail goes.
    enum Choice: Hashable {
        /// To this server.
        case server(Int)
        /// Nowhere now; something may have changed after this time.
        case none(Duration)
    }

    fileprivate struct State {
        var rate: MailRate?
        var rest: Duration = .zero
        var restsUntil: Timestamp?
    }

    static let shortestRest: Duration = .seconds(5)
    static let longestRest: Duration = .seconds(300)

    private var states: [State]

    /// - Parameters:
    ///   - count: How many servers there are.
    ///   - rateLimit: How many mails a minute each of them gets; nil for no limit.
    init(_ count: Int, rateLimit: Int?) {
        states = Array(repeating: State(rate: rateLimit.map { MailRate(limit: $0) }), count: count)
    }

    /// Chooses a server.
    ///
    /// - Parameter tried: Those the mail has been at.
    mutating func choose(after tried: Set<Int>, at now: Timestamp) -> Choice {
        var waits: [Duration] = []
        for index in states.indices where !tried.contains(index) {
            if let wait = states[index].wait(at: now) { waits.append(wait) } else { return .server(index) }
        }
        return .none(waits.min() ?? Self.shortestRest)
    }

    /// A server could not be used.
    mutating func failed(_ index: Int, at now: Timestamp) {
        // Mails that were on their way when the rest began say nothing new.
        if let end = states[index].restsUntil, now < end { return }
        let rest = min(max(states[index].rest * 2, Self.shortestRest), Self.longestRest)
        states[index].rest = rest
        states[index].restsUntil = now.advanced(by: rest)
    }

    /// A server answered a mail, whatever it said.
    mutating func worked(_ index: Int) {
        states[index].rest = .zero
        states[index].restsUntil = nil
    }
}

extension ServerRotation.State {
    /// How long the server has to be left alone; nil if it takes the mail now.
    fileprivate mutating func wait(at now: Timestamp) -> Duration? {
        // A clock that was set back makes nobody wait for longer than the rest.
        if let restsUntil, now < restsUntil { return min(now.duration(to: restsUntil), rest) }
        return rate?.admit(at: now)
    }
}
