extension Connection {
    /// Reads what is there and does what it calls for.
    func read(at now: ContinuousClock.Instant) {
        readsOn = false
        for _ in 0..<Self.readsInATurn {
            switch unsafe stream.read(into: inputBuffer.bytes) {
            case .wantsRead: return
            case .wantsWrite:
                isBlocked = true
                return
            case .closed: return end(HTTP2Failure(.uncertain, .connectionLost))
            case .failed(let failure):
                return end(HTTP2Failure(.uncertain, .connectionLost, detail: failure.description))
            case .moved(let count):
                pool.counts.bytesIn += count
                watchdog.heard(at: now)
                let isRead = unsafe session.feed(UnsafeRawBufferPointer(rebasing: inputBuffer.bytes[..<count]))
                handleEvents()
                if isClosed { return }
                guard isRead else { return end(HTTP2Failure(.uncertain, .protocolError)) }
            }
            // What the socket still has, the next poll tells.
            guard stream.hasPending else { return }
        }
        readsOn = true
    }

    /// Writes what waits, many frames at once, until there is no more or the socket takes no more.
    func write(at now: ContinuousClock.Instant) {
        while !isBlocked {
            while output.hasRoom, let frame = unsafe session.next() { unsafe output.append(frame) }
            headersWent(at: now)
            guard !output.isEmpty else { break }
            switch unsafe stream.write(output.waiting) {
            case .moved(let count):
                pool.counts.bytesOut += count
                output.consume(count)
            case .wantsWrite, .wantsRead: isBlocked = true
            case .closed: return end(HTTP2Failure(.uncertain, .connectionLost))
            case .failed(let failure):
                return end(HTTP2Failure(.uncertain, .connectionLost, detail: failure.description))
            }
        }
        // Streams that this side broke off are over when that is written.
        handleEvents()
    }

    // So that one busy connection does not keep the loop from the others.
    private static let readsInATurn = 16

    private func handleEvents() {
        guard session.hasEvents else { return }
        var returning: [Exchange] = []
        // The room of both lists is used again and again.
        session.takeEvents(for: &eventsInHand)
        for event in eventsInHand {
            switch event {
            case .settings: settingsCame()
            case .goAway(_, _, let debugData): goAwayCame(debugData)
            case .pong: break
            case .answered(let stream): answerCame(on: stream)
            case .closed(let stream, let code): streamClosed(stream, code, &returning)
            }
        }
        eventsInHand.removeAll(keepingCapacity: true)
        pool.comeBack(returning)
    }

    private func settingsCame() {
        let wasReady = isReady
        allowance.peerLimit = session.streamLimit
        if !wasReady { pool.becameReady(self) }
    }

    /// No new stream from now on. Those the peer will not handle are closed by the library as refused, and come back.
    private func goAwayCame(_ debugData: [UInt8]) {
        allowance.close()
        pool.counts.goAways += 1
        guard let text = pool.configuration.configurationFault(debugData) else { return }
        isBlamed = true
        pool.foundFault(HTTP2Failure(.misconfigured, .rejectedByPeer, detail: text))
    }

    private func answerCame(on stream: Int32) {
        guard let exchange = session.exchange(on: stream), exchange.status != nil else { return }
        noteAnswer()
        if !exchange.isSettled { pool.counts.answers += 1 }
        exchange.answer(over: id)
        // The peer has answered before the end of the request, and does not need the rest of it.
        if !exchange.isBodySent { session.reset(stream, code: StreamErrorCode.cancel) }
    }

    private func noteAnswer() {
        guard !allowance.hasAnswer else { return }
        allowance.answered()
        if !isBlamed { pool.heardFirstAnswer(self) }
    }

    private func streamClosed(_ stream: Int32, _ code: UInt32, _ returning: inout [Exchange]) {
        guard let exchange = session.forget(stream), !exchange.isSettled else { return }
        let end = ExchangeEnd(closedWith: code, hasStatus: exchange.status != nil, returns: exchange.returns)
        if end == .answer { noteAnswer() }
        conclude(exchange, end, detail: "error code \(code)", &returning)
    }
}
