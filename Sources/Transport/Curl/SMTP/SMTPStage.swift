/// What a mail server replied to. The set is closed: it is the order of RFC 5321.
package enum SMTPStage: Hashable, Sendable {
    /// The connection.
    case greeting
    /// EHLO, or HELO.
    case hello
    /// STARTTLS.
    case startTLS
    /// AUTH.
    case login
    /// MAIL FROM.
    case sender
    /// RCPT TO, with the recipient's place among the mail's recipients.
    case recipient(Int)
    /// DATA.
    case data
    /// The end of the message.
    case message
}
