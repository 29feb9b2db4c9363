import FanfareCore
import FanfareHTTP2
import FanfareTesting
import Foundation
import TestPrograms
import Testing

@testable import FanfareFCM

struct TokenEndpointTests {
    /// What PyJWT, which checks signature, audience and life, reads in an assertion; nil if it refuses it.
    private func opinion(of assertion: String, audience: String) async throws -> String? {
        let script = """
            import json, jwt, sys
            q = json.load(sys.stdin)
            try:
                claims = jwt.decode(q["token"], q["key"], algorithms=["RS256"], audience=q["audience"])
            except jwt.InvalidTokenError:
                print("refused")
            else:
                header = jwt.get_unverified_header(q["token"])
                print(json.dumps([header, claims], sort_keys=True, separators=(",", ":")))
            """
        let key = try Fixture.serviceAccount("expected_public.pem")
        let question = try JSONEncoder().encode(["token": assertion, "key": key, "audience": audience])
        let system = "/usr/bin/python3"
        let python = FileManager.default.isExecutableFile(atPath: system) ? system : "python3"
        let (answer, status) = try await ChildProcess.run(
            "/usr/bin/env",
            [python, "-c", script],
            input: String(decoding: question, as: UTF8.self)
        )
        try #require(status == 0, "PyJWT did not run; Scripts/setup test installs it")
        let line = answer.trimmingCharacters(in: .newlines)
        return line == "refused" ? nil : line
    }

