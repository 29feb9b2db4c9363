/// What a mail says.
///
/// It goes to the one mailbox of its delivery. Whoever is in `to`, `cc` or `bcc` gets a copy of each such mail as well.
/// What goes into the header has no control characters and no line breaks; ``validate()`` refuses them.
public struct MailMessage: Hashable, Sendable {
    /// The subject.
    public var subject: String
    /// The plain text; nil for none. Nothing is made of the HTML for it.
    public var text: String?
    /// The HTML; nil for none.
    public var html: String?
    /// Who it is from; nil for the sender of the configuration.
    public var from: MailAddress?
    /// Who else it is to, for all to see.
    public var to: [MailAddress]
    /// Who gets a copy, for all to see.
    public var cc: [MailAddress]
    /// Who gets a copy that nobody sees.
    public var bcc: [MailAddress]
    /// Where answers go; empty for the sender.
    public var replyTo: [MailAddress]
    /// Files that travel with it, and pictures shown in the HTML.
    public var attachments: [MailAttachment]
    /// Further header fields, by name: none of those that are written from the other properties, and none of MIME's.
    public var headers: [String: String]
    /// Words to find it by later, which mail programs do not show: they are sent as `Keywords` (RFC 5322, 3.6.5).
    public var tags: [String]
    /// Where one click ends the subscription (RFC 8058), an `https` link that takes a POST; nil for mail without one. Mail
    /// programs show it only if the mail is signed (``DKIMCredential``).
    public var unsubscribe: String?

    /// Creates a message.
    public init(
        subject: String,
        text: String? = nil,
        html: String? = nil,
        from: MailAddress? = nil,
        to: [MailAddress] = [],
        cc: [MailAddress] = [],
        bcc: [MailAddress] = [],
        replyTo: [MailAddress] = [],
        attachments: [MailAttachment] = [],
        headers: [String: String] = [:],
        tags: [String] = [],
        unsubscribe: String? = nil
    ) {
        self.subject = subject
        self.text = text
        self.html = html
        self.from = from
        self.to = to
        self.cc = cc
        self.bcc = bcc
        self.replyTo = replyTo
        self.attachments = attachments
        self.headers = headers
        self.tags = tags
        self.unsubscribe = unsubscribe
    }
}
