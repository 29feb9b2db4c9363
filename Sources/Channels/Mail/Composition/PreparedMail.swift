internal import FanfareCore
internal import FanfareCurl
internal import FanfareSigning

/// A message ready to be sent: what all its deliveries share, encoded once.
///
/// The content of a delivery's mail is a few fields of its own, and these bytes.
public struct PreparedMail: Sendable {
    /// Who it is from.
    let sender: MailAddress
    /// Who else it is to, for all to see.
    private let others: [MailAddress]
    /// Who gets a copy.
    private let copies: [MailAddress]
    /// The fields all mails share, an empty line and the body.
    private let content: [UInt8]
    private let signature: DKIMSignature?
    private let isInternational: Bool

    /// Encodes a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - sender: Who it is from unless it says so itself.
    ///   - signer: Who signs it; nil for nobody.
    /// - Throws: ``MailMessageError`` if the message cannot be sent.
    init(
        _ message: MailMessage,
        from sender: MailAddress?,
        signing signer: DKIMSigner? = nil
    ) throws(MailMessageError) {
        try message.checkFields()
        guard let sender = message.from ?? sender else {
            throw MailMessageError("from", "is missing, and no sender is configured")
        }
        let body = try MailBody(message)
        let fields = Self.fields(of: message, from: sender) + body.fields
        do throws(KeyError) {
            signature = if let signer { try DKIMSignature(by: signer, fields: fields, body: body.bytes) } else { nil }
        } catch {
            throw MailMessageError("signature", "cannot be made: \(error)")
        }
        content = fields.flatMap(\.bytes) + [0x0D, 0x0A] + body.bytes
        self.sender = sender
        others = message.to
        copies = message.cc + message.bcc
        isInternational = ([sender] + others + copies + message.replyTo)
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
    /// - Throws: ``MailMessageError`` if the Message-ID is none, or if OpenSSL has no memory left for the signature.
    func composed(
        for recipient: MailAddress,
        messageID: String,
        date: Timestamp
    ) throws(MailMessageError) -> SMTPMail {
        guard Self.isMessageID(messageID) else {
            throw MailMessageError("messageID", "is not of the form unique@example.com")
        }
        let to = [recipient] + others.filter { $0.mailbox != recipient.mailbox }
        let own = [
            MailField("Date", words: [date.mailDate]),
            MailField("Message-ID", words: ["<\(messageID)>"]),
            MailField("To", addresses: to),
        ]
        let signatures: [MailField]
        do throws(KeyError) {
            signatures = if let signature { [try signature.field(signing: own, at: date)] } else { [] }
        } catch {
            throw MailMessageError("signature", "cannot be made: \(error)")
        }
        var known: Set<String> = []
        return SMTPMail(
            sender: sender.mailbox,
            recipients: (to + copies).map(\.mailbox).filter { known.insert($0).inserted },
            content: (signatures + own).flatMap(\.bytes) + content,
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
