internal import FanfareCore

/// A message ready to be sent: what all its deliveries share, encoded once.
///
/// The content of a delivery's mail is a few fields of its own, and these bytes.
public struct PreparedMail: Sendable {
    /// Who it is from.
    let sender: MailAddress
    private let message: MailMessage
    private let fields: [MailField]
    private let body: MailBody
    private let isInternational: Bool

    /// Encodes a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - sender: Who it is from unless it says so itself.
    /// - Throws: ``MailMessageError`` if the message cannot be sent.
    init(_ message: MailMessage, from sender: MailAddress?) throws(MailMessageError) {
        try message.checkFields()
        guard let sender = message.from ?? sender else {
            throw MailMessageError("from", "is missing, and no sender is configured")
        }
        body = try MailBody(message)
        fields = Self.fields(of: message, from: sender) + body.fields
        self.sender = sender
        self.message = message
        isInternational = ([sender] + message.to + message.cc + message.bcc + message.replyTo)
            .contains(where: \.isInternational)
    }

    private static func fields(of message: MailMessage, from sender: MailAddress) -> [MailField] {
        var fields = [MailField("From", addresses: [sender])]
        if !message.cc.isEmpty { fields.append(MailField("Cc", addresses: message.cc)) }
        if !message.replyTo.isEmpty { fields.append(MailField("Reply-To", addresses: message.replyTo)) }
        fields.append(MailField("Subject", text: message.subject))
        if !message.tags.isEmpty { fields.append(MailField("Keywords", phrases: message.tags)) }
        // Keeps holiday notices and the like from being answered to (RFC 3834, 5).
        fields.append(MailField("Auto-Submitted", words: ["auto-generated"]))
        if let link = message.unsubscribe {
            fields.append(MailField("List-Unsubscribe", words: ["<\(link)>"]))
            fields.append(MailField("List-Unsubscribe-Post", words: ["List-Unsubscribe=One-Click"]))
        }
        for (name, value) in message.headers.sorted(by: { $0.key < $1.key }) {
            fields.append(MailField(name, text: value, isStructured: true))
        }
        return fields
    }
}

extension PreparedMail {
    /// The mail of one delivery.
    ///
    /// - Parameters:
    ///   - recipient: Whom the delivery is for.
    ///   - messageID: The Message-ID without brackets, `unique@domain`: the same whenever the delivery is tried.
    ///   - date: When the mail was written.
    /// - Throws: ``MailMessageError`` if the Message-ID is none.
    func composed(
        for recipient: MailAddress,
        messageID: String,
        date: Timestamp
    ) throws -> ComposedMail {
        guard Self.isMessageID(messageID) else {
            throw MailMessageError("messageID", "is not of the form unique@example.com")
        }
        let to = [recipient] + message.to.filter { $0.mailbox != recipient.mailbox }
        let own = [
            MailField("Date", words: [date.mailDate]),
            MailField("Message-ID", words: ["<\(messageID)>"]),
            MailField("To", addresses: to),
        ]
        var content: [UInt8] = []
        content.reserveCapacity(body.bytes.count + 2048)
        for field in own + fields { content += field.bytes }
        content += [0x0D, 0x0A]
        content += body.bytes
        var known: Set<String> = []
        return ComposedMail(
            sender: sender.mailbox,
            recipients: (to + message.cc + message.bcc).map(\.mailbox).filter { known.insert($0).inserted },
            content: content,
            isInternational: isInternational || recipient.isInternational
        )
    }

    /// Whether a text is what RFC 5322, 3.6.4, has between the brackets, without its exotic forms.
    private static func isMessageID(_ text: String) -> Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        return halves.count == 2 && text.utf8.count <= 500 && text.utf8.allSatisfy { $0 < 0x80 }
            && halves.allSatisfy { MailWord.isDotAtom(String($0)) }
    }
}
