import FanfareCore
import FanfareCurl

/// Mail through libcurl.
struct CurlTransport: MailTransport {
    private let client: CurlClient

    init(_ configuration: MailConfiguration) {
        var limits = CurlConfiguration()
        limits.trustedCertificates = configuration.trustedCertificates
        limits.connectTimeout = configuration.connectTimeout
        limits.smtp.replyTimeout = configuration.replyTimeout
        limits.smtp.dataReplyTimeout = configuration.dataReplyTimeout
        limits.smtp.connections = configuration.connections
        client = CurlClient(limits)
    }

    func send(_ mail: SMTPMail, to server: SMTPServer) async throws -> SMTPReply {
        try await client.send(mail, to: server)
    }

    func check(_ server: SMTPServer) async throws -> SMTPReply { try await client.check(server) }

    var openConnections: Int { client.openConnections }

    func shutdown() async { await client.shutdown() }
}
