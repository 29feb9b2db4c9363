import FanfareCore

/// Reads the mail servers of a channel's section: `smtp`, and what stands beside it for all servers.
struct ServersReader {
    /// A server as it was found.
    private struct Found {
        let entry: ConfigurationEntry
        let url: ServerURL
        /// What an object says beside its URL.
        let own: ServerOptions?
    }

    private let section: ConfigurationSection

    init(_ section: ConfigurationSection) { self.section = section }

    /// The servers that have no fault; faults are noted.
    func servers() -> [MailServer] {
        let common = ServerOptions(from: section)
        let entries = section.entries("smtp")
        if entries.isEmpty {
            let problem = section.isPresent("smtp") ? "found an empty list" : "missing"
            section.fault(at: "smtp", problem, remedy: "expected smtp://host or smtps://host, or a list of them")
        }
        let found = entries.compactMap(find)
        guard found.count == entries.count else { return [] }
        noteWhatIsUnused(common, by: found)
        return found.compactMap { server($0, common) }
    }

    /// Makes the keys known without reading them, for a channel that sends nothing.
    func markKeys() {
        ServerOptions.markKeys(of: section)
        for own in section.entries("smtp").compactMap(\.section) {
            ServerOptions.markKeys(of: own)
            _ = own.isPresent("url")
        }
    }

    private func find(_ entry: ConfigurationEntry) -> Found? {
        let own = entry.section.map { ServerOptions(from: $0) }
        let text = entry.section.map { $0.secret("url") } ?? entry.secret()
        if let section = entry.section, !section.isPresent("url") {
            section.fault(at: "url", "missing", remedy: "expected smtp://host or smtps://host")
        }
        guard let text else { return nil }
        do throws(MailConfigurationError) {
            return Found(entry: entry, url: try ServerURL(text.reveal()), own: own)
        } catch {
            if let section = entry.section {
                section.fault(at: "url", error.problem)
            } else {
                entry.fault(error.problem)
            }
            return nil
        }
    }

    private func server(_ found: Found, _ common: ServerOptions) -> MailServer? {
        let (url, own) = (found.url, found.own)
        guard !common.isFaulty, own?.isFaulty != true else { return nil }
        if let own, url.user != nil, own.user != nil { own.section.fault(at: "user", "is there beside the URL's") }
        if let own, url.password != nil, own.hasSecret {
            own.section.fault(
                at: own.password == nil ? "accessToken" : "password",
                "is there beside the URL's password"
            )
        }
        let secret = own.flatMap { $0.hasSecret ? $0 : nil } ?? common
        let hasOwnTLS = own?.tls != nil
        let tls = own?.tls ?? common.tls
        let user = url.user ?? own?.user ?? common.user
        if url.isImplicitTLS, let tls, tls != .required {
            (hasOwnTLS ? own?.section ?? section : section).fault(
                at: "tls",
                "contradicts smtps://, which is TLS from the first byte",
                remedy: "expected \"required\", or smtp://"
            )
            return nil
        }
        let server = MailServer(
            host: url.host,
            port: url.port,
            security: url.isImplicitTLS ? .implicit : tls.map { MailServer.Security($0) },
            user: user,
            password: url.password ?? secret.password,
            accessToken: url.password == nil ? secret.accessToken : nil
        )
        do throws(MailConfigurationError) {
            try server.check()
            return server
        } catch {
            let isOwn = error.field == "tls" ? hasOwnTLS : own != nil
            (isOwn ? own?.section ?? section : section).fault(at: error.field, error.problem)
            return nil
        }
    }

    /// A login that no server needs was meant for one.
    private func noteWhatIsUnused(_ common: ServerOptions, by found: [Found]) {
        let remedy = "each server has one of its own; leave out this key or those"
        if common.user != nil, found.allSatisfy({ $0.url.user != nil || $0.own?.user != nil }) {
            section.fault(at: "user", "is for no server", remedy: remedy)
        }
        if common.hasSecret, found.allSatisfy({ $0.url.password != nil || $0.own?.hasSecret == true }) {
            section.fault(
                at: common.password == nil ? "accessToken" : "password",
                "is for no server",
                remedy: remedy
            )
        }
    }
}
