#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// One connection of a server: moves bytes between the socket and the session, and does what it is told.
final class ServerConnection: LoopMember {
    private enum Phase {
        case handshake
        case open
        /// What was said is still to be written; then comes the goodbye.
        case closing
        /// Nothing more is read, and what was said is still to be written; then the connection is dropped.
        case dropping
        /// The goodbye is said. What the client still sends is thrown away: closing with unread bytes would reset the
        /// connection, and take what was written last from the client.
        case lingering(until: ContinuousClock.Instant)
        case silent
        case gone

        /// Whether the session still takes bytes.
        var isServing: Bool {
            switch self {
            case .open, .closing: true
            case .handshake, .dropping, .lingering, .silent, .gone: false
            }
        }

        /// Whether bytes are read, be it to throw them away.
        var isReading: Bool {
            if case .lingering = self { true } else { isServing }
        }

        /// Whether the session still gives bytes.
        var isWriting: Bool {
            if case .dropping = self { true } else { isServing }
        }
    }

    private let number: Int
    private let behaviour: any HTTP2ServerBehaviour
    private let forget: () -> Void
    private var stream: (any ByteStream)?
    private let session: ServerSession
    private var phase = Phase.handshake
    private var timers = ServerTimers()
    private var waitsToWrite = false
    private var dropsAtNextRequest = false
    /// What has to wait until everything before it is written.
    private var waiting: [HTTP2ServerAction] = []
    private var output: [UInt8] = []
    private var written = 0

    /// - Parameter forget: Called when the connection is gone.
    init(
        _ number: Int,
        _ stream: any ByteStream,
        _ session: ServerSession,
        _ behaviour: any HTTP2ServerBehaviour,
        forget: @escaping () -> Void
    ) {
        self.number = number
        self.stream = stream
        self.session = session
        self.behaviour = behaviour
        self.forget = forget
        session.owner = self
    }

    /// Closes the connection without a word.
    func end() {
        phase = .gone
        stream = nil
    }

    // MARK: What is to be done

    func perform(_ actions: [HTTP2ServerAction]) {
        for action in actions {
            let waits = action.comesAfterOutput && phase.isWriting
            if waiting.isEmpty, !waits { perform(action) } else { waiting.append(action) }
        }
    }

    /// Goes on to the next action that has to wait for what those before it make to be written.
    private func performWaiting() {
        var rest = waiting[...]
        waiting = []
        guard let first = rest.popFirst() else { return }
        perform(first)
        perform(Array(rest))
    }

    private func perform(_ action: HTTP2ServerAction) {
        switch action {
        case .answer(let stream, let response): session.answer(stream, response)
        case .reset(let stream, let code): session.reset(stream, code)
        case .allowStreams(let count): session.allowStreams(count)
        case .goAway(let last, let code, let debugData): session.goAway(last, code, debugData)
        case .close: phase = .closing
        case .drop: drop()
        case .dropAtNextRequest: dropsAtNextRequest = true
        case .fallSilent: phase = .silent
        case .later(let delay, let work): timers.add(at: .now + delay, work)
        }
    }

    /// With a reset of TCP (SO_LINGER of zero), which the client cannot take for an orderly end.
    private func drop() {
        if let stream {
            var immediately = linger(l_onoff: 1, l_linger: 0)
            let size = socklen_t(MemoryLayout<linger>.size)
            unsafe setsockopt(stream.descriptor, SOL_SOCKET, SO_LINGER, &immediately, size)
        }
        end()
    }
}

// MARK: The loop

extension ServerConnection {
    var watched: WatchedSocket? {
        guard let stream else { return nil }
        if case .silent = phase { return nil }
        return WatchedSocket(stream.descriptor, forReading: true, forWriting: waitsToWrite)
    }

    var deadline: ContinuousClock.Instant? {
        if case .lingering(let end) = phase { return end }
        return timers.first
    }

    func wake(_ readiness: Readiness, at now: ContinuousClock.Instant) {
        if case .lingering(let limit) = phase, limit <= now { return end() }
        for work in timers.takeDue(at: now) { perform(work()) }
        guard !readiness.isEmpty else { return }
        if readiness.contains(.writable) { waitsToWrite = false }
        if case .handshake = phase { shakeHands() }
        read()
    }

    func finishTurn(at now: ContinuousClock.Instant) {
        if phase.isWriting { write() }
        if case .dropping = phase, !waitsToWrite { drop() }
        if case .closing = phase, !waitsToWrite {
            stream?.shutdown()
            phase = .lingering(until: now + .seconds(1))
        }
        // Not earlier: whoever forgets the connection may end a session that is just calling back.
        if case .gone = phase {
            behaviour.disconnected(number)
            forget()
        }
    }

    private func shakeHands() {
        switch stream?.handshake() {
        case .moved:
            phase = .open
            perform(behaviour.connected(number))
            // The first frame is SETTINGS. If those asked for come first, they are it.
            if case .allowStreams = waiting.first { performWaiting() }
            session.begin()
        case .wantsWrite: waitsToWrite = true
        case .wantsRead: break
        case .closed, .failed, nil: end()
        }
    }

    private func read() {
        let size = 16 * 1024
        unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
            while let stream, phase.isReading {
                switch unsafe stream.read(into: buffer) {
                case .moved(let count):
                    guard phase.isServing else { continue }
                    guard unsafe session.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else {
                        return end()
                    }
                case .wantsRead: return
                case .wantsWrite:
                    waitsToWrite = true
                    return
                case .closed, .failed: return end()
                }
            }
        }
    }

    private func write() {
        while let stream, !waitsToWrite, phase.isWriting {
            if written == output.count {
                written = 0
                guard session.fill(&output) else { return end() }
                if output.isEmpty {
                    guard !waiting.isEmpty, phase.isServing else { break }
                    performWaiting()
                    continue
                }
            }
            let result = unsafe output.withUnsafeBytes { bytes in
                unsafe stream.write(UnsafeRawBufferPointer(rebasing: bytes[written...]))
            }
            switch result {
            case .moved(let count): written += count
            case .wantsWrite: waitsToWrite = true
            case .wantsRead: return
            case .closed, .failed: return end()
            }
        }
        // The session gave the client up by itself, for a violation of the protocol.
        if session.hasGivenUp, case .open = phase { phase = .closing }
    }
}

// MARK: The session

extension ServerConnection: ServerSessionOwner {
    func begins() -> Bool {
        if dropsAtNextRequest, phase.isServing { phase = .dropping }
        return phase.isServing
    }

    func received(_ stream: Int32, fields: [HTTP2ReceivedRequest.Field], body: [UInt8], bodyLength: Int) {
        guard phase.isServing else { return }
        let request = HTTP2ReceivedRequest(
            connection: number,
            stream: stream,
            fields: fields,
            body: body,
            bodyLength: bodyLength
        )
        perform(behaviour.received(request))
    }

    func abandoned(_ stream: Int32, code: UInt32) {
        behaviour.abandoned(stream: stream, on: number, code: code)
    }
}
