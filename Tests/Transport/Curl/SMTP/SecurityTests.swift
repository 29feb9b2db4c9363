import FanfareCore
import FanfareCurl
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SecurityTests {
    private func client(trusting server: TestMailServer? = nil) -> CurlClient {
        CurlClient.mailing { $0.trustedCertificates = server?.certificateFile }
    }

    @Test(arguments: [(TestMailServer.Security.implicit, SMTPSecurity.implicit), (.startTLS, .required)])
    func `a mail goes to a server with a certificate that is trusted, and to no other`(
        offered: TestMailServer.Security,
        security: SMTPSecurity
    ) async throws {
        let server = try await TestMailServer.start(security: offered)
        for stranger in [nil, try await TestMailServer.start(security: offered)] {
            let client = client(trusting: stranger)
            let failure = try await client.failure(.sample(), to: SMTPServer(server, security))
            #expect(failure?.kind == .misconfigured && failure?.code == .untrustedPeer)
            await client.shutdown()
        }
        #expect(try await server.sessions().allSatisfy { $0.mails.isEmpty && !$0.commands.contains("MAIL") })
        let client = client(trusting: server)
        let long = SMTPMail.long
        for _ in 0..<2 { #expect(try await client.send(long, to: SMTPServer(server, security)).code == 250) }
        let session = try #require(try await server.sessions().last)
        #expect(session.isSecure)
        let areSame = session.mails.map(\.content) == [Data(long.content), Data(long.content)]
        #expect(areSame)
        await client.shutdown()
    }

    @Test(arguments: [(TestMailServer.Security.implicit, SMTPSecurity.implicit), (.startTLS, .required)])
    func `a certificate is for the names in it`(
        offered: TestMailServer.Security,
        security: SMTPSecurity
    ) async throws {
        let server = try await TestMailServer.start(security: offered, names: "DNS:localhost")
        let client = client(trusting: server)
        let failure = try await client.failure(.sample(), to: SMTPServer(server, security))
        #expect(failure?.kind == .misconfigured && failure?.code == .untrustedPeer)
        let named = SMTPServer(host: "localhost", port: server.port, security: security)
        #expect(try await client.send(.sample(), to: named).code == 250)
        await client.shutdown()
    }

    @Test func `TLS that must be and is not offered prevents a mail; TLS that may be does not`() async throws {
        let server = try await TestMailServer.start()
        let client = client()
        let failure = try await client.failure(.sample(), to: SMTPServer(server, .required))
        #expect(failure == CurlFailure(.misconfigured, .securityNotOffered))
        #expect(try await client.send(.sample(), to: SMTPServer(server, .opportunistic)).code == 250)
        #expect(try await server.sessions().map(\.isSecure) == [false, false])
        await client.shutdown()
    }

    @Test func `TLS that may be is used where it is offered, whatever the certificate`() async throws {
        let server = try await TestMailServer.start(security: .startTLS, names: "DNS:elsewhere")
        let client = client()
        #expect(try await client.send(.sample(), to: SMTPServer(server, .opportunistic)).code == 250)
        #expect(try await client.send(.sample(), to: SMTPServer(server, .none)).code == 250)
        #expect(try await server.sessions().map(\.isSecure) == [true, false])
        await client.shutdown()
    }

    @Test func `a server that refuses STARTTLS gets a mail only if it may have it in clear`() async throws {
        let refusal = MailServerFault(at: .startTLS, reply: "454 4.7.0 TLS not available")
        let server = try await TestMailServer.start(security: .startTLS, faults: [refusal])
        let client = client(trusting: server)
        let reply = try await client.send(.sample(), to: SMTPServer(server, .required))
        #expect(reply == SMTPReply(stage: .startTLS, code: 454, status: "4.7.0", text: "TLS not available"))
        #expect(try await client.send(.sample(), to: SMTPServer(server, .opportunistic)).code == 250)
        #expect(try await server.mails().count == 1)
        await client.shutdown()
    }

    /// Whoever sits between could otherwise have words of his taken for the server's, under TLS (CVE-2021-22947).
    @Test func `what comes with the reply to STARTTLS is not believed`() async throws {
        let words = "220 go ahead\n250-mx.example.test\n250 AUTH PLAIN\n235 welcome"
        let server = try await TestMailServer.start(
            security: .startTLS,
            faults: [MailServerFault(at: .startTLS, reply: words)]
        )
        let client = client(trusting: server)
        for security in [SMTPSecurity.required, .opportunistic] {
            let failure = try await client.failure(.sample(), to: SMTPServer(server, security))
            #expect(failure == CurlFailure(.notSent, .protocolError))
        }
        #expect(try await server.sessions().allSatisfy { $0.commands.last == "STARTTLS" })
        await client.shutdown()
    }

    @Test func `a login never leaves the machine as clear text`() async throws {
        let client = client()
        let login = SMTPLogin(user: "ada", secret: Secret("secret"))
        for security in [SMTPSecurity.none, .opportunistic] {
            for host in ["mail.example.test", "128.0.0.1", "127.example.test", "::2"] {
                let server = SMTPServer(host: host, port: 25, security: security, login: login)
                #expect(try await client.failure(.sample(), to: server) == CurlFailure(.misconfigured, .insecureLogin))
            }
        }
        #expect(client.openConnections == 0)
        await client.shutdown()
    }
}
