/// What is said to a server about one mail, and what its replies mean (RFC 5321, 3.3).
struct SMTPTransaction {
    /// What comes next.
    enum Turn: Equatable {
        /// A command is sent, and its reply awaited.
        case say(String)
        /// The content is sent, and the reply awaited.
        case content
        /// It is over.
        case end(SMTPReply)
        /// The reply means nothing here.
        case nonsense
    }

    let mail: SMTPMail
    /// What the server is to reply to.
    private(set) var stage = SMTPStage.sender

    init(_ mail: SMTPMail) { self.mail = mail }

    /// The first turn. A server that does not take the addresses is not asked; the reply is then what it would have been.
    func begin(_ extensions: SMTPExtensions) -> Turn {
        let isInternational = mail.isInternational
        if isInternational, !extensions.takesUTF8 {
            let foreign = mail.recipients.firstIndex { !$0.utf8.allSatisfy { $0 < 0x80 } }
            // RFC 6531, 3.5: the code and the status for it.
            let text = "the server takes no addresses that are not ASCII (SMTPUTF8)"
            return .end(
                SMTPReply(stage: foreign.map { .recipient($0) } ?? .sender, code: 553, status: "5.6.7", text: text)
            )
        }
        var command = "MAIL FROM:<\(mail.sender)>"
        if extensions.takesSize { command += " SIZE=\(mail.content.count)" }
        if extensions.takes8Bit, !mail.content.allSatisfy({ $0 < 0x80 }) { command += " BODY=8BITMIME" }
        if isInternational { command += " SMTPUTF8" }
        return .say(command)
    }

    /// The turn after a reply.
    mutating func take(_ answer: SMTPAnswer) -> Turn {
        guard !answer.isRefusal else { return .end(SMTPReply(answer, to: stage)) }
        switch stage {
        case .sender where answer.isPositive: return ask(recipient: 0)
        case .recipient(let number) where answer.isPositive: return ask(recipient: number + 1)
        case .data where answer.code == 354:
            stage = .message
            return .content
        case .message where answer.isPositive: return .end(SMTPReply(answer, to: stage))
        default: return .nonsense
        }
    }

    private mutating func ask(recipient number: Int) -> Turn {
        guard number < mail.recipients.count else {
            stage = .data
            return .say("DATA")
        }
        stage = .recipient(number)
        return .say("RCPT TO:<\(mail.recipients[number])>")
    }
}
