/// What is done about a reply that refused a mail. The set is closed: each is carried out in its own way.
enum MailReaction: Hashable, Sendable {
    /// This server takes nothing now. The next one is tried, and this one rests.
    case nextServer
    /// This server takes nothing until somebody mends the configuration. The next one is tried.
    case mendServer
    /// Nothing can be sent under the configured sender until somebody mends that.
    case mendSender
    /// The mail is tried again later.
    case retry
    /// The mailbox does not exist: the delivery fails, and a device with that address is set aside.
    case mailboxGone
    /// The mail fails.
    case giveUp
}
