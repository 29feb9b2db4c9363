import FanfareCore
import FanfareHTTP2
import FanfareTesting
import FoundationEssentials
import Testing

@testable import FanfareFCM

struct CheckTests {
    private func findings(
        _ credentials: [CredentialID: FCMServiceAccount]? = nil,
        tokens: @escaping ScriptedGoogle.Script = { _ in .granted("token") },
        script: @escaping ScriptedGoogle.Script = { _ in .accepted }
    ) async throws -> (found: [CheckFinding], google: ScriptedGoogle) {
        let configuration = FCMConfiguration(credentials: try credentials ?? [.default: FCMBench.account()])
        let google = ScriptedGoogle(tokens: tokens, script: script)
        let check = FCMCheck(configuration: configuration, clock: ManualClock(), transport: google)
        return (await check.findings(), google)
    }

    @Test func `each credential fetches a token and has a message checked that is not sent`() async throws {
        let (found, google) = try await findings(["shop": FCMBench.account(), "desk": FCMBench.account(project: "p2")])
        #expect(
            found == [
                CheckFinding("credential desk", .works, detail: "push@p2.example.com in project p2 may send"),
                CheckFinding(
                    "credential shop",
                    .works,
                    detail: "push@demo-project-a.iam.example.test in project demo-project-a may send"
                ),
            ]
        )
        #expect(google.asked.count == 2 && google.sent.count == 2)
        for sent in google.sent {
            #expect(try JSONParser().parse(sent.body)["validate_only"] == true)
            #expect(sent.message?["topic"]?.string == "fanfare-check")
            #expect(sent.message?["token"] == nil)
        }
    }

    @Test(
        arguments: [
            (400, "invalid_grant", CheckFinding.Result.misconfigured), (401, "invalid_client", .misconfigured),
            (503, "", .unreachable), (429, "", .unreachable),
        ])
    func `a token that is not to be had is a fault, or a server that is away`(
        status: Int,
        error: String,
        result: CheckFinding.Result
    ) async throws {
        let (found, google) = try await findings(tokens: { _ in .answer(status, #"{"error":"\#(error)"}"#) })
        #expect(found.map(\.result) == [result])
        #expect(found.first?.detail.contains("\(status)") == true)
        #expect(google.sent.isEmpty)
    }

    @Test(
        arguments: [
            (401, "UNAUTHENTICATED", CheckFinding.Result.misconfigured), (403, "PERMISSION_DENIED", .misconfigured),
            (404, "NOT_FOUND", .misconfigured), (429, "RESOURCE_EXHAUSTED", .unreachable),
            (503, "UNAVAILABLE", .unreachable), (400, "INVALID_ARGUMENT", .works),
        ])
    func `what FCM says about the message tells of the credential`(
        status: Int,
        name: String,
        result: CheckFinding.Result
    ) async throws {
        let (found, _) = try await findings(script: { _ in .refused(status, name) })
        #expect(found.map(\.result) == [result])
        #expect(found.first?.detail.contains("\(status) \(name)") == true)
    }

    @Test(
        arguments: [
            (HTTP2Failure.Kind.notSent, CheckFinding.Result.unreachable), (.uncertain, .unreachable),
            (.misconfigured, .misconfigured),
        ])
    func `a server that is away is no fault of the configuration`(
        kind: HTTP2Failure.Kind,
        result: CheckFinding.Result
    ) async throws {
        let failure = HTTP2Failure(kind, DeliveryReason("connect-failed", detail: "refused"))
        #expect(try await findings(tokens: { _ in throw failure }).found.map(\.result) == [result])
        let (found, _) = try await findings(script: { _ in throw failure })
        #expect(found.map(\.result) == [result])
        #expect(found.first?.detail.contains("connect-failed: refused") == true)
    }

    @Test func `an account that cannot be used is told without showing it`() async throws {
        var account = try FCMBench.account()
        account.privateKey = Secret("confidential")
        let (found, google) = try await findings(["shop": account])
        #expect(found.map(\.result) == [.misconfigured])
        #expect(found.first?.subject == "credentials.shop")
        #expect(found.first?.detail.contains("PEM") == true && found.first?.detail.contains("confidential") == false)
        #expect(google.asked.isEmpty)
    }

    @Test func `the plug-in tries servers that are not there and says so`() async throws {
        var account = try FCMBench.account()
        // Nothing listens on the discard port.
        account.tokenURI = try #require(URL(string: "http://127.0.0.1:9/token"))
        var configuration = FCMConfiguration(credential: account)
        configuration.connectTimeout = .milliseconds(500)
        let environment = PluginEnvironment(clock: ManualClock(), log: SilentLog(), folder: "")
        let found = await FCMPlugin().check(configuration, in: environment)
        #expect(found.map(\.result) == [.unreachable])
        #expect(found.first?.subject == "credential default")
    }
}

struct SilentLog: LogSink {
    func log(_ level: LogLevel, _ message: String, _ fields: [String: JSONValue]) {}
}
