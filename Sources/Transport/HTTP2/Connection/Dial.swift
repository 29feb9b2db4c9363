internal import FanfareBlocking

/// One attempt to open a connection: the name is resolved, its addresses are tried one after the other, TLS is agreed on.
final class Dial: LoopMember {
    /// What came of it.
    typealias Result = Swift.Result<any ByteStream, HTTP2Failure>

    private enum State {
        case resolving
        case connecting(Socket)
        case shakingHands(any ByteStream, wantsWriting: Bool)
        case finished
    }

    private let setup: PoolSetup
    private let members: LoopMembers
    /// When all of it, up to the peer's first frame, must be done.
    let limit: ContinuousClock.Instant
    private var state = State.resolving
    private var addresses = Queue<SocketAddress>()
    // An address that does not answer must not use up the time of those after it.
    private var addressLimit: ContinuousClock.Instant
    private var lastError = "no address"
    private let finished: (Result) -> Void

    /// Starts the attempt.
    ///
    /// - Parameter finished: Called once, on the loop, unless the attempt is cancelled.
    init(_ setup: PoolSetup, _ members: LoopMembers, finished: @escaping (Result) -> Void) {
        self.setup = setup
        self.members = members
        self.finished = finished
        limit = members.now + setup.configuration.connectTimeout
        addressLimit = limit
    }

    /// Resolves the name on a thread of its own: a resolver that hangs holds nobody else up.
    func start() {
        members.add(self)
        let thread = SystemThread { [setup, number = ObjectIdentifier(self)] in
            let addresses: Swift.Result<[SocketAddress], HTTP2Failure>
            do throws(HTTP2Failure) {
                addresses = .success(try SocketAddress.resolve(setup.endpoint.host, port: setup.endpoint.port))
            } catch {
                addresses = .failure(error)
            }
            try? setup.onLoop { core in
                guard let dial = core.dial, ObjectIdentifier(dial) == number else { return }
                dial.resolved(addresses)
            }
        }
        guard let thread else { return finish(.failure(HTTP2Failure(.notSent, .exhausted, detail: "no thread"))) }
        thread.detach()
    }

    /// Ends the attempt without a result.
    func cancel() {
        state = .finished
        members.remove(self)
    }

    var watched: WatchedSocket? {
        switch state {
        case .resolving, .finished: nil
        case .connecting(let socket): WatchedSocket(socket.descriptor, forReading: false, forWriting: true)
        case .shakingHands(let stream, let wantsWriting):
            WatchedSocket(stream.descriptor, forReading: !wantsWriting, forWriting: wantsWriting)
        }
    }

    var deadline: ContinuousClock.Instant? {
        if case .connecting = state { min(limit, addressLimit) } else { limit }
    }

    func finishTurn(at now: ContinuousClock.Instant) {}

    func wake(_ readiness: Readiness, at now: ContinuousClock.Instant) {
        if now >= limit { return fail("no connection within \(setup.configuration.connectTimeout)") }
        switch state {
        case .resolving, .finished: break
        case .connecting(let socket): connecting(socket, readiness, at: now)
        case .shakingHands(let stream, _): shakeHands(over: stream)
        }
    }

    private func resolved(_ result: Swift.Result<[SocketAddress], HTTP2Failure>) {
        guard case .resolving = state else { return }
        switch result {
        case .failure(let failure): finish(.failure(failure))
        case .success(let found):
            for address in found { addresses.append(address) }
            connectToNext(at: members.now)
        }
    }

    private func connectToNext(at now: ContinuousClock.Instant) {
        while let address = addresses.popFirst() {
            addressLimit = now + (limit - now) / (addresses.count + 1)
            switch address.connectingSocket() {
            case .success(let socket):
                state = .connecting(socket)
                return
            case .failure(let error): lastError = Socket.text(of: error.code)
            }
        }
        fail(lastError)
    }

    private func connecting(_ socket: Socket, _ readiness: Readiness, at now: ContinuousClock.Instant) {
        if readiness.isEmpty {
            guard now >= addressLimit else { return }
            lastError = "an address did not answer"
            return connectToNext(at: now)
        }
        let code = socket.connectError()
        guard code == 0 else {
            lastError = Socket.text(of: code)
            return connectToNext(at: now)
        }
        guard let tls = setup.tls else { return finish(.success(PlainStream(socket))) }
        do { shakeHands(over: try tls.stream(over: socket, to: setup.endpoint.host)) } catch {
            finish(.failure(HTTP2Failure(error)))
        }
    }

    private func shakeHands(over stream: any ByteStream) {
        switch stream.handshake() {
        case .moved: finish(.success(stream))
        case .wantsRead: state = .shakingHands(stream, wantsWriting: false)
        case .wantsWrite: state = .shakingHands(stream, wantsWriting: true)
        case .closed: fail("the server closed the connection during the TLS handshake")
        case .failed(let failure): finish(.failure(HTTP2Failure(failure)))
        }
    }

    private func fail(_ text: String) {
        let endpoint = setup.endpoint
        finish(.failure(HTTP2Failure(.notSent, .connectFailed, detail: "\(endpoint.host):\(endpoint.port): \(text)")))
    }

    private func finish(_ result: Result) {
        cancel()
        finished(result)
    }
}
