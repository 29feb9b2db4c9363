/// An open connection and the requests on it. It belongs to the loop's thread.
final class Connection: LoopMember {
    let id: HTTP2ConnectionID
    let session: ClientSession
    let stream: any ByteStream
    let members: LoopMembers
    unowned let pool: PoolCore
    let openedAt: ContinuousClock.Instant
    /// Until when the peer must have announced its limits.
    let readyLimit: ContinuousClock.Instant

    var allowance: StreamAllowance
    var watchdog: Watchdog
    var output = OutputBuffer()
    /// Whether the socket takes nothing more for now.
    var isBlocked = false
    /// Whether there is more to read than one turn should.
    var readsOn = false
    /// Whether this side has said that it is leaving.
    private var isLeaving = false
    var isClosed = false
    /// Whether this side wanted it to end.
    private(set) var wasRetired = false
    /// Since when it is about to take more requests than it does.
    private(set) var settlingSince: ContinuousClock.Instant
    /// Whether the peer ended it because of what is wrong with the configuration.
    var isBlamed = false
    /// Those that await an answer, in the order in which their time is up.
    private var answersDue = Queue<(stream: Int32, exchange: Exchange)>()
    let inputBuffer = InputBuffer()
    /// What the session met and the connection is looking at; empty in between.
    var eventsInHand: [SessionEvent] = []
    /// What was written and is being noted; empty in between.
    private var written: [Exchange] = []

    init(
        _ id: HTTP2ConnectionID,
        _ session: ClientSession,
        over stream: any ByteStream,
        in pool: PoolCore,
        _ members: LoopMembers,
        readyUntil readyLimit: ContinuousClock.Instant
    ) {
        self.id = id
        self.session = session
        self.stream = stream
        self.pool = pool
        self.members = members
        self.readyLimit = readyLimit
        allowance = StreamAllowance(warmsUp: pool.configuration.warmsUp)
        openedAt = members.now
        watchdog = Watchdog(pool.configuration, at: members.now)
        settlingSince = members.now
    }

    /// Whether the peer has announced its limits.
    var isReady: Bool { allowance.peerLimit != nil }

    /// Streams that are open, those of callers included who have given up.
    var openStreams: Int { session.exchanges.count }

    /// How many requests it can be given now. What the socket does not take can as well wait where it may go elsewhere.
    func room(at now: ContinuousClock.Instant) -> Int {
        guard !isBlocked, watchdog.isTrusted(at: now) else { return 0 }
        return allowance.room(beside: openStreams)
    }

    /// Gives it a request; false if it cannot have any more, ever.
    func give(_ exchange: Exchange) -> Bool {
        let isGiven = session.submit(exchange)
        if !isGiven { allowance.close() }
        return isGiven
    }

    /// Gives it no new requests and closes it when it has none left.
    func retire() {
        wasRetired = true
        allowance.close()
    }

    /// Asks for a sign of life, if none is awaited already.
    func prove(at now: ContinuousClock.Instant) {
        guard !watchdog.isProving else { return }
        watchdog.pinged(at: now)
        settlingSince = now
        session.ping()
    }

    // MARK: In the loop

    var watched: WatchedSocket? {
        isClosed ? nil : WatchedSocket(stream.descriptor, forReading: true, forWriting: isBlocked)
    }

    var deadline: ContinuousClock.Instant? {
        if isClosed { return nil }
        if readsOn { return members.now }
        while let first = answersDue.first, !isDue(first) { answersDue.popFirst() }
        let answer = answersDue.first?.exchange.responseDeadline
        return [isReady ? nil : readyLimit, answer, watchdog.deadline].compactMap { $0 }.min()
    }

    func wake(_ readiness: Readiness, at now: ContinuousClock.Instant) {
        guard !isClosed else { return }
        if !readiness.isEmpty { isBlocked = false }
        if readiness.contains(.readable) || readsOn { read(at: now) }
        checkTimes(at: now)
    }

    // Its pool finishes the turn, because what it is given must come before what it writes.
    func finishTurn(at now: ContinuousClock.Instant) {}

    /// Writes what the turn made necessary, and ends the connection if it has nothing left to do.
    func flush(at now: ContinuousClock.Instant) {
        guard !isClosed else { return }
        if allowance.isClosing, openStreams == 0, !isLeaving {
            isLeaving = true
            session.leave()
        }
        write(at: now)
        guard !isClosed else { return }
        watchdog.isBusy(openStreams > 0, at: now)
        if session.isOver, output.isEmpty { end(HTTP2Failure(.notSent, .connectionLost)) }
    }

    private func checkTimes(at now: ContinuousClock.Instant) {
        guard !isClosed else { return }
        if !isReady, now >= readyLimit {
            return end(HTTP2Failure(.notSent, .connectFailed, detail: "no SETTINGS came"))
        }
        while let first = answersDue.first {
            guard isDue(first) else {
                answersDue.popFirst()
                continue
            }
            guard let limit = first.exchange.responseDeadline, limit <= now else { break }
            answersDue.popFirst()
            giveUp(first.exchange, as: HTTP2Failure(.uncertain, .responseTimeout))
        }
        switch watchdog.check(at: now) {
        case .ping: prove(at: now)
        case .giveUp: end(HTTP2Failure(.uncertain, .connectionSilent))
        case nil: break
        }
    }

    private func isDue(_ entry: (stream: Int32, exchange: Exchange)) -> Bool {
        !entry.exchange.isSettled && session.exchange(on: entry.stream) === entry.exchange
    }

    /// Headers were handed to the socket: the time for their answers begins.
    func headersWent(at now: ContinuousClock.Instant) {
        session.takeWritten(for: &written)
        guard !written.isEmpty else { return }
        let limit = now + pool.configuration.responseTimeout
        for exchange in written {
            exchange.wasWritten(answerUntil: limit)
            answersDue.append((exchange.stream, exchange))
        }
        pool.counts.requests += written.count
        written.removeAll(keepingCapacity: true)
    }
}
