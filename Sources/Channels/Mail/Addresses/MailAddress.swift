/// A mailbox with an optional name.
public struct MailAddress: Hashable, Codable, Sendable {
    /// The name shown beside the mailbox; nil for none.
    public let name: String?
    /// The mailbox, `local@domain`.
    public let mailbox: String

    /// Creates an address.
    public init(name: String? = nil, mailbox: String) {
        self.name = name
        self.mailbox = mailbox
    }
}
