import FoundationEssentials

/// What a channel to mail servers has to know.
///
/// ```swift
/// let server = MailServer(host: "mail.example.com", user: "shop", password: Secret(password))
/// let sender = try MailAddress("Example Shop <shop@example.com>")
/// let configuration = MailConfiguration(servers: [server], sender: sender)
/// ```
public struct MailConfiguration: Sendable {
    /// What becomes of a mail whose server fell silent after the whole message: perhaps it was taken, perhaps not. The set
    /// is closed: there is no third way.
    public enum Uncertain: String, CaseIterable, Hashable, Sendable {
        /// It is sent again with the same Message-ID: it may arrive twice, and is not lost.
        case retry
        /// It fails: it may be lost, and does not arrive twice.
        case fail
    }

    /// The servers, in the order they are tried.
    public var servers: [MailServer]
    /// Who mail is from that does not say so itself.
    public var sender: MailAddress
    /// What the channel calls itself to servers, a full domain name or an address literal (RFC 5321, 4.1.3); nil for this
    /// machine's name if it is a full one, and else for `[127.0.0.1]`.
    public var hello: String?
    /// How long connecting may take, TLS included.
    public var connectTimeout: Duration = .seconds(15)
    /// How long a server may take for a reply.
    public var replyTimeout: Duration = .seconds(60)
    /// How long a server may take for the reply to the whole message, which it may be reading for viruses meanwhile. No mail
    /// takes longer than four minutes in all, whatever these are.
    public var dataReplyTimeout: Duration = .seconds(120)
    /// What becomes of a mail that perhaps was taken.
    public var uncertain = Uncertain.retry
    /// The path of a PEM file with certificates that are trusted beside the system's.
    public var trustedCertificates: String?
    /// How many connections there are at most to each server.
    public var connections = 4
    /// How many mails a minute each server gets at most; nil for no limit.
    public var rateLimit: Int?
    /// What mail is signed with; nil to leave that to the server.
    public var dkim: DKIMCredential?
    /// How mail looks that is made of a type's texts.
    public var brand = MailBrand()
    /// The language of such mail, and the words that are always in it.
    public var phrases = MailPhrases.english

    /// Starts with the standard limits.
    public init(servers: [MailServer], sender: MailAddress) {
        self.servers = servers
        self.sender = sender
    }
}

extension MailConfiguration {
    /// What the channel calls itself to servers.
    ///
    /// - Parameter hostName: The name of this machine, which in a container is no name to show.
    func helloName(hostName: String = ProcessInfo.processInfo.hostName) -> HelloName {
        hello.flatMap { HelloName($0) } ?? HelloName(ofHost: hostName)
    }

    /// Checks what can be checked without asking a server.
    ///
    /// - Throws: The first part that is wrong.
    func check() throws(MailConfigurationError) {
        guard !servers.isEmpty else { throw MailConfigurationError("smtp", "names no server") }
        for server in servers { try server.check() }
        if let hello, HelloName(hello) == nil { throw MailConfigurationError("hello", HelloName.problem) }
        _ = try dkim?.signer()
    }
}
