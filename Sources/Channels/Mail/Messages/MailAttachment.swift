/// A file that travels with a mail.
public struct MailAttachment: Hashable, Codable, Sendable {
    /// The file's name.
    public var name: String
    /// Its media type, such as `application/pdf`.
    public var mediaType: String
    /// Its bytes.
    public var content: [UInt8]
    /// What the HTML calls it by, as in `cid:logo`, for one that is shown within; nil for one that is attached.
    public var contentID: String?

    /// Creates an attachment.
    public init(name: String, mediaType: String, content: [UInt8], contentID: String? = nil) {
        self.name = name
        self.mediaType = mediaType
        self.content = content
        self.contentID = contentID
    }
}
