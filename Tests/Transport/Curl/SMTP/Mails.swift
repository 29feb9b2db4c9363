import FanfareCore
import FanfareCurl
import TestPrograms

extension SMTPServer {
    /// A test's server, without TLS if nothing else is said.
    init(_ server: TestMailServer, _ security: SMTPSecurity = .none, login: SMTPLogin? = nil) {
        self.init(host: "127.0.0.1", port: server.port, security: security, login: login)
    }
}

extension SMTPMail {
    /// A mail that is longer than what fits into the buffers on the way to the server.
    static let long = sample(String(repeating: String(repeating: "x", count: 900) + "\r\n", count: 6000))

    /// A mail like any other.
    static func sample(to recipients: [String] = ["ada@example.test"], _ text: String = "Hello") -> SMTPMail {
        SMTPMail(
            sender: "shop@example.test",
            recipients: recipients,
            content: Array("Subject: x\r\n\r\n\(text)\r\n".utf8)
        )
    }
}

extension CurlClient {
    /// A client with other settings than usual.
    static func mailing(_ configure: (inout CurlConfiguration) -> Void = { _ in }) -> CurlClient {
        var configuration = CurlConfiguration()
        configure(&configuration)
        return CurlClient(configuration)
    }

    /// What a mail fails with; nil if it is answered.
    func failure(_ mail: SMTPMail, to server: SMTPServer) async throws -> CurlFailure? {
        do { _ = try await send(mail, to: server) } catch let failure as CurlFailure { return failure }
        return nil
    }
}