    /// Cases creds-01 and creds-04: every spelling of a key file signs what Google's own rules demand.
    @Test(arguments: ["sa_good.json", "sa_double_escaped.json", "sa_crlf_file.json"])
    func `PyJWT accepts the assertion and reads in it what Google wants`(_ file: String) async throws {
        // PyJWT judges by the machine's clock.
        let now = Timestamp(secondsSinceEpoch: SystemClock().now.secondsSinceEpoch)
        let bench = try FCMBench([.default: FCMBench.account(file)], clock: ManualClock(now: now))
        try await bench.deliver()
        let asked = try #require(bench.google.asked.first)
        let audience = "http://127.0.0.1:18080/token"
        let email = "push@demo-project-a.iam.example.test"
        let seconds = now.secondsSinceEpoch
        #expect(
            try await opinion(of: asked.assertion, audience: audience) == """
                [{"alg":"RS256","kid":"0000000000000000000000000000000000000001","typ":"JWT"},{"aud":"\(audience)",\
                "exp":\(seconds + 3600),"iat":\(seconds),"iss":"\(email)",\
                "scope":"https://www.googleapis.com/auth/firebase.messaging"}]
                """
        )
        #expect(try await opinion(of: asked.assertion + "A", audience: audience) == nil)
    }

    @Test func `a token is asked for by a form, where the file says`() async throws {
        var account = try FCMBench.account()
        account.tokenURI = try #require(URL(string: "https://oauth2.example:8443/a%20b/token?x=1"))
        let bench = try FCMBench([.default: account])
        try await bench.deliver()
        let asked = try #require(bench.google.asked.first)
        #expect(asked.endpoint == HTTP2Endpoint(host: "oauth2.example", port: 8443))
        #expect(asked.path == "/a%20b/token?x=1")
        #expect(asked.fields["content-type"] == "application/x-www-form-urlencoded")
        #expect(asked.text.hasPrefix("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=ey"))
        #expect(asked.claim("aud") == "https://oauth2.example:8443/a%20b/token?x=1")
        #expect(asked.claim("iat") == "\(bench.clock.now.secondsSinceEpoch)")
    }

    private func failure(_ response: HTTP2Response) async throws -> (String, DeliveryReason?) {
        let bench = try FCMBench(tokens: { _ in response })
        do {
            let outcome = try await bench.deliver()
            return (outcome.kind, outcome.reason)
        } catch let error as NotSent {
            return ("not sent", error.reason)
        }
    }

    @Test(
        arguments: [
            (
                400, #"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#, "misconfigured",
                "token-refused"
            ),
            (
                400, #"{"error":"invalid_grant","error_description":"Invalid grant: account not found"}"#,
                "misconfigured",
                "token-refused"
            ),
            (401, #"{"error":"invalid_client"}"#, "misconfigured", "token-refused"),
            (401, #"{"error":"unauthorized_client"}"#, "misconfigured", "token-refused"),
            (400, #"{"error":"invalid_scope"}"#, "misconfigured", "token-refused"),
            (400, #"{"error":"something_new"}"#, "misconfigured", "token-refused"),
            (403, #"{"error":"access_denied"}"#, "misconfigured", "token-refused"),
            (404, "<html>", "misconfigured", "token-refused"), (400, "", "misconfigured", "token-refused"),
            (400, #"{"error":"temporarily_unavailable"}"#, "not sent", "token-unavailable"),
            (429, #"{"error":"rate_limit"}"#, "not sent", "token-unavailable"),
            (500, #"{"error":"internal_failure"}"#, "not sent", "token-unavailable"),
            (502, "<html>", "not sent", "token-unavailable"), (302, "", "not sent", "token-unavailable"),
            (200, "<html>", "not sent", "token-unavailable"),
            (200, #"{"id_token":"x"}"#, "not sent", "token-unavailable"),
            (200, #"{"access_token":"two words"}"#, "not sent", "token-unavailable"),
        ] as [(Int, String, String, String)]
    )
    func `what the endpoint refuses pauses, and what it has no answer to puts off`(
        status: Int,
        body: String,
        kind: String,
        code: String
    ) async throws {
        let found = try await failure(.answer(status, body))
        #expect(found.0 == kind)
        #expect(found.1?.code == code)
        #expect(found.1?.detail?.contains("127.0.0.1") == true)
    }

    @Test func `a refusal is told in the endpoint's words, without what could be secret`() async throws {
        let long = String(repeating: "eyJhbGciOi", count: 30)
        let body = #"{"error":"invalid_grant","error_description":"Invalid\nJWT \#(long) here"}"#
        #expect(
            try await failure(.answer(400, body)).1?.detail
                == "127.0.0.1 refused an access token with 400 invalid_grant: Invalid JWT … here"
        )
    }

    @Test func `a wrong clock is said to be one, and by how much`() async throws {
        let description =
            "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp "
            + "values in the JWT claim."
        let body = #"{"error":"invalid_grant","error_description":"\#(description)"}"#
        let late = try await failure(.answer(400, body, ["date": "Thu, 01 Jan 2026 02:00:00 GMT"]))
        #expect(late.0 == "misconfigured" && late.1?.code == "clock-skew")
        #expect(late.1?.detail?.hasSuffix("clock is probably wrong, by 7200 s behind the server's") == true)
        let early = try await failure(.answer(400, body, ["date": "Wed, 31 Dec 2025 23:00:00 GMT"]))
        #expect(early.1?.detail?.hasSuffix("by 3600 s ahead of the server's") == true)
        #expect(try await failure(.answer(400, body)).1?.detail?.hasSuffix("clock is probably wrong") == true)
    }

    @Test(
        arguments: [
            (#""expires_in":600"#, 600), (#""expires_in":"600""#, 600), (#""expires_in":599.5"#, 599.5),
            (#""x":1"#, 3600), (#""expires_in":0"#, 3600), (#""expires_in":-5"#, 3600),
            (#""expires_in":1e300"#, 86_400),
        ] as [(String, Double)]
    )
    func `a token lives as long as the endpoint says`(member: String, seconds: Double) throws {
        let answer = HTTP2Response.answer(200, #"{"access_token":"t",\#(member)}"#)
        let grant = try TokenAnswer(answer).grant(from: "h", now: ManualClock().now)
        #expect(grant == AccessTokens.Grant(token: Secret("t"), lifetime: .seconds(seconds)))
    }

    @Test func `a fault of the transport pauses, in its own name`() async throws {
        let bench = try FCMBench(tokens: { _ in throw HTTP2Failure(.misconfigured, .untrustedPeer, detail: "d") })
        let outcome = try await bench.deliver()
        #expect(outcome.kind == "misconfigured" && outcome.reason?.code == "untrusted-peer")
        #expect(bench.google.sent.isEmpty)
    }
}
