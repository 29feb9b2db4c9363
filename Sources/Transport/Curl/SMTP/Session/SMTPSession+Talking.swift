extension SMTPSession {
    /// Begins a job, now that the session is free.
    ///
    /// - Returns: Whether it does; not if the server has closed the connection meanwhile, or means to.
    func take(_ job: SMTPJob, now: ContinuousClock.Instant) -> Bool {
        advanceTalk(now: now)
        guard isFree, !wire.isMidway, case .mail(let mail) = job.task else {
            phase = .closed
            return false
        }
        self.job = job
        isKept = true
        jobDeadline = now + limits.mailTimeout
        begin(mail, now: now)
        return true
    }

    /// Begins with a mail.
    func begin(_ mail: SMTPMail, now: ContinuousClock.Instant) {
        isMessageOut = false
        let transaction = SMTPTransaction(mail)
        let turn = transaction.begin(opening.extensions)
        if case .end(let reply) = turn {
            // Nothing has been said that the server should forget.
            outcome = .success(reply)
            return rest(now: now)
        }
        phase = .talking(transaction)
        follow(turn, now: now)
        advanceTalk(now: now)
    }

    /// Writes and reads until there is nothing to be done without waiting.
    func advanceTalk(now: ContinuousClock.Instant) {
        while !isClosed {
            let isWritable = write(now: now)
            guard !isClosed else { return }
            guard let (answers, isOver) = try? wire.read() else { return giveUp(.protocolError) }
            for answer in answers where !isClosed { take(answer, now: now) }
            guard !isClosed else { return }
            if isOver || !isWritable { return giveUp(.connectionLost) }
            if answers.isEmpty { return }
        }
    }

    /// Sends what there is to be sent; false if the connection is lost.
    private func write(now: ContinuousClock.Instant) -> Bool {
        while true {
            if !wire.hasOutput, isContentDue { wire.put(&content) }
            guard wire.hasOutput else { return true }
            if isContentAwaited, content.isThrough { isMessageOut = true }
            let before = wire.outputCount
            let progress = wire.write()
            if wire.outputCount < before {
                deadline = now + (isMessageOut ? limits.dataReplyTimeout : limits.replyTimeout)
            }
            switch progress {
            case .done: continue
            case .blocked: return true
            case .lost: return false
            }
        }
    }

    /// Whether the content is being sent, or has been.
    private var isContentAwaited: Bool {
        if case .talking(let transaction) = phase { transaction.stage == .message } else { false }
    }

    private var isContentDue: Bool { isContentAwaited && !content.isThrough }

    private func take(_ answer: SMTPAnswer, now: ContinuousClock.Instant) {
        switch phase {
        case .talking(var transaction):
            guard !wire.hasOutput, !isContentDue else { return takeEarly(answer, transaction.stage) }
            let turn = transaction.take(answer)
            phase = .talking(transaction)
            follow(turn, now: now)
        case .resetting where answer.isPositive: rest(now: now)
        // A server that speaks unasked says goodbye (RFC 5321, 3.8).
        case .resetting, .free, .opening, .closed: phase = .closed
        }
    }

    /// Takes a reply that came before what it could be a reply to.
    private func takeEarly(_ answer: SMTPAnswer, _ stage: SMTPStage) {
        guard answer.isRefusal else { return giveUp(.protocolError) }
        outcome = .success(SMTPReply(answer, to: stage))
        phase = .closed
    }

    private func follow(_ turn: SMTPTransaction.Turn, now: ContinuousClock.Instant) {
        switch turn {
        case .say(let command): say(command, now: now)
        case .content:
            if case .talking(let transaction) = phase { content = SMTPContent(transaction.mail.content) }
        case .end(let reply):
            outcome = .success(reply)
            settle(reply, now: now)
        case .nonsense: giveUp(.protocolError)
        }
    }

    /// Makes the session free again after a mail, if it can be.
    private func settle(_ reply: SMTPReply, now: ContinuousClock.Instant) {
        if reply.code == 421 {
            phase = .closed
        } else if isMessageOut {
            rest(now: now)
        } else {
            phase = .resetting
            say("RSET", now: now)
        }
    }

    private func say(_ command: String, now: ContinuousClock.Instant) {
        // The beginning of a reply to something that has not been said.
        guard !wire.isMidway else { return giveUp(.protocolError) }
        wire.put(command)
        deadline = now + limits.replyTimeout
    }

    private func rest(now: ContinuousClock.Instant) {
        content = SMTPContent([])
        phase = .free
        deadline = now + limits.idleTimeout
    }
}
