import FanfareCurl

extension MailServer {
    /// The server as the client speaks to it.
    ///
    /// - Parameter hello: What the client calls itself.
    func smtpServer(hello: HelloName) -> SMTPServer {
        SMTPServer(
            host: host,
            port: port,
            security: SMTPSecurity(security),
            login: user.flatMap { user in
                if let accessToken { return SMTPLogin(user: user, secret: accessToken, method: .accessToken) }
                return password.map { SMTPLogin(user: user, secret: $0) }
            },
            hello: hello.text
        )
    }
}

extension SMTPSecurity {
    fileprivate init(_ security: MailServer.Security) {
        self =
            switch security {
            case .implicit: .implicit
            case .required: .required
            case .opportunistic: .opportunistic
            case .none: .none
            }
    }
}
