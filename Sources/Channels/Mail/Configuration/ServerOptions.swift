import FanfareCore

/// What may stand beside the URL of a mail server: for that server, or for all that say nothing of their own.
struct ServerOptions {
    /// The words for a connection's security; `smtps://` says the one that is missing here.
    enum TLS: String, CaseIterable {
        case required, opportunistic, none
    }

    let section: ConfigurationSection
    let user: String?
    let password: Secret<String>?
    let accessToken: Secret<String>?
    let tls: TLS?

    /// Whether there is something that could not be read. The fault is noted.
    let isFaulty: Bool

    private static let keys = ["user", "password", "accessToken", "tls"]

    init(from section: ConfigurationSection) {
        self.section = section
        user = section.string("user")
        password = section.secret("password")
        accessToken = section.secret("accessToken")
        tls = section.choice("tls", of: TLS.allCases)
        let isTwice = section.isPresent("password") && section.isPresent("accessToken")
        if isTwice { section.fault(at: "accessToken", "is there beside password", remedy: "give one of them") }
        let read = [user != nil, password != nil, accessToken != nil, tls != nil]
        isFaulty = isTwice || zip(Self.keys, read).contains { section.isPresent($0) && !$1 }
    }

    /// Whether there is a password or a token.
    var hasSecret: Bool { password != nil || accessToken != nil }

    /// Makes the keys known without reading them.
    static func markKeys(of section: ConfigurationSection) {
        for key in keys { _ = section.isPresent(key) }
    }
}

extension MailServer.Security {
    init(_ word: ServerOptions.TLS) {
        self =
            switch word {
            case .required: .required
            case .opportunistic: .opportunistic
            case .none: .none
            }
    }
}
