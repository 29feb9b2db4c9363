import FanfareCore

/// How a notification type of the configuration becomes a mail: by its block `mail`, and by what it says itself.
struct MailTemplate {
    let brand: MailBrand
    let phrases: MailPhrases

    /// Reads the block. Placeholders are still in place.
    static func check(_ block: ConfigurationSection) {
        for key in ["subject", "text", "html"] {
            guard let text = block.string(key), text.isEmpty else { continue }
            block.fault(at: key, "is empty", remedy: "leave out the key for what the type itself says")
        }
        for (index, text) in (block.strings("replyTo", allowingOne: true) ?? []).enumerated()
        where !text.contains("{{") {
            do throws(MailAddressError) {
                _ = try MailAddress.list(text)
            } catch {
                // A single text stands under the key itself.
                let steps: [ConfigurationPath.Step] = [.key("replyTo"), .index(index)]
                let isList = block.json("replyTo")?.array != nil
                block.fault(at: ConfigurationPath(isList ? steps : [.key("replyTo")]), error.description)
            }
        }
        let headers = block.section("headers")
        for name in headers.keys { _ = headers.string(name) }
        if let link = block.string("unsubscribe"), !link.contains("{{"), !link.lowercased().hasPrefix("https://") {
            block.fault(
                at: "unsubscribe",
                "is no https link",
                remedy: "one click there ends the subscription (RFC 8058)"
            )
        }
    }

    /// The mail a filled-in type comes to.
    func message(from template: FilledTemplate) throws -> MailMessage {
        let block = template.block
        guard let subject = block["subject"]?.string ?? template.title, !subject.isEmpty else {
            throw MailContentError("subject", "is missing; expected mail.subject or a title")
        }
        let (text, html) = (block["text"]?.string, block["html"]?.string)
        var message =
            if text == nil, html == nil {
                try MailMessage(subject: subject, content: content(of: template))
            } else {
                // Who writes only the HTML has said the same in few words already.
                MailMessage(subject: subject, text: text ?? template.body, html: html)
            }
        message.replyTo = try Self.addresses(block["replyTo"])
        message.headers = (block["headers"]?.object ?? [:]).compactMapValues(\.string)
        message.unsubscribe = block["unsubscribe"]?.string
        return message
    }

    /// What the type itself says.
    private func content(of template: FilledTemplate) throws(MailContentError) -> MailContent {
        let lines = [template.subtitle, template.body].compactMap(\.self).filter { !$0.isEmpty }
        guard !lines.isEmpty || template.title?.isEmpty == false else {
            throw MailContentError("text", "is missing; expected mail.text, mail.html, a title or a body")
        }
        return MailContent(greeting: template.title, brand: brand, phrases: phrases) {
            for line in lines { line }
            // A link such as /orders/1 is for the app to resolve.
            if let link = template.link, MailLink.isSafe(link) { MailContent.Action(phrases.open, link) }
        }
    }

    private static func addresses(_ value: JSONValue?) throws(MailAddressError) -> [MailAddress] {
        var addresses: [MailAddress] = []
        for text in value?.array?.compactMap(\.string) ?? [value?.string].compactMap(\.self) {
            addresses += try MailAddress.list(text)
        }
        return addresses
    }
}
