extension SMTPSession {
    /// Begins a job, now that the session is free.
    ///
    /// - Returns: Whether it does; not if the server has closed the connection meanwhile, or means to.
    func take(_ job: SMTPJob) -> Bool {
        advanceTalk()
        guard isFree, !wire.isMidway, case .mail(let mail) = job.task else {
            phase = .closed
            return false
        }
        self.job = job
        isKept = true
        jobDeadline = .now + limits.mailTimeout
        begin(mail)
        return true
    }

    /// Begins with a mail.
    func begin(_ mail: SMTPTransaction) {
        isMessageOut = false
        var mail = mail
        let turn = mail.begin(opening.extensions, isAfterRefusal: isAfterRefusal)
        if case .end(let reply) = turn {
            // Nothing has been said that the server should forget.
            outcome = .success(reply)
            return rest()
        }
        phase = .talking(mail)
        follow(turn)
        advanceTalk()
    }

    /// Writes and reads until there is nothing to be done without waiting.
    func advanceTalk() {
        while !isClosed {
            let isWritable = write()
            guard !isClosed else { return }
            let (answers, isOver) = wire.read()
            for answer in answers where !isClosed { take(answer) }
            guard !isClosed else { return }
            if wire.isNonsense { return giveUp(.protocolError) }
            if isOver || !isWritable { return giveUp(.connectionLost) }
            if answers.isEmpty { return }
        }
    }

    /// Sends what there is to be sent; false if the connection is lost.
    private func write() -> Bool {
        while true {
            if !wire.hasOutput, isContentDue { wire.put(&content) }
            guard wire.hasOutput else { return true }
            if isContentAwaited, content.isThrough { isMessageOut = true }
            let before = wire.outputCount
            let progress = wire.write()
            if wire.outputCount < before {
                deadline = .now + (isMessageOut ? limits.dataReplyTimeout : limits.replyTimeout)
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

    private func take(_ answer: SMTPAnswer) {
        switch phase {
        case .talking(var transaction):
            guard !wire.hasOutput, !isContentDue else { return takeEarly(answer, transaction.stage) }
            let turn = transaction.take(answer)
            phase = .talking(transaction)
            follow(turn)
        // A server that speaks unasked says goodbye (RFC 5321, 3.8).
        case .free, .opening, .closed: phase = .closed
        }
    }

    /// Takes a reply that came before what it could be a reply to.
    private func takeEarly(_ answer: SMTPAnswer, _ stage: SMTPStage) {
        guard answer.isRefusal else { return giveUp(.protocolError) }
        outcome = .success(SMTPReply(answer, to: stage))
        phase = .closed
    }

    private func follow(_ turn: SMTPTransaction.Turn) {
        switch turn {
        case .say(let command): say(command)
        case .content:
            if case .talking(let transaction) = phase { content = SMTPContent(transaction.mail.content) }
        case .end(let reply):
            outcome = .success(reply)
            isAfterRefusal = !isMessageOut
            if reply.code == 421 { phase = .closed } else { rest() }
        case .stale: giveUp(.connectionLost)
        case .nonsense: giveUp(.protocolError)
        }
    }

    private func say(_ command: String) {
        // The beginning of a reply to something that has not been said.
        guard !wire.isMidway else { return giveUp(.protocolError) }
        wire.put(command)
        deadline = .now + limits.replyTimeout
    }

    private func rest() {
        content = SMTPContent([])
        phase = .free
        deadline = .now + limits.idleTimeout
    }
}
