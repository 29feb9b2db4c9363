import FanfareCore
import FanfareCurl
import FanfareTesting
import Testing

@testable import FanfareMail

struct CheckTests {
    /// A way to servers that answer as they are told.
    private struct ScriptedTransport: MailTransport {
        let asked = Watched<[SMTPServer]>([])
        let answer: @Sendable (SMTPServer) throws -> SMTPReply

        var openConnections: Int { 0 }

        func send(_ mail: SMTPMail, to server: SMTPServer) async throws -> SMTPReply {
            Issue.record("a check sends nothing")
            throw CancellationError()
        }

        func check(_ server: SMTPServer) async throws -> SMTPReply {
            asked.update { $0.append(server) }
            return try answer(server)
        }

        func shutdown() async {}
    }

    private func findings(
        _ servers: [MailServer] = [MailServer(host: "mx.example.com", user: "u", password: Secret("confidential"))],
        _ answer: @escaping @Sendable (SMTPServer) throws -> SMTPReply
    ) async throws -> [CheckFinding] {
        var configuration = MailConfiguration(servers: servers, sender: try MailAddress("a@example.com"))
        configuration.hello = "mail.example.test"
        let transport = ScriptedTransport(answer: answer)
        let findings = await MailCheck(configuration: configuration, transport: transport).findings()
        #expect(transport.asked.value.allSatisfy { $0.hello == "mail.example.test" })
        return findings
    }

    @Test func `each server is tried, and what works is said with what protects it`() async throws {
        let servers = [
            MailServer(host: "a.example.com", user: "u", password: Secret("p")),
            MailServer(host: "::1", port: 25, security: MailServer.Security.none),
            MailServer(host: "c.example.com"), MailServer(host: "d.example.com", security: .implicit),
        ]
        let found = try await findings(servers) { _ in SMTPReply(stage: .login, code: 235) }
        #expect(
            found == [
                CheckFinding("server a.example.com:587", .works, detail: "the login is right, over TLS"),
                CheckFinding("server [::1]:25", .works, detail: "takes mail without a login, without TLS"),
                CheckFinding(
                    "server c.example.com:587",
                    .works,
                    detail: "takes mail without a login, over TLS where it offers it"
                ),
                CheckFinding("server d.example.com:465", .works, detail: "takes mail without a login, over TLS"),
            ]
        )
    }

    @Test(
        arguments: [
            (SMTPStage.login, 535, CheckFinding.Result.misconfigured, "refuses the login: 535 5.7.8 No"),
            (.login, 454, .unreachable, "refuses the login: 454 5.7.8 No"),
            (.greeting, 421, .unreachable, "takes no connection: 421 5.7.8 No"),
            (.greeting, 554, .misconfigured, "takes no connection: 554 5.7.8 No"),
            (.hello, 501, .misconfigured, "refuses the name it is greeted with: 501 5.7.8 No"),
            (.startTLS, 502, .misconfigured, "refuses TLS: 502 5.7.8 No"),
        ])
    func `a refusal for good is a fault, another one may pass`(
        stage: SMTPStage,
        code: Int,
        result: CheckFinding.Result,
        detail: String
    ) async throws {
        let found = try await findings { _ in SMTPReply(stage: stage, code: code, status: "5.7.8", text: "No") }
        #expect(found == [CheckFinding("server mx.example.com:587", result, detail: detail)])
    }

    @Test(
        arguments: [
            (CurlFailure.Kind.misconfigured, CurlFailureCode.untrustedPeer, CheckFinding.Result.misconfigured),
            (.notSent, .connectFailed, .unreachable), (.uncertain, .responseTimeout, .unreachable),
        ])
    func `a certificate that is not to be trusted is a fault, a server that is away is none`(
        kind: CurlFailure.Kind,
        code: CurlFailureCode,
        result: CheckFinding.Result
    ) async throws {
        let found = try await findings { _ in throw CurlFailure(kind, code, detail: "why") }
        #expect(found == [CheckFinding("server mx.example.com:587", result, detail: "\(code.rawValue): why")])
        #expect(try await findings { _ in throw CancellationError() }.map(\.result) == [.unreachable])
    }

    @Test func `a configuration that makes no channel is told without asking anybody`() async throws {
        let server = MailServer(
            host: "mx.example.com",
            security: MailServer.Security.none,
            user: "u",
            password: Secret("confidential")
        )
        let found = try await findings([server]) { _ in throw CancellationError() }
        #expect(found.map(\.subject) == ["tls"] && found.map(\.result) == [.misconfigured])
        #expect(found.first?.detail.contains("confidential") == false)
    }

    @Test func `the plug-in tries servers that are not there and says so`() async throws {
        // Nothing listens on the discard port.
        let server = MailServer(host: "127.0.0.1", port: 9)
        var configuration = MailConfiguration(servers: [server], sender: try MailAddress("a@example.com"))
        configuration.connectTimeout = .milliseconds(500)
        let environment = PluginEnvironment(clock: ManualClock(), log: SilentLog(), folder: "")
        let found = await MailPlugin().check(configuration, in: environment)
        #expect(found.map(\.result) == [.unreachable] && found.map(\.subject) == ["server 127.0.0.1:9"])
    }
}

private struct SilentLog: LogSink {
    func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) {}
}
