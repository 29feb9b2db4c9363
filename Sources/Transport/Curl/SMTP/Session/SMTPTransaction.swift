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
        /// The connection is of no use any more, and nothing of the mail has been said.
        case stale
        /// The reply means nothing here.
        case nonsense
    }

    let mail: SMTPMail
    /// What the server is to reply to.
    private(set) var stage = SMTPStage.sender
    /// Found out once, and not on the thread: contents may be long.
    private let is8Bit: Bool
    private let isInternational: Bool
    private var extensions = SMTPExtensions()
    /// Whether the server is first to forget what it was told of another mail.
    private var isResetting = false

    init(_ mail: SMTPMail) {
        self.mail = mail
        is8Bit = !mail.content.allSatisfy { $0 < 0x80 }
        isInternational =
            mail.isInternational || ([mail.sender] + mail.recipients).contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
    }

    /// The first turn. A server that cannot take the mail is not asked; the reply is then what it would have to say.
    ///
    /// - Parameters:
    ///   - extensions: What the server can do.
    ///   - isAfterRefusal: Whether the server has refused a mail before, and may still think of it.
    mutating func begin(_ extensions: SMTPExtensions, isAfterRefusal: Bool) -> Turn {
        self.extensions = extensions
        isResetting = isAfterRefusal
        if isInternational, !extensions.takesUTF8 {
            let foreign = mail.recipients.firstIndex { !$0.utf8.allSatisfy { $0 < 0x80 } }
            // RFC 6531, 3.5.
            let text = "the server takes no addresses that are not ASCII (SMTPUTF8)"
            let stage = foreign.map { SMTPStage.recipient($0) } ?? .sender
            return .end(SMTPReply(stage: stage, code: 553, status: "5.6.7", text: text))
        }
        if is8Bit, !extensions.takes8Bit {
            // RFC 3463, 3.7.
            let text = "the server takes no bytes above 127 (8BITMIME)"
            return .end(SMTPReply(stage: .sender, code: 554, status: "5.6.3", text: text))
        }
        return .say(isResetting ? "RSET" : announcement)
    }

    /// The turn after a reply.
    mutating func take(_ answer: SMTPAnswer) -> Turn {
        if isResetting {
            isResetting = false
            return answer.isPositive ? .say(announcement) : .stale
        }
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

    private var announcement: String {
        var command = "MAIL FROM:<\(mail.sender)>"
        if extensions.takesSize { command += " SIZE=\(mail.content.count)" }
        if is8Bit { command += " BODY=8BITMIME" }
        if isInternational { command += " SMTPUTF8" }
        return command
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
