extension MailMessage: Codable {
    private enum CodingKeys: String, CodingKey {
        case subject, text, html, from, to, cc, bcc, replyTo, attachments, headers, tags, unsubscribe
    }

    /// Reads a message; what is missing is empty, what is unknown is skipped.
    ///
    /// - Throws: `DecodingError` for a member of another type and for an address that is none.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
            try values.decodeIfPresent([Element].self, forKey: key) ?? []
        }
        self.init(
            subject: try values.decodeIfPresent(String.self, forKey: .subject) ?? "",
            text: try values.decodeIfPresent(String.self, forKey: .text),
            html: try values.decodeIfPresent(String.self, forKey: .html),
            from: try values.decodeIfPresent(MailAddress.self, forKey: .from),
            to: try list(.to),
            cc: try list(.cc),
            bcc: try list(.bcc),
            replyTo: try list(.replyTo),
            attachments: try list(.attachments),
            headers: try values.decodeIfPresent([String: String].self, forKey: .headers) ?? [:],
            tags: try list(.tags),
            unsubscribe: try values.decodeIfPresent(String.self, forKey: .unsubscribe)
        )
    }

    /// Writes the message without what is empty.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        func write(_ list: some Encodable & Collection, _ key: CodingKeys) throws {
            if !list.isEmpty { try values.encode(list, forKey: key) }
        }
        try values.encode(subject, forKey: .subject)
        try values.encodeIfPresent(text, forKey: .text)
        try values.encodeIfPresent(html, forKey: .html)
        try values.encodeIfPresent(from, forKey: .from)
        try write(to, .to)
        try write(cc, .cc)
        try write(bcc, .bcc)
        try write(replyTo, .replyTo)
        try write(attachments, .attachments)
        try write(headers, .headers)
        try write(tags, .tags)
        try values.encodeIfPresent(unsubscribe, forKey: .unsubscribe)
    }
}
