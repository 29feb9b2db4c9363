extension MailMessage {
    /// Creates a message whose text and HTML say the same.
    ///
    /// ```swift
    /// try MailMessage(
    ///     subject: "Your order is on its way",
    ///     content: MailContent(greeting: "Hello Ada,") {
    ///         "It left our house this morning."
    ///         MailContent.Action("Track it", "https://example.com/track/1")
    ///     }
    /// )
    /// ```
    ///
    /// - Throws: ``MailContentError`` for a link that a mail must not have, such as one that runs something.
    public init(subject: String, content: MailContent) throws(MailContentError) {
        try content.check()
        self.init(
            subject: subject,
            text: TextLayout(content).text,
            html: HTMLLayout(content, subject: subject).html,
            attachments: content.brand.inlineLogo.map { [$0] } ?? []
        )
    }
}

extension MailBrand {
    /// The logo with a name that the HTML can call it by.
    var inlineLogo: MailAttachment? {
        guard var logo else { return nil }
        logo.contentID = logo.contentID ?? "logo"
        return logo
    }
}
