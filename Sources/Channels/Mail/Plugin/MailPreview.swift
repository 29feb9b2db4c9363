import FanfareCore
import FoundationEssentials

/// Shows a message to whoever writes it.
struct MailPreview {
    private let message: MailMessage
    private let sender: MailAddress
    private let recipient: MailAddress?

    /// - Parameters:
    ///   - message: The message.
    ///   - sender: Who it is from unless it says so itself.
    ///   - recipient: Whom it is for; nil for nobody in particular.
    init(_ message: MailMessage, from sender: MailAddress, to recipient: MailAddress?) {
        self.message = message
        self.sender = sender
        self.recipient = recipient
    }

    /// The main fields and the text; the page as a file.
    var preview: ChannelPreview {
        let text = message.text.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
        let whole = (fields + ["", text ?? "(there is no text beside the HTML)"]).joined(separator: "\n")
        let file =
            if let page {
                ChannelPreview.File(name: "mail.html", mediaType: "text/html", content: Array(page.utf8))
            } else {
                ChannelPreview.File(name: "mail.txt", mediaType: "text/plain", content: Array("\(whole)\n".utf8))
            }
        return ChannelPreview(text: whole, files: [file])
    }

    private var fields: [String] {
        func field(_ name: String, _ addresses: [MailAddress]) -> String? {
            addresses.isEmpty ? nil : "\(name): \(addresses.map(\.text).joined(separator: ", "))"
        }
        let main = [
            field("From", [message.from ?? sender]),
            field("To", [recipient].compactMap(\.self) + message.to),
            field("Cc", message.cc),
            field("Bcc", message.bcc),
            field("Reply-To", message.replyTo),
            "Subject: \(message.subject)",
            message.unsubscribe.map { "List-Unsubscribe: \($0)" },
        ].compactMap(\.self)
        let others = message.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let files = message.attachments.map { "Attachment: \($0.name) (\($0.mediaType), \($0.content.count) bytes)" }
        return main + others + files
    }

    /// The HTML with the pictures within that travel beside it.
    private var page: String? {
        guard var page = message.html else { return nil }
        for attachment in message.attachments {
            guard let id = attachment.contentID else { continue }
            let content = Data(attachment.content).base64EncodedString()
            page = page.replacing("cid:\(id)\"", with: "data:\(attachment.mediaType);base64,\(content)\"")
        }
        return page
    }
}
