/// One message and its envelope.
package struct SMTPMail: Hashable, Sendable {
    /// The mailbox that hears of failures, `local@domain`; empty for none.
    package var sender: String
    /// The mailboxes it goes to, at least one, each `local@domain`. All of them get it or none.
    package var recipients: [String]
    /// Header and body, in lines that end in CRLF; the last one gets one if it has none. A mail with a carriage return or a
    /// line feed alone is refused, as servers differ about where such a message ends. Lines that begin with a dot are as they are.
    package var content: [UInt8]
    /// Whether there are addresses in its header that are not ASCII, so that only servers with SMTPUTF8 take it (RFC 6531).
    /// Those of the envelope are seen to anyway.
    package var isInternational: Bool

    /// Creates a mail.
    package init(sender: String, recipients: [String], content: [UInt8], isInternational: Bool = false) {
        self.sender = sender
        self.recipients = recipients
        self.content = content
        self.isInternational = isInternational
    }
}
