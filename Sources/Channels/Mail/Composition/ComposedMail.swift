/// A mail for one recipient, ready to be sent.
struct ComposedMail: Hashable, Sendable {
    /// The mailbox that hears of failures.
    let sender: String
    /// The mailboxes it goes to, each once: the recipient first, then those who get a copy.
    let recipients: [String]
    /// Header and body, in lines that end in CRLF. No line begins with a dot.
    let content: [UInt8]
    /// Whether a mailbox in it is not ASCII, so that only servers with SMTPUTF8 take it (RFC 6531).
    let isInternational: Bool
}
