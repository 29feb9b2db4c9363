import FanfareCore
import FanfareCurl
import Foundation
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LoginTests {
    /// Those of the case creds-11: they mean something in a URL.
    private static let user = "ada@example.test", password = "p@ss:w/o?rd#1%2B+x"

    private func server(_ server: TestMailServer, _ secret: String, _ method: SMTPLogin.Method = .password)
        -> SMTPServer
    {
        SMTPServer(server, login: SMTPLogin(user: Self.user, secret: Secret(secret), method: method))
    }

    @Test(arguments: [
        (["LOGIN", "PLAIN"], "PLAIN"), (["LOGIN"], "LOGIN"), (["CRAM-MD5", "XOAUTH2", "LOGIN"], "LOGIN"),
    ])
    func `a user logs in once for a connection, byte for byte`(offered: [String], mechanism: String) async throws {
        let mailServer = try await TestMailServer.start(mechanisms: offered)
        let client = CurlClient()
        for _ in 0..<2 {
            #expect(try await client.send(.sample(), to: server(mailServer, Self.password)).code == 250)
        }
        let session = try #require(try await mailServer.sessions().first)
        #expect(session.login?.mechanism == mechanism)
        #expect(session.login?.user == Data(Self.user.utf8))
        #expect(session.login?.secret == Data(Self.password.utf8))
        #expect(session.commands.filter { $0 == "AUTH" }.count == 1)
        await client.shutdown()
    }

    @Test func `a token logs in, and one that has expired is refused`() async throws {
        let mailServer = try await TestMailServer.start(mechanisms: ["PLAIN", "XOAUTH2"])
        let client = CurlClient()
        #expect(try await client.send(.sample(), to: server(mailServer, "ya29.a-_~+/=", .accessToken)).code == 250)
        let login = try #require(try await mailServer.sessions().first?.login)
        #expect(login.mechanism == "XOAUTH2")
        #expect(login.user == Data(Self.user.utf8) && login.secret == Data("ya29.a-_~+/=".utf8))
        let reply = try await client.send(.sample(), to: server(mailServer, "expired", .accessToken))
        #expect(reply == SMTPReply(stage: .login, code: 535, status: "5.7.8"))
        await client.shutdown()
    }

    @Test func `a refused login is an answer`() async throws {
        let refusal = MailServerFault(at: .login, reply: "535 5.7.8 who are you?")
        let mailServer = try await TestMailServer.start(faults: [refusal])
        let client = CurlClient()
        let expected = SMTPReply(stage: .login, code: 535, status: "5.7.8", text: "who are you?")
        #expect(try await client.send(.sample(), to: server(mailServer, Self.password)) == expected)
        #expect(try await client.check(server(mailServer, Self.password)) == expected)
        #expect(try await mailServer.mails().isEmpty)
        await client.shutdown()
    }

    @Test(
        arguments: [([], .password), (["XOAUTH2"], .password), (["PLAIN"], .accessToken)]
            as [([String], SMTPLogin.Method)]
    )
    func `nothing is sent without the login that there is`(offered: [String], method: SMTPLogin.Method) async throws {
        let mailServer = try await TestMailServer.start(mechanisms: offered)
        let client = CurlClient()
        let failure = try await client.failure(.sample(), to: server(mailServer, Self.password, method))
        #expect(failure == CurlFailure(.misconfigured, .loginNotOffered))
        #expect(try await mailServer.sessions().first?.commands == ["EHLO [127.0.0.1]"])
        await client.shutdown()
    }

    @Test(arguments: [MailServerFault(at: .login, close: .before), MailServerFault(at: .login, raw: "no\r\n")])
    func `a login that gets no answer leaves a mail unsent and itself unsaid`(fault: MailServerFault) async throws {
        let mailServer = try await TestMailServer.start(faults: [fault])
        let client = CurlClient()
        let failure = try #require(try await client.failure(.sample(), to: server(mailServer, Self.password)))
        #expect(failure.kind == .notSent)
        for secret in [Self.user, Self.password, Data(Self.password.utf8).base64EncodedString()] {
            #expect(!"\(failure)".contains(secret))
        }
        await client.shutdown()
    }

    @Test func `a check logs in, sends nothing and takes leave`() async throws {
        let mailServer = try await TestMailServer.start()
        let client = CurlClient()
        let reply = try await client.check(server(mailServer, Self.password))
        #expect(reply.stage == .login && reply.code == 235)
        let anonymous = try await client.check(SMTPServer(mailServer))
        #expect(anonymous.stage == .hello && anonymous.code == 250)
        try await eventually { try await mailServer.sessions().allSatisfy { $0.commands.last == "QUIT" } }
        #expect(try await mailServer.sessions().map(\.commands.count) == [3, 2])
        #expect(client.openConnections == 0)
        await client.shutdown()
    }
}
