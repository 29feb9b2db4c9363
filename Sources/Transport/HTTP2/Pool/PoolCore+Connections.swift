internal import FanfareCore

extension PoolCore {
    /// How long another connection is not dialled because one that is open is about to take more.
    static let patience = Duration.seconds(1)

    /// Until when a connection that is about to take more is waited for; nil if there is none, or none any more.
    var endOfPatience: ContinuousClock.Instant? {
        let settling = connections.lazy.filter {
            $0.allowance.isWarming || $0.watchdog.isProving && !$0.allowance.isClosing
        }
        let end = settling.map(\.settlingSince).min().map { $0 + Self.patience }
        return end.flatMap { $0 > members.now ? $0 : nil }
    }

    /// Gives the requests that wait to connections, as far as there is room, and dials if there is not.
    func distribute(at now: ContinuousClock.Instant) {
        guard !waiting.isEmpty || !connectors.isEmpty else { return }
        fillConnections(at: now)
        guard !waiting.isEmpty else { return }
        for connection in connections where connection.allowance.room(beside: connection.openStreams) > 0 {
            if !connection.isBlocked, !connection.watchdog.isTrusted(at: now) { connection.prove(at: now) }
        }
        dialIfNeeded(at: now)
    }

    private func fillConnections(at now: ContinuousClock.Instant) {
        var choice = ConnectionChoice(connections.map { (room: $0.room(at: now), open: $0.openStreams) })
        var given: [Exchange] = []
        while let exchange = waiting.first, let index = choice.next() {
            let connection = connections[index]
            guard connection.session.accepts(exchange) else {
                waiting.popFirst()
                settle([exchange], HTTP2Failure(.notSent, .headerTooLong))
                choice.putBack(index)
                continue
            }
            guard connection.give(exchange) else {
                choice.exclude(index)
                continue
            }
            waiting.popFirst()
            given.append(exchange)
        }
        free(given)
    }

    private func dialIfNeeded(at now: ContinuousClock.Instant) {
        let usable = connections.filter { !$0.allowance.isClosing }
        let need = DialNeed(
            waiting: waiting.count,
            usable: usable.count,
            most: configuration.maxConnections,
            isDialling: dial != nil || usable.contains { !$0.isReady },
            isSettling: endOfPatience != nil
        )
        if need.isPresent {
            switch plan.ruling(at: now) {
            case .now: startDial()
            case .wait: break
            case .refuse(let failure): if usable.isEmpty { refuseAll(failure) }
            }
        }
        // One request alone waits for the dial that shows whether the server is back.
        guard let unreachable, !connections.contains(where: \.isReady) else { return }
        refuseAll(unreachable, but: dial == nil && connections.isEmpty ? 0 : 1)
    }

    private func startDial() {
        let dial = Dial(setup, members) { [unowned self] result in dialled(result) }
        self.dial = dial
        counts.dials += 1
        dial.start()
    }

    private func dialled(_ result: Dial.Result) {
        let limit = dial?.limit ?? members.now
        dial = nil
        wantTurn()
        switch result {
        case .failure(let failure): dialFailed(failure)
        case .success(let stream):
            let session = ClientSession(
                authority: setup.authority,
                isSecure: setup.endpoint.isSecure,
                longestBody: configuration.longestBody,
                firstStream: setup.firstStream
            )
            guard let session else {
                return dialFailed(HTTP2Failure(.notSent, .exhausted, detail: "no memory for a connection"))
            }
            let id = ConnectionNumbers.next()
            let connection = Connection(id, session, over: stream, in: self, members, readyUntil: limit)
            connections.append(connection)
            members.add(connection)
        }
    }

    private func dialFailed(_ failure: HTTP2Failure) {
        counts.dialFailures += 1
        plan.failed(failure, at: members.now)
        settleConnectors(.failure(failure))
        unreachable = failure
        // Whoever waits for a server that cannot be reached takes up room that other servers' requests could use.
        if !connections.contains(where: \.isReady) { refuseAll(failure) }
    }

    // MARK: What connections tell

    func becameReady(_ connection: Connection) {
        unreachable = nil
        settleConnectors(.success(()))
        wantTurn()
    }

    func heardFirstAnswer(_ connection: Connection) { plan.succeeded(openedAt: connection.openedAt) }

    /// Requests that certainly were not processed wait again, before all others.
    func comeBack(_ exchanges: [Exchange]) {
        guard !exchanges.isEmpty else { return }
        // Not longer than those behind them, so that the first one is always the first whose time is up.
        let limit = members.now + configuration.waitTimeout
        let deadline = waiting.first.map { min($0.waitDeadline, limit) } ?? limit
        for exchange in exchanges { exchange.comeBack(waitUntil: deadline) }
        waiting.prepend(exchanges)
        wantTurn()
    }

    /// The peer said that the configuration is at fault.
    func foundFault(_ failure: HTTP2Failure) { plan.failed(failure, at: members.now) }

    func ended(_ connection: Connection, _ failure: HTTP2Failure) {
        connections.removeAll { $0 === connection }
        wantTurn()
        guard !connection.isBlamed else { return }
        if !connection.isReady {
            dialFailed(HTTP2Failure(.notSent, .connectFailed, detail: failure.reason.description))
        } else if !connection.allowance.hasAnswer, !connection.wasRetired {
            // A server that takes connections and ends them is no better than one that takes none.
            plan.failed(HTTP2Failure(.notSent, .connectFailed, detail: failure.reason.description), at: members.now)
        }
    }

    // MARK: What callers ask for

    func retire(_ id: HTTP2ConnectionID) { connections.first { $0.id == id }?.retire() }

    func connect(_ connector: Connector) {
        connectors.append(connector)
        if isShuttingDown { return settleConnectors(.failure(PoolInbox.closed)) }
        if connections.contains(where: { $0.isReady && !$0.allowance.isClosing }) {
            return settleConnectors(.success(()))
        }
        if dial == nil, !connections.contains(where: { !$0.isReady }) { startDial() }
    }
}
