/// The body of a message, the same for all its recipients.
struct MailBody: Sendable {
    /// `MIME-Version` and what describes the body.
    let fields: [MailField]
    /// The lines, the last of which ends in CRLF.
    let bytes: [UInt8]

    /// Encodes what a message says: its texts as alternatives, the HTML with its pictures, and then the files.
    ///
    /// - Throws: ``MailMessageError`` if it is larger than ``MailMessage/maximumSize``.
    init(_ message: MailMessage) throws(MailMessageError) {
        let html = message.html.flatMap { $0.isEmpty ? nil : $0 }
        // Without HTML there is nothing to show a picture in.
        let pictures = html == nil ? [] : message.attachments.filter { $0.contentID != nil }
        let files = html == nil ? message.attachments : message.attachments.filter { $0.contentID == nil }
        var texts: [MailPart] = []
        if let text = message.text, !text.isEmpty { texts.append(MailPart(text: text, kind: "plain")) }
        if let html {
            let shown = [MailPart(text: html, kind: "html")] + pictures.map { MailPart($0, isInline: true) }
            texts.append(MailPart("related", shown, parameters: ["type=\"text/html\""]))
        }
        let all = MailPart(
            "mixed",
            [MailPart("alternative", texts)] + files.map { MailPart($0, isInline: false) }
        )
        guard all.content.count <= MailMessage.maximumSize else {
            throw MailMessageError(
                "attachments",
                "make, with the texts, a mail of \(all.content.count) bytes; \(MailMessage.maximumSize) is the most"
            )
        }
        fields = [MailField("MIME-Version", words: ["1.0"])] + all.fields
        bytes = all.content.suffix(2) == [0x0D, 0x0A] ? all.content : all.content + [0x0D, 0x0A]
    }
}
