internal import CCurl

/// A client's sessions with mail servers, and the jobs for them; touched by its thread only.
@safe final class SMTPPool {
    private let multi: UnsafeMutableRawPointer
    private let configuration: CurlConfiguration
    private let sockets: SocketCount
    private let trust: TrustedCertificates?
    private var lines: [SMTPServer: SMTPLine] = [:]

    /// - Parameter multi: The handle the sessions are opened with, which must outlive them.
    init(
        _ multi: UnsafeMutableRawPointer,
        _ configuration: CurlConfiguration,
        _ sockets: SocketCount,
        _ trust: TrustedCertificates?
    ) {
        unsafe self.multi = multi
        self.configuration = configuration
        self.sockets = sockets
        self.trust = trust
    }

    var isEmpty: Bool { lines.isEmpty }

    /// Until when those who wait longest may wait.
    var waitDeadlines: [ContinuousClock.Instant] { lines.values.compactMap { $0.next?.waitDeadline } }

    /// All sessions.
    var sessions: [SMTPSession] { lines.values.flatMap(\.sessions) }

    /// Takes a job. It begins when it is its turn.
    func begin(_ job: SMTPJob, at server: SMTPServer) {
        let line = lines[server] ?? SMTPLine(server)
        lines[server] = line
        line.append(job)
    }

    /// Ends a job, if there is one with the ticket.
    func cancel(_ ticket: UInt64) {
        for line in lines.values {
            if let job = line.remove(ticket) { return job.report(.failure(CancellationError())) }
            guard let session = line.sessions.first(where: { $0.job?.ticket == ticket }) else { continue }
            session.giveUp(.cancelled)
            return settle(session, in: line)
        }
    }

    /// Ends all jobs and sessions.
    func close() {
        for line in lines.values {
            for job in line.removeAll() { job.report(.failure(CurlFailure(.notSent, .shuttingDown))) }
            for session in line.sessions {
                if session.isFree { session.leave() } else { session.giveUp(.shuttingDown) }
                settle(session, in: line)
            }
        }
        lines = [:]
    }

    /// Does what can be done without waiting.
    func advance() {
        for line in lines.values {
            for session in line.sessions where session.isDue {
                session.advance()
                settle(session, in: line)
            }
            serve(line)
            while let job = line.next, job.waitDeadline <= .now {
                _ = line.takeNext()
                job.report(.failure(CurlFailure(.notSent, .waitTimeout)))
            }
            if line.isEmpty { lines[line.server] = nil }
        }
    }

    /// Gives jobs to sessions as long as there are both.
    private func serve(_ line: SMTPLine) {
        while let job = line.next {
            let free = line.sessions.first { $0.isFree }
            if let free, !job.isForNewConnection, case .mail = job.task {
                if free.take(job) { _ = line.takeNext() }
                settle(free, in: line)
            } else if line.sessions.count < max(1, configuration.smtp.connections) {
                guard let job = line.takeNext() else { return }
                open(job, in: line)
            } else if let free {
                // It makes room for a new connection.
                free.leave()
                settle(free, in: line)
            } else {
                return
            }
        }
    }

    private func open(_ job: SMTPJob, in line: SMTPLine) {
        guard let session = SMTPSession(line.server, for: job, configuration, trust) else {
            return job.report(.failure(CurlFailure(.notSent, .exhausted)))
        }
        unsafe sockets.observe(session.handle.pointer)
        guard unsafe curl_multi_add_handle(multi, session.handle.pointer) == CURLM_OK else {
            return job.report(.failure(CurlFailure(.notSent, .exhausted)))
        }
        line.sessions.append(session)
    }

    /// Takes a session away that is closed, and reports what has come of its job.
    private func settle(_ session: SMTPSession, in line: SMTPLine) {
        if session.isClosed {
            _ = session.handle.set(CURLOPT_VERBOSE, 0)
            unsafe _ = curl_multi_remove_handle(multi, session.handle.pointer)
            line.sessions.removeAll { $0 === session }
        }
        guard var job = session.job, let outcome = session.outcome else { return }
        session.job = nil
        session.outcome = nil
        guard session.isKept, Self.isStale(outcome) else { return job.report(outcome) }
        job.isForNewConnection = true
        job.waitDeadline = .now + configuration.smtp.waitTimeout
        line.takeBack(job)
    }

    /// Whether a kept connection was at its end, so that the job, of which nothing has come, has a better chance on a new one.
    private static func isStale(_ outcome: Result<SMTPReply, any Error>) -> Bool {
        switch outcome {
        case .success(let reply):
            reply.stage != .message && (reply.code == 421 || (reply.code == 451 && reply.status == "4.4.2"))
        case .failure(let failure as CurlFailure): failure == CurlFailure(.notSent, .connectionLost)
        case .failure: false
        }
    }
}
