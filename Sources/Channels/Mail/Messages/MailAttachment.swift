internal import FoundationEssentials

/// A file that travels with a mail.
public struct MailAttachment: Hashable, Sendable {
    /// The file's name; empty for none.
    public var name: String
    /// Its media type, such as `application/pdf` or `text/calendar; method=REQUEST`.
    public var mediaType: String
    /// Its bytes.
    public var content: [UInt8]
    /// What the HTML calls it by, as in `cid:logo`, for one that is shown within; nil for one that is attached. A mail
    /// without HTML has all files attached.
    public var contentID: String?

    /// Creates an attachment.
    public init(name: String, mediaType: String, content: [UInt8], contentID: String? = nil) {
        self.name = name
        self.mediaType = mediaType
        self.content = content
        self.contentID = contentID
    }
}

extension MailAttachment: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, mediaType, content, contentID
    }

    /// Reads an attachment whose content is base64; only the content must be there.
    ///
    /// - Throws: `DecodingError` if it is not, or is not base64.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let base64 = try values.decode(String.self, forKey: .content)
        guard let content = Data(base64Encoded: base64) else {
            throw DecodingError.dataCorruptedError(
                forKey: .content,
                in: values,
                debugDescription: "the content of an attachment is not base64"
            )
        }
        self.init(
            name: try values.decodeIfPresent(String.self, forKey: .name) ?? "",
            mediaType: try values.decodeIfPresent(String.self, forKey: .mediaType) ?? "application/octet-stream",
            content: Array(content),
            contentID: try values.decodeIfPresent(String.self, forKey: .contentID)
        )
    }

    /// Writes the attachment with its content in base64.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if !name.isEmpty { try values.encode(name, forKey: .name) }
        try values.encode(mediaType, forKey: .mediaType)
        try values.encode(Data(content).base64EncodedString(), forKey: .content)
        try values.encodeIfPresent(contentID, forKey: .contentID)
    }
}
