extension MailMessage {
    /// The most bytes a mail may have in the form it travels in, files included: 10 MB. Many servers take no more, and
    /// files grow by a third on the way.
    public static let maximumSize = 10_000_000

    /// The most addresses a mail may be copied to: with its recipient these are as many as every server takes (RFC 5321,
    /// 4.5.3.1.8).
    public static let maximumCopies = 99

    /// Checks all that can be known before sending; `notify` does so before anything is stored.
    ///
    /// - Throws: ``MailMessageError`` for the first thing that could not be sent.
    public func validate() throws(MailMessageError) {
        try checkFields()
        _ = try MailBody(self)
    }

    /// Checks all but the size.
    func checkFields() throws(MailMessageError) {
        guard text?.isEmpty == false || html?.isEmpty == false else {
            throw MailMessageError("text", "is missing, and so is html: a mail says something in one of them")
        }
        try Self.refuseControls(in: subject, "subject")
        guard to.count + cc.count + bcc.count <= Self.maximumCopies else {
            throw MailMessageError("to", "has with cc and bcc more than \(Self.maximumCopies) addresses")
        }
        try checkHeaders()
        for (index, tag) in tags.enumerated() {
            try Self.refuseControls(in: tag, "tags[\(index)]")
            guard !tag.trimmingBlanks().isEmpty else { throw MailMessageError("tags[\(index)]", "is empty") }
        }
        if let unsubscribe, !Self.isLink(unsubscribe) {
            throw MailMessageError("unsubscribe", "is no https link of at most 900 ASCII characters")
        }
        for (index, attachment) in attachments.enumerated() {
            try attachment.check("attachments[\(index)]")
        }
        let names = attachments.compactMap(\.contentID)
        guard Set(names).count == names.count else {
            throw MailMessageError("attachments", "has two files with one contentID")
        }
    }

    /// Refused and not taken out: what has them was put together wrongly, or by someone with a plan.
    static func refuseControls(in text: String, _ field: String) throws(MailMessageError) {
        if let position = text.firstControl {
            throw MailMessageError(field, "has a control character or a line break (character \(position))")
        }
    }

    private func checkHeaders() throws(MailMessageError) {
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            // Longer ones would leave an encoded word too little of their line.
            guard Self.isFieldName(name) else {
                throw MailMessageError("headers", "has a name that is not 1 to 50 letters, digits and hyphens")
            }
            guard !Self.isReserved(name.lowercased()) else {
                throw MailMessageError("headers", "has \(name), which is written by Fanfare")
            }
            try Self.refuseControls(in: value, "headers.\(name)")
            guard !value.trimmingBlanks().isEmpty else { throw MailMessageError("headers.\(name)", "is empty") }
        }
    }

    /// RFC 5322, 3.6.8, takes more characters than anyone uses.
    private static func isFieldName(_ name: String) -> Bool {
        (1...50).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch Unicode.Scalar(byte) {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                default: false
                }
            }
    }

    /// Whether a field is written here from other properties, or on the way by servers.
    private static func isReserved(_ name: String) -> Bool {
        reserved.contains(name) || ["content-", "resent-", "arc-"].contains(where: name.hasPrefix)
    }

    private static let reserved: Set = [
        "from", "sender", "reply-to", "to", "cc", "bcc", "message-id", "subject", "date", "keywords", "mime-version",
        "auto-submitted", "list-unsubscribe", "list-unsubscribe-post", "dkim-signature", "domainkey-signature",
        "return-path", "received", "received-spf", "delivered-to", "authentication-results",
    ]

    /// RFC 8058, 3.1, wants an HTTPS URI. A URI cannot be folded, and a line has at most 998 bytes.
    private static func isLink(_ text: String) -> Bool {
        let scheme = "https://"
        guard text.utf8.count <= 900, text.lowercased().hasPrefix(scheme) else { return false }
        let host = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        return !host.isEmpty && text.utf8.allSatisfy { (33...126).contains($0) && !"\"<>,\\^`{|}".utf8.contains($0) }
    }
}

extension MailAttachment {
    func check(_ field: String) throws(MailMessageError) {
        try MailMessage.refuseControls(in: name, "\(field).name")
        guard let type = MailMediaType(mediaType) else {
            throw MailMessageError("\(field).mediaType", "is no media type, such as application/pdf")
        }
        guard !type.isComposite else {
            throw MailMessageError(
                "\(field).mediaType",
                "is of the kind multipart or message, which cannot be a file here"
            )
        }
        guard let contentID else { return }
        guard (1...200).contains(contentID.utf8.count),
            contentID.utf8.allSatisfy({ (33...126).contains($0) && !"\"<>()\\,;:[]".utf8.contains($0) })
        else {
            throw MailMessageError("\(field).contentID", "is not 1 to 200 ASCII characters such as logo@example.com")
        }
    }
}
