internal import FanfareCore
import FanfareCurl

/// A reply that refused a mail, and what is done about it.
///
/// | refused | with | reaction | code |
/// | --- | --- | --- | --- |
/// | connection, EHLO, STARTTLS | 4xx | next server | `server-unavailable` |
/// | connection, EHLO, STARTTLS | 5xx | server is mended | `server-refused` |
/// | login | 4xx | next server | `server-unavailable` |
/// | login | 5xx | server is mended | `login-refused` |
/// | sender, recipient, DATA | 421 | next server | `server-unavailable` |
/// | sender, recipient, DATA | 530, 5.7.0 | server is mended | `login-required` |
/// | any of the mail | 4xx | again later | `try-later` |
/// | any of the mail | 552, 5.3.4, 5.2.3 | mail fails | `message-too-large` |
/// | any of the mail | 555, 5.6.7, 5.6.3 | mail fails | `not-supported` |
/// | sender of the configuration | other 5xx | sender is mended | `sender-refused` |
/// | sender of the message | other 5xx | mail fails | `sender-refused` |
/// | the delivery's own mailbox | 5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.1.10, 5.2.1 | mailbox is gone | `mailbox-unknown` |
/// | the mailbox of a copy | other 5xx | mail fails | `copy-refused` |
/// | anything else | 5xx | mail fails | `mail-refused` |
///
/// A mailbox is gone by an enhanced status code alone (RFC 3463, RFC 7505): a bare 550 says that a server does not want the
/// mail, for whatever reason.
struct MailRefusal: Hashable, Sendable {
    /// What is done.
    let reaction: MailReaction
    /// What happened, one of the table's codes.
    let code: String

    /// Judges a reply.
    ///
    /// - Parameter isOwnSender: Whether the sender was the message's own, not the configuration's.
    /// - Returns: nil for the reply that the mail was taken.
    init?(_ reply: SMTPReply, isOwnSender: Bool) {
        if reply.stage == .message, reply.code / 100 == 2 { return nil }
        (reaction, code) = Self.judgement(of: reply, isOwnSender: isOwnSender)
    }

    private static func judgement(of reply: SMTPReply, isOwnSender: Bool) -> (MailReaction, String) {
        let isPassing = reply.code / 100 == 4
        switch reply.stage {
        case .greeting, .hello, .startTLS:
            return isPassing ? (.nextServer, "server-unavailable") : (.mendServer, "server-refused")
        case .login:
            return isPassing ? (.nextServer, "server-unavailable") : (.mendServer, "login-refused")
        case .sender, .recipient, .data, .message: break
        }
        // After the whole message it is the mail that is put off, with all that was done for it.
        if reply.code == 421, reply.stage != .message { return (.nextServer, "server-unavailable") }
        if isPassing { return (.retry, "try-later") }
        if reply.code == 530 || reply.status == "5.7.0" { return (.mendServer, "login-required") }
        if reply.says([552], ["5.3.4", "5.2.3"]) { return (.giveUp, "message-too-large") }
        if reply.says([555], ["5.6.7", "5.6.3"]) { return (.giveUp, "not-supported") }
        switch reply.stage {
        case .sender: return (isOwnSender ? .giveUp : .mendSender, "sender-refused")
        case .recipient(0) where reply.says([], goneMailboxes): return (.mailboxGone, "mailbox-unknown")
        case .recipient(1...): return (.giveUp, "copy-refused")
        default: return (.giveUp, "mail-refused")
        }
    }

    private static let goneMailboxes: Set = ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]
}

extension SMTPReply {
    /// Whether it has one of these statuses or, without a status of its own, one of these codes.
    fileprivate func says(_ codes: Set<Int>, _ statuses: Set<String>) -> Bool {
        status.map(statuses.contains) ?? codes.contains(code)
    }
}
