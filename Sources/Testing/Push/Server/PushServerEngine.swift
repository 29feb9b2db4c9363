internal import FanfareCore
internal import FanfareHTTP2
internal import Synchronization

/// Decides what the server does: brings together the rules of the service, the script and what has happened.
final class PushServerEngine<Service: PushService>: HTTP2ServerBehaviour {
    typealias Request = Service.Request
    typealias Answer = Request.Answer
    typealias Step = PushServerStep<Answer>
    typealias Script = PushServerScript<Request>
    private typealias Move = PushServerCourse<Request>.Move

    /// What is known of a connection.
    private struct Connection {
        var history: Service.History
        var course: PushServerCourse<Request>
        /// The streams of its requests in the order of arrival.
        var streams: [Int32] = []
        var isWarm: Bool
    }
    private struct State {
        var script: Script
        var connections: [Int: Connection] = [:]
        var received = 0
    }

    let log = Watched(PushServerLog<Request>())
    private let service: Service
    private let manners: PushServerManners
    private let state: Mutex<State>

    init(_ service: Service, _ manners: PushServerManners, _ script: Script) {
        self.service = service
        self.manners = manners
        state = Mutex(State(script: script))
    }

    func follow(_ script: Script) { state.withLock { $0.script = script } }

    // MARK: What happens

    func connected(_ number: Int) -> [HTTP2ServerAction] {
        log.update { log in
            log.connections += 1
            log.openConnections += 1
        }
        let moves = state.withLock { state in
            var connection = Connection(
                history: service.newHistory,
                course: PushServerCourse(state.script.course(ofConnection: number)),
                isWarm: !manners.warmsUp
            )
            defer { state.connections[number] = connection }
            return connection.course.advance()
        }
        let settled = actions(moves, on: number)
        // A course that begins with SETTINGS of its own says what the first are.
        if case .allowStreams = settled.first { return settled }
        return [.allowStreams(manners.warmsUp ? 1 : manners.streams)] + settled
    }

    func received(_ received: HTTP2ReceivedRequest) -> [HTTP2ServerAction] {
        let (request, moves) = state.withLock { state in
            state.received += 1
            var connection =
                state.connections[received.connection]
                ?? Connection(history: service.newHistory, course: PushServerCourse([]), isWarm: true)
            state.connections[received.connection] = nil
            connection.streams.append(received.stream)
            let request = service.read(
                received,
                order: state.received,
                orderOnConnection: connection.streams.count,
                after: &connection.history
            )
            let moves = connection.course.isOver ? [.apply(request)] : connection.course.take(request)
            state.connections[received.connection] = connection
            return (request, moves)
        }
        log.update { log in
            log.requestCount += 1
            if manners.recordsRequests { log.requests.append(request) }
        }
        return actions(moves, on: request.connection)
    }

    func abandoned(stream: Int32, on connection: Int, code: UInt32) {
        let request = PushServerAbandonedRequest(
            connection: connection,
            stream: stream,
            error: PushServerErrorCode(rawValue: code)
        )
        log.update { $0.abandoned.append(request) }
    }

    func disconnected(_ connection: Int) {
        let wasKnown = state.withLock { $0.connections.removeValue(forKey: connection) != nil }
        // A connection whose handshake failed never counted.
        if wasKnown { log.update { $0.openConnections -= 1 } }
    }
}

// MARK: What is done

extension PushServerEngine {
    /// What the steps are for a request at hand.
    func actions(_ steps: ArraySlice<Step>, for request: Request) -> [HTTP2ServerAction] {
        actions(steps, for: [request], on: request.connection)
    }

    /// What the steps are on a connection, with no request at hand.
    func actions(_ steps: ArraySlice<Step>, onConnection number: Int) -> [HTTP2ServerAction] {
        actions(steps, for: [], on: number)
    }

    private func actions(
        _ steps: ArraySlice<Step>,
        for requests: [Request],
        on number: Int
    ) -> [HTTP2ServerAction] {
        var actions: [HTTP2ServerAction] = []
        for index in steps.indices {
            if case .wait(let duration) = steps[index] {
                let rest = steps[(index + 1)...]
                return actions + [.later(duration) { [self] in self.actions(rest, for: requests, on: number) }]
            }
            actions += self.actions(steps[index], for: requests, on: number)
        }
        return actions
    }

    private func actions(_ moves: [Move], on number: Int) -> [HTTP2ServerAction] {
        moves.flatMap { (move) -> [HTTP2ServerAction] in
            switch move {
            case .step(let step, let requests): actions(step, for: requests, on: number)
            case .apply(let request): actions(state.withLock { $0.script }.steps(for: request)[...], for: request)
            case .pause(let duration): [.later(duration) { [self] in resume(number) }]
            }
        }
    }

    private func resume(_ number: Int) -> [HTTP2ServerAction] {
        let moves = state.withLock { $0.connections[number]?.course.resume() ?? [] }
        return actions(moves, on: number)
    }

    private func actions(_ step: Step, for requests: [Request], on number: Int) -> [HTTP2ServerAction] {
        switch step {
        case .serve: requests.flatMap { answer($0, service.answer(to: $0)) }
        case .answer(let answer, _): scripted(answer, for: requests, on: number)
        case .reset(let code): requests.map { .reset(stream: $0.stream, code: code.rawValue) }
        case .allowStreams(let count): [.allowStreams(count)]
        case .goAway(let goAway): [self.goAway(goAway, on: number)]
        case .close: [.close]
        case .drop: [.drop]
        case .dropAtNextRequest: [.dropAtNextRequest]
        case .fallSilent: [.fallSilent]
        case .ignore, .expect, .serveNext, .wait: []
        }
    }

    private func scripted(
        _ answer: Answer,
        for requests: [Request],
        on number: Int
    ) -> [HTTP2ServerAction] {
        state.withLock { state in
            guard var connection = state.connections[number] else { return }
            state.connections[number] = nil
            service.scripted(answer, history: &connection.history)
            state.connections[number] = connection
        }
        return requests.flatMap { self.answer($0, answer) }
    }

    private func answer(_ request: Request, _ answer: Answer) -> [HTTP2ServerAction] {
        var fields = HTTP2Fields()
        // A field that cannot be in an answer is left out: it is the script's.
        for (name, value) in service.fields(for: request) where answer.fields[name] == nil {
            try? fields.append(name, value)
        }
        for (name, value) in answer.fields { try? fields.append(name, value) }
        let response = HTTP2ServerResponse(status: answer.status, fields: fields, body: answer.body)
        let warming = answer.status == 200 ? warmUp(request.connection) : []
        return [.answer(stream: request.stream, response)] + warming
    }

    private func warmUp(_ number: Int) -> [HTTP2ServerAction] {
        guard manners.warmsUp else { return [] }
        let isNew = state.withLock { state in
            guard state.connections[number]?.isWarm == false else { return false }
            state.connections[number]?.isWarm = true
            return true
        }
        return isNew ? [.allowStreams(manners.streams)] : []
    }

    private func goAway(_ goAway: PushServerGoAway, on number: Int) -> HTTP2ServerAction {
        let streams = state.withLock { $0.connections[number]?.streams ?? [] }
        let last: Int32 =
            switch goAway.last {
            case .received: streams.max() ?? 0
            case .none: 0
            case .request(let place): streams.indices.contains(place - 1) ? streams[place - 1] : 0
            case .stream(let stream): stream
            case .notice: .max
            }
        return .goAway(lastStream: last, code: goAway.error.rawValue, debugData: goAway.debugData)
    }
}
