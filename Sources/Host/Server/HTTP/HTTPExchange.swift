/// One request and its answer: from the first header to the last byte written, or to the end of the connection.
///
/// The daemon's thread calls `begin`, `receive`, `complete` and `end`; the handler's task calls `answer`; a stopping
/// server calls `refuse`. The connection is suspended exactly while the phase is `handling`, and both change together
/// under the lock. So it is resumed exactly once, and never after the daemon has stopped. Within the lock
/// libmicrohttpd's own lock is taken; libmicrohttpd never calls back while it holds that one, so they cannot deadlock.
final class HTTPExchange: Sendable {
    private enum Phase {
        case fresh
        case receiving
        case handling(HTTPConnection, Task<Void, Never>)
        case answered(HTTPResponse)
        case ended
    }

    private struct State {
        var phase = Phase.fresh
        var assembly: HTTPRequestAssembly?
        var refusal: HTTPResponse?
        var id: UInt64?
    }

    private let service: HTTPService
    private let target: Result<HTTPTarget, HTTPTargetError>
    private let state = Guarded(State())

    init(service: HTTPService, target: Result<HTTPTarget, HTTPTargetError>) {
        self.service = service
        self.target = target
    }

    /// The headers are here: takes the request in, or answers at once what cannot become one.
    private func begin(_ method: HTTPMethod, _ connection: HTTPConnection) -> HTTPExchangeStep {
        let (id, isOpen) = service.exchanges.admit(self)
        var rejection: HTTPRejection? = isOpen ? nil : .shuttingDown
        var assembly: HTTPRequestAssembly?
        switch target {
        case .success(let target):
            let request = HTTPRequest(method: method, target: target, headers: connection.headers())
            let checked = HTTPRequestAssembly(request, bodyLimit: service.configuration.bodyLimit)
            rejection = rejection ?? checked.rejection
            assembly = checked
        case .failure(let error):
            rejection = rejection ?? .badRequest(reason: error.reason)
        }
        state.withLock { state in
            state.id = id
            state.phase = .receiving
            state.assembly = assembly
        }
        guard let rejection else { return .proceed }
        if assembly?.announcesBody != false { service.lingering.keep(connection.socket) }
        let refusal = service.rejection(rejection)
        state.withLock { $0.refusal = refusal }
        return .respond(refusal, closing: true)
    }

    /// A piece of the body is here.
    func receive(_ bytes: some Collection<UInt8>) -> HTTPExchangeStep {
        state.withLock { state in
            state.assembly?.append(bytes) == true ? .proceed : .drop
        }
    }

    /// The daemon has nothing more to read: begins, starts the handler, or hands over its answer.
    func advance(_ method: @autoclosure () -> HTTPMethod, _ connection: HTTPConnection) -> HTTPExchangeStep {
        let isFresh = state.withLock { state in
            if case .fresh = state.phase { true } else { false }
        }
        return isFresh ? begin(method(), connection) : complete(connection)
    }

    private func complete(_ connection: HTTPConnection) -> HTTPExchangeStep {
        state.withLock { state in
            switch state.phase {
            case .receiving:
                if let refusal = state.refusal { return .respond(refusal, closing: true) }
                guard let assembly = state.assembly.take() else { return .drop }
                if let rejection = assembly.rejection { return .respond(service.rejection(rejection), closing: true) }
                connection.suspend()
                let request = assembly.request
                let task = Task { answer(await service.handler(request)) }
                state.phase = .handling(connection, task)
                if let id = state.id { service.watch?.add(connection.socket, id) }
                return .wait
            case .answered(let response):
                return .respond(response, closing: service.exchanges.isClosed)
            case .handling:
                return .wait
            case .fresh, .ended:
                return .drop
            }
        }
    }

    /// The handler's answer; ignored when the exchange has been answered otherwise.
    private func answer(_ response: HTTPResponse) {
        state.withLock { state in
            guard case .handling(let connection, _) = state.phase else { return }
            resume(connection, with: response, &state)
        }
    }

    /// Answers with `response` whatever has not been answered yet, and cancels the handler.
    ///
    /// A request that is still arriving gets the answer if it arrives in time, but is not waited for any more.
    func refuse(_ response: HTTPResponse) {
        let (task, arriving) = state.withLock { state -> (Task<Void, Never>?, UInt64?) in
            state.refusal = response
            switch state.phase {
            case .handling(let connection, let task):
                resume(connection, with: response, &state)
                return (task, nil)
            case .fresh, .receiving:
                return (nil, state.id)
            case .answered, .ended:
                return (nil, nil)
            }
        }
        task?.cancel()
        if let arriving { service.exchanges.remove(arriving) }
    }

    private func resume(_ connection: HTTPConnection, with response: HTTPResponse, _ state: inout State) {
        state.phase = .answered(response)
        service.watch?.remove(connection.socket)
        connection.resume()
    }

    /// The client has gone, or will send nothing more: cancels the handler. What it still answers is written if it can be.
    func abandon() {
        let task = state.withLock { state -> Task<Void, Never>? in
            if case .handling(_, let task) = state.phase { task } else { nil }
        }
        task?.cancel()
    }

    /// The answer is written, or the connection is gone.
    func end() {
        let id = state.withLock { state -> UInt64? in
            state.phase = .ended
            state.assembly = nil
            return state.id
        }
        if let id { service.exchanges.remove(id) }
    }
}
