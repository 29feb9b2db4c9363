internal import CCurl
internal import FanfareCore

/// The transfers of a client and its connections; touched by its thread only.
@safe struct CurlMulti: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    private let configuration: CurlConfiguration
    private let sockets: SocketCount
    private let alarm: CurlAlarm
    private let trust: TrustedCertificates?
    private var transfers: [UInt64: CurlTransfer] = [:]
    private let mail: SMTPPool
    private var isClosed = false

    /// How long the thread sleeps at most, in milliseconds; deadlines and jobs wake it.
    private static let longestSleep: Int32 = 60_000

    /// - Throws: ``CurlFailure`` if the library cannot be used, or the file with certificates.
    init(_ configuration: CurlConfiguration, _ sockets: SocketCount, _ alarm: CurlAlarm) throws(CurlFailure) {
        guard CurlLibrary.isReady, let handle = unsafe curl_multi_init() else {
            throw CurlFailure(.notSent, .exhausted, detail: "libcurl cannot be initialised")
        }
        do throws(CurlFailure) {
            trust = try configuration.trustedCertificates.map { (file) throws(CurlFailure) in
                try TrustedCertificates(besideSystem: file)
            }
        } catch {
            unsafe _ = curl_multi_cleanup(handle)
            throw error
        }
        unsafe self.handle = handle
        self.configuration = configuration
        self.sockets = sockets
        self.alarm = alarm
        unsafe mail = SMTPPool(handle, configuration, sockets, trust)
        fanfare_curl_block_sigpipe()
        unsafe alarm.attach(handle)
    }

    deinit {
        alarm.detach()
        // The transfers' handles must have gone before.
        for transfer in transfers.values {
            unsafe _ = curl_multi_remove_handle(handle, transfer.handle.pointer)
            transfer.fail(CurlFailure(transfer.isBegun ? .uncertain : .notSent, .shuttingDown))
        }
        mail.close()
        unsafe _ = curl_multi_cleanup(handle)
    }

    /// Begins a transfer.
    ///
    /// - Parameters:
    ///   - ticket: Names it.
    ///   - finish: Takes what came of it, once.
    mutating func begin(_ request: CurlRequest, ticket: UInt64, finish: @escaping CurlTransfer.Finish) {
        guard !isClosed else { return finish(.failure(CurlFailure(.notSent, .shuttingDown))) }
        guard let transfer = CurlTransfer(request, ticket, configuration, trust, finish) else {
            return finish(.failure(CurlFailure(.notSent, .exhausted)))
        }
        unsafe sockets.observe(transfer.handle.pointer)
        guard unsafe curl_multi_add_handle(handle, transfer.handle.pointer) == CURLM_OK else {
            return transfer.fail(CurlFailure(.notSent, .exhausted))
        }
        transfers[ticket] = transfer
    }

    /// Takes something to be done at a mail server.
    ///
    /// - Parameters:
    ///   - ticket: Names it.
    ///   - finish: Takes what came of it, once.
    func begin(
        _ task: SMTPJob.Task,
        at server: SMTPServer,
        onNewConnection: Bool,
        ticket: UInt64,
        finish: @escaping @Sendable (Result<SMTPReply, any Error>) -> Void
    ) {
        guard !isClosed else { return finish(.failure(CurlFailure(.notSent, .shuttingDown))) }
        let job = SMTPJob(
            ticket: ticket,
            task: task,
            isForNewConnection: onNewConnection,
            waitDeadline: .now + configuration.smtp.waitTimeout,
            report: finish
        )
        mail.begin(job, at: server)
    }

    /// Ends a transfer or a job, if it is under way.
    mutating func cancel(_ ticket: UInt64) {
        guard let transfer = take(ticket) else { return mail.cancel(ticket) }
        transfer.fail(transfer.isBegun ? CurlFailure(.uncertain, .cancelled) : CancellationError())
    }

    /// Ends all transfers and begins no more.
    mutating func close() {
        isClosed = true
        for ticket in transfers.keys {
            guard let transfer = take(ticket) else { continue }
            transfer.fail(CurlFailure(transfer.isBegun ? .uncertain : .notSent, .shuttingDown))
        }
        mail.close()
    }

    /// Does what can be done without waiting; whether there is something left to look after.
    mutating func advance() -> Bool {
        // Jobs begin, and those that need a new connection are the library's then.
        mail.advance()
        var running: Int32 = 0
        unsafe _ = curl_multi_perform(handle, &running)
        var result = CURLE_OK
        while let done = unsafe fanfare_curl_finished(handle, &result) {
            guard let finished = unsafe CurlHandle.from(done) else { continue }
            finished.result = result
            if let ticket = finished.ticket { take(ticket)?.finish(result) }
        }
        mail.advance()
        return !transfers.isEmpty || !mail.isEmpty
    }

    /// Waits for the network, a deadline or a job.
    func wait() {
        let sessions = mail.sessions
        let waiting = sessions.compactMap { session in session.interest.map { (session, $0) } }
        var interests = waiting.map(\.1)
        let sleep =
            (sessions.map(\.alarm) + mail.waitDeadlines).min().map { Self.milliseconds(until: $0) } ?? Self.longestSleep
        unsafe _ = curl_multi_poll(handle, &interests, UInt32(interests.count), min(sleep, Self.longestSleep), nil)
        for (session, interest) in zip(waiting.map(\.0), interests) where interest.revents != 0 {
            session.isReady = true
        }
    }

    /// Rounded up, so that the moment has come when they are over.
    private static func milliseconds(until moment: ContinuousClock.Instant) -> Int32 {
        let rest = ContinuousClock.now.duration(to: moment)
        return rest <= .zero ? 0 : Int32(min(rest, .seconds(60)) / .milliseconds(1)) + 1
    }

    private mutating func take(_ ticket: UInt64) -> CurlTransfer? {
        guard let transfer = transfers.removeValue(forKey: ticket) else { return nil }
        unsafe _ = curl_multi_remove_handle(handle, transfer.handle.pointer)
        return transfer
    }
}
