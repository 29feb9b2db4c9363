internal import Synchronization

/// A pool's part on the loop: the requests that wait, the connections, and the decisions between them.
final class PoolCore: LoopMember {
    typealias Connector = CheckedContinuation<Void, any Error>

    let setup: PoolSetup
    let members: LoopMembers
    var counts = HTTP2Statistics()
    var waiting = Queue<Exchange>()
    var connections: [Connection] = []
    /// The attempt to open a connection that is under way.
    var dial: Dial?
    /// Those who wait for a connection that is ready.
    var connectors: [Connector] = []
    var plan: DialPlan
    /// Why the server could not be reached the last time; nil if it could.
    var unreachable: HTTP2Failure?
    private let settled = Settled()
    private var settledConnectors: [(Connector, Result<Void, any Error>)] = []
    private var shutdownLimit: ContinuousClock.Instant?
    /// Whether something happened that another look at the requests that wait can use.
    private var needsTurn = false

    init(_ setup: PoolSetup, _ members: LoopMembers) {
        self.setup = setup
        self.members = members
        plan = DialPlan(setup.configuration, random: setup.random)
    }

    var configuration: HTTP2PoolConfiguration { setup.configuration }

    // MARK: In the loop

    var watched: WatchedSocket? { nil }

    var deadline: ContinuousClock.Instant? {
        if needsTurn { return members.now }
        var times = [waiting.first?.waitDeadline, isFinished ? nil : shutdownLimit]
        if !waiting.isEmpty, case .wait(let instant) = plan.ruling(at: members.now) { times.append(instant) }
        if !waiting.isEmpty { times.append(endOfPatience) }
        return times.compactMap { $0 }.min()
    }

    func wake(_ readiness: Readiness, at now: ContinuousClock.Instant) {}

    func finishTurn(at now: ContinuousClock.Instant) {
        needsTurn = false
        collect()
        expire(at: now)
        distribute(at: now)
        for connection in connections { connection.flush(at: now) }
        if let shutdownLimit, now >= shutdownLimit { cutOff() }
        publish()
        settled.resumeCallers()
        for (connector, result) in settledConnectors { connector.resume(with: result) }
        settledConnectors = []
    }

    /// Takes what callers have handed over.
    private func collect() {
        let (requests, cancelled) = setup.inbox.take()
        for request in requests {
            waiting.append(Exchange(request, waitTimeout: configuration.waitTimeout, settled))
        }
        if !cancelled.isEmpty { cancel(cancelled) }
        if shutdownLimit != nil { refuseAll(PoolInbox.closed) }
    }

    private func cancel(_ tickets: Set<UInt64>) {
        let withdrawn = waiting.remove { tickets.contains($0.ticket) }
        settle(withdrawn, CancellationError())
        for connection in connections {
            for exchange in connection.session.exchanges.all where tickets.contains(exchange.ticket) {
                let error: any Error =
                    exchange.isWritten ? HTTP2Failure(.uncertain, .cancelled) : CancellationError()
                if !exchange.isSettled { connection.giveUp(exchange, as: error) }
            }
        }
    }

    private func expire(at now: ContinuousClock.Instant) {
        var expired: [Exchange] = []
        while let first = waiting.first, first.waitDeadline <= now {
            expired.append(first)
            waiting.popFirst()
        }
        guard !expired.isEmpty else { return }
        settle(expired, plan.lastFailure ?? HTTP2Failure(.notSent, .waitTimeout))
    }

    /// Gives requests that do not wait any more their end, and their places back.
    func settle(_ exchanges: [Exchange], _ error: any Error) {
        for exchange in exchanges { exchange.settle(.failure(error)) }
        free(exchanges)
    }

    func free(_ exchanges: [Exchange]) {
        var places = 0
        for exchange in exchanges where exchange.holdsPlace {
            exchange.holdsPlace = false
            places += 1
        }
        if places > 0 { setup.inbox.free(places) }
    }

    /// - Parameter kept: How many of those that wait longest go on waiting.
    func refuseAll(_ failure: HTTP2Failure, but kept: Int = 0) {
        guard waiting.count > kept else { return }
        var place = 0
        let refused = waiting.remove { _ in
            place += 1
            return place > kept
        }
        settle(refused, failure)
    }

    /// Those who wait for a connection get this at the end of the turn.
    func settleConnectors(_ result: Result<Void, any Error>) {
        settledConnectors += connectors.map { ($0, result) }
        connectors = []
    }

    /// Asks for another turn at once.
    func wantTurn() { needsTurn = true }

    private func publish() {
        counts.connections = connections.count { $0.isReady }
        counts.streams = connections.reduce(0) { $0 + $1.openStreams }
        counts.waiting = waiting.count + setup.inbox.outsiders
        let counts = counts
        setup.statistics.withLock { $0 = counts }
    }

    // MARK: The end

    var isShuttingDown: Bool { shutdownLimit != nil }

    /// Whether nothing is left.
    var isFinished: Bool { shutdownLimit != nil && connections.isEmpty && dial == nil }

    /// Takes nothing new, and closes each connection when its last request is done, at `limit` at the latest.
    func shutDown(until limit: ContinuousClock.Instant) {
        shutdownLimit = limit
        setup.inbox.close()
        dial?.cancel()
        dial = nil
        settleConnectors(.failure(PoolInbox.closed))
        for connection in connections { connection.retire() }
        if members.now >= limit { cutOff() }
        wantTurn()
    }

    private func cutOff() {
        refuseAll(PoolInbox.closed)
        for connection in connections {
            connection.session.leave()
            connection.write(at: members.now)
            connection.end(HTTP2Failure(.uncertain, .shuttingDown))
        }
        refuseAll(PoolInbox.closed)
    }
}
