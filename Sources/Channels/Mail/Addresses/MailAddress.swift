/// A mailbox with an optional name, as RFC 5322, 3.4, writes them.
///
/// ```swift
/// try MailAddress("ada@example.com")
/// try MailAddress("\"Lovelace, Ada\" <ada@example.com>")
/// try MailAddress(name: user.name, mailbox: user.mail)
/// ```
///
/// A name is taken as it is typed: what looks like an encoded word in it is not decoded. Comments, groups, address literals
/// such as `[127.0.0.1]`, control characters and line breaks are refused.
public struct MailAddress: Hashable, Sendable {
    /// The name shown beside the mailbox; nil for none.
    public let name: String?
    /// The mailbox, `local@domain`: the local part as written, the domain in lower case and in ASCII (`xn--…` for a domain
    /// that is not).
    public let mailbox: String

    /// Reads one address.
    ///
    /// - Throws: ``MailAddressError``, which says what is wrong and where.
    public init(_ text: String) throws(MailAddressError) {
        var parser = try MailAddressParser(text)
        self = try parser.onlyAddress()
    }

    /// Puts an address together of a name, which may have any printable characters, and a mailbox without one.
    ///
    /// - Throws: ``MailAddressError`` if either is wrong.
    public init(name: String?, mailbox: String) throws(MailAddressError) {
        if let name, let position = name.firstControl {
            throw MailAddressError("has a control character or a line break in its name", at: position)
        }
        var parser = try MailAddressParser(mailbox)
        let mailbox = try parser.onlyMailbox()
        self.init(name: name, checkedMailbox: mailbox)
    }

    /// Creates an address of parts that are right; a name of blanks is none.
    init(name: String?, checkedMailbox mailbox: String) {
        let name = name?.trimmingBlanks()
        self.name = name?.isEmpty == true ? nil : name
        self.mailbox = mailbox
    }

    /// Reads addresses with commas between them; none in a text without any.
    ///
    /// - Throws: ``MailAddressError`` if one of them is wrong.
    public static func list(_ text: String) throws(MailAddressError) -> [MailAddress] {
        var parser = try MailAddressParser(text)
        return try parser.addresses()
    }
}

extension MailAddress {
    /// Whether the part before the `@` has characters that are not ASCII, so that only servers with SMTPUTF8 (RFC 6531) take
    /// mail for it.
    public var isInternational: Bool { !mailbox.utf8.allSatisfy { $0 < 0x80 } }

    /// The part after the `@`.
    var domain: Substring { mailbox.lastIndex(of: "@").map { mailbox[mailbox.index(after: $0)...] } ?? "" }

    /// The address as ``init(_:)`` reads it.
    public var text: String {
        guard let name else { return mailbox }
        return "\(MailWord.isPhrase(name, international: true) ? name : MailWord.quoted(name)) <\(mailbox)>"
    }
}

extension MailAddress: Codable {
    /// Reads the text of an address.
    ///
    /// - Throws: `DecodingError` with the reason if it is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = try MailAddress(container.decode(String.self))
        } catch let error as MailAddressError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    /// Writes ``text``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
