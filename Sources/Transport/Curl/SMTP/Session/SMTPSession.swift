internal import CCurl

/// A connection to a mail server, from its opening on; touched by its client's thread only.
///
/// The library finds the address, connects, greets, secures and logs in. It is then told to leave the connection as it is
/// (CURLOPT_CONNECT_ONLY), and what is said about mails is said here: the library itself waits for the reply to a message's
/// end, and for that to QUIT, on the thread, on which all other servers and requests would wait too; and it does not say how
/// much of a message it has written.
@safe final class SMTPSession {
    enum Phase {
        case opening
        case free
        case talking(SMTPTransaction)
        case closed
    }

    let handle: CurlHandle
    let server: SMTPServer
    let limits: SMTPLimits
    var phase = Phase.opening
    var opening = SMTPOpening()
    var wire: SMTPWire
    var content = SMTPContent([])
    /// What it is doing something for.
    var job: SMTPJob?
    /// What has come of the job, until the pool takes it.
    var outcome: Result<SMTPReply, any Error>?
    /// Whether the server may have the whole message.
    var isMessageOut = false
    /// Whether the server has refused the last mail before its end, and may still think of it.
    var isAfterRefusal = false
    /// Whether the job is not the first one.
    var isKept = false
    /// Whether the system says that the socket can be read or written.
    var isReady = false
    /// Whether the greeting has its time, which begins when the connection stands.
    var isGreetingDue = false
    /// When it has taken too long, or is of no use any more.
    var deadline: ContinuousClock.Instant
    /// When the job has taken too long.
    var jobDeadline: ContinuousClock.Instant

    /// Sets everything up; nil if memory is short. The library opens it when it gets the handle.
    init?(
        _ server: SMTPServer,
        for job: SMTPJob,
        _ configuration: CurlConfiguration,
        _ trust: TrustedCertificates?
    ) {
        guard let handle = CurlHandle(schemes: "smtp,smtps", trust: trust) else { return nil }
        self.handle = handle
        self.server = server
        self.job = job
        limits = configuration.smtp
        wire = SMTPWire(handle)
        deadline = .now + configuration.connectTimeout
        jobDeadline = .now + configuration.smtp.mailTimeout
        guard address(), secure(), identify(), listen() else { return nil }
    }

    var isFree: Bool { if case .free = phase { true } else { false } }
    var isClosed: Bool { if case .closed = phase { true } else { false } }

    /// What the thread waits for; nil while the library does.
    var interest: curl_waitfd? {
        switch phase {
        case .opening, .closed: nil
        case .free, .talking:
            curl_waitfd(
                fd: wire.socket,
                events: Int16(CURL_WAIT_POLLIN) | (wire.hasOutput ? Int16(CURL_WAIT_POLLOUT) : 0),
                revents: 0
            )
        }
    }

    /// When it wants its turn whatever comes.
    var alarm: ContinuousClock.Instant { job == nil ? deadline : min(deadline, jobDeadline) }

    /// Whether there may be something to do.
    var isDue: Bool {
        if case .opening = phase { return true }
        return isReady || ContinuousClock.now >= alarm
    }

    /// Does what can be done without waiting.
    func advance() {
        isReady = false
        switch phase {
        case .opening: advanceOpening()
        case .free, .talking: advanceTalk()
        case .closed: break
        }
        if !isClosed, ContinuousClock.now >= alarm { expire() }
    }

    /// Ends the job, if there is one, and the connection.
    ///
    /// - Parameter code: Why.
    func giveUp(_ code: CurlFailureCode) {
        let isCancelled = code == .cancelled && !isMessageOut
        end(isCancelled ? CancellationError() : CurlFailure(isMessageOut ? .uncertain : .notSent, code))
    }

    /// Ends with a failure.
    func end(_ error: any Error) {
        if job != nil, outcome == nil { outcome = .failure(error) }
        phase = .closed
    }

    /// Takes leave, without waiting for the answer.
    func leave() {
        if !wire.hasOutput {
            wire.put("QUIT")
            _ = wire.write()
        }
        phase = .closed
    }

    private func expire() {
        switch phase {
        case .free: leave()
        case .opening: giveUp(isConnected ? .responseTimeout : .connectTimeout)
        case .talking, .closed: giveUp(.responseTimeout)
        }
    }
}
