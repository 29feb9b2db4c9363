/// What a client may call itself in EHLO: a full domain name or an address literal (RFC 5321, 4.1.3).
///
/// Strict servers refuse anything else, names of containers above all.
struct HelloName: Hashable, Sendable {
    /// What is wrong with a text that is none, and what would be right.
    static let problem =
        "is no name a server takes; expected a full domain name such as mail.example.com, or an address such as [192.0.2.1]"

    /// The name.
    let text: String

    /// - Returns: nil for what a strict server would refuse.
    init?(_ text: String) {
        guard DomainName.isFull(text) || Self.isLiteral(text) else { return nil }
        self.text = text
    }

    /// The name of a machine if it is a full one; else an address that is always true.
    init(ofHost name: String) { self.init(checked: DomainName.isFull(name) ? name : "[127.0.0.1]") }

    private init(checked text: String) { self.text = text }

    private static func isLiteral(_ text: String) -> Bool {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return false }
        let address = String(text.dropFirst().dropLast())
        guard address.hasPrefix("IPv6:") else { return DomainName.isIPv4(address) }
        return DomainName.isIPv6(String(address.dropFirst(5)))
    }
}
