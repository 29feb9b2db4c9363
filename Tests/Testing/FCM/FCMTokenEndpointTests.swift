import FanfareCore
import FanfareTesting
import Foundation
import Testing

/// The token endpoint, with assertions made by PyJWT.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct FCMTokenEndpointTests {
    private func ask(_ requests: [FCMWire.Request], _ server: FCMServer) async throws -> [JSONValue] {
        let plan = FCMWire.Plan(requests: requests, oneByOne: true)
        let events = try await WireClient.run(plan, port: server.tokenPort, certificate: server.certificateFile)
        return try events.filter { $0.kind == "answer" }.map { event in
            var answer = try JSONParser().parse(event.body ?? "").object ?? [:]
            answer["status"] = .number(JSONNumber(event.status ?? 0))
            return .object(answer)
        }
    }

    @Test func `a service account gets an access token that messages are taken for`() async throws {
        let server = try await FCMServer.start()
        let assertion = try await FCMWire.assertions(server.serviceAccountFile, [[:]])[0]
        let answer = try await ask([FCMWire.tokenRequest(assertion)], server)[0]
        #expect(answer["status"] == 200)
        #expect(answer["expires_in"] == 3599)
        #expect(answer["token_type"] == "Bearer")
        let token = try #require(answer["access_token"]?.string)
        let events = try await WireClient.run(
            FCMWire.Plan(requests: [FCMWire.message(token: token), FCMWire.message(token: token + "x")]),
            port: server.port,
            certificate: server.certificateFile
        )
        #expect(events.filter { $0.kind == "answer" }.map(\.status) == [200, 401])
        let request = try #require(server.tokenRequests.first)
        #expect(request.fault == nil)
        #expect(request.assertion?.issuer == "fanfare-tests@fanfare-test.iam.gserviceaccount.com")
        #expect(request.assertion?.audience == server.tokenURI)
        #expect(server.tokenRequestCount == 1)
        await server.stop()
    }

    private static let rules: [(changes: String, error: String, part: String)] = [
        (#"{"key":true}"#, "invalid_grant", "signature"),
        (#"{"algorithm":"HS256"}"#, "invalid_grant", "'alg' is not RS256"),
        (#"{"algorithm":"RS512"}"#, "invalid_grant", "'alg' is not RS256"),
        (#"{"header":{"typ":"at+jwt"}}"#, "invalid_grant", "'typ' is not JWT"),
        (#"{"header":{"kid":"other"}}"#, "invalid_grant", "'kid'"),
        (#"{"iss":"someone@example.com"}"#, "invalid_grant", "'iss' is no service account"),
        (#"{"iss":null}"#, "invalid_grant", "'iss' is no text"),
        (#"{"aud":"https://oauth2.googleapis.com/token"}"#, "invalid_grant", "'aud' is"),
        (#"{"aud":null}"#, "invalid_grant", "'aud' is no text"),
        (#"{"scope":"https://www.googleapis.com/auth/cloud-platform"}"#, "invalid_scope", "'scope'"),
        (#"{"scope":null}"#, "invalid_grant", "'scope' is no text"),
        (#"{"now":-3700}"#, "invalid_grant", "has expired"),
        (#"{"now":120}"#, "invalid_grant", "in the future"),
        (#"{"exp":99999999999}"#, "invalid_grant", "not for 1 to 3600"),
        (#"{"exp":"soon"}"#, "invalid_grant", "'exp' is no number"),
        (#"{"iat":1.5}"#, "invalid_grant", "'iat' is no number"),
        (#"{"iat":null}"#, "invalid_grant", "'iat' is no number"),
    ]

    @Test func `assertions that Google would refuse are refused, each for its reason`() async throws {
        let server = try await FCMServer.start()
        let changes = try Self.rules.map { rule in
            try JSONSerialization.jsonObject(with: Data(rule.changes.utf8)) as? [String: Any] ?? [:]
        }
        let assertions = try await FCMWire.assertions(server.serviceAccountFile, changes)
        try #require(assertions.count == Self.rules.count)
        let answers = try await ask(assertions.map { FCMWire.tokenRequest($0) }, server)
        for (index, rule) in Self.rules.enumerated() {
            #expect(answers[index]["status"] == 400, "\(rule.changes)")
            #expect(answers[index]["error"]?.string == rule.error, "\(rule.changes)")
            let fault = server.tokenRequests[index].fault
            #expect(fault?.explanation.contains(rule.part) == true, "\(rule.changes): \(String(describing: fault))")
        }
        await server.stop()
    }

    @Test func `an assertion without a key's name, or a little early, is taken`() async throws {
        let server = try await FCMServer.start()
        let changes: [[String: Any]] = [["header": ["kid": NSNull()]], ["now": 30], ["now": -3630]]
        let assertions = try await FCMWire.assertions(server.serviceAccountFile, changes)
        let answers = try await ask(assertions.map { FCMWire.tokenRequest($0) }, server)
        #expect(answers.map { $0["status"] } == [200, 200, 200])
        await server.stop()
    }

    @Test func `the form is checked before the assertion`() async throws {
        let server = try await FCMServer.start()
        let assertion = try await FCMWire.assertions(server.serviceAccountFile, [[:]])[0]
        let sound = FCMWire.tokenRequest(assertion)
        func changed(_ change: (inout FCMWire.Request) -> Void) -> FCMWire.Request {
            var request = sound
            change(&request)
            return request
        }
        let requests: [(FCMWire.Request, String)] = [
            (FCMWire.tokenRequest(assertion, grant: "password"), "400 unsupported_grant_type"),
            (changed { $0.body = "assertion=\(assertion)" }, "400 invalid_request"),
            (changed { $0.body = "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer" }, "400 invalid_request"),
            (changed { $0.body += "&assertion=x" }, "400 invalid_request"),
            (changed { $0.body += "&scope=everything" }, "400 invalid_request"),
            (changed { $0.body = #"{"assertion":"x"}"# }, "400 invalid_request"),
            (changed { $0.body = "grant_type=%zz&assertion=x" }, "400 invalid_request"),
            (changed { $0.fields["content-type"] = "application/json" }, "400 invalid_request"),
            (changed { $0.method = "PUT" }, "405 invalid_request"),
            (changed { $0.path = "/oauth2/v4/token" }, "404 not_found"),
            (FCMWire.tokenRequest("a.b"), "400 invalid_grant"),
            (sound, "200 "),
        ]
        let answers = try await ask(requests.map(\.0), server)
        for (answer, expected) in zip(answers, requests.map(\.1)) {
            #expect("\(answer["status"]?.compactText ?? "") \(answer["error"]?.string ?? "")" == expected)
        }
        await server.stop()
    }

    @Test func `scripts make the endpoint fail, and give out access tokens of their own`() async throws {
        let script = FCMTokenScript()
            .on(request: 1, .answer(.invalidGrant))
            .on(request: 2, .answer(.internalFailure))
            .on(request: 3, .answer(.unavailable.retrying(after: .seconds(7))))
            .on(request: 4, .answer(.accessToken("short", expiresIn: .seconds(5))))
            .on(request: 5, .ignore())
        let clock = ManualClock()
        var options = FCMServerOptions()
        options.clock = clock
        let server = try await FCMServer.start(options, tokenScript: script)
        let plan = FCMWire.Plan(
            requests: Array(repeating: FCMWire.tokenRequest("a.b.c"), count: 5),
            until: Array(repeating: "answer", count: 4),
            answers: false
        )
        let events = try await WireClient.run(plan, port: server.tokenPort, certificate: server.certificateFile)
        let answers = events.filter { $0.kind == "answer" }
        try #require(answers.map(\.status) == [400, 500, 503, 200])
        #expect(answers[2].fields?["retry-after"] == "7")
        _ = try await server.tokenRequests(count: 5)

        let message = FCMWire.Plan(requests: [FCMWire.message(token: "short")])
        let first = try await WireClient.run(message, port: server.port, certificate: server.certificateFile)
        #expect(first.last?.status == 200)
        clock.advance(by: .seconds(5))
        let second = try await WireClient.run(message, port: server.port, certificate: server.certificateFile)
        #expect(second.last?.status == 401)
        #expect(server.requests.last?.fault?.explanation == "the access token expired 0 s ago")
        await server.stop()
    }

    @Test func `each project has a service account of its own`() async throws {
        let server = try await FCMServer.start()
        let file = FileManager.default.temporaryDirectory.appending(path: "fanfare-\(UUID()).json")
        try server.serviceAccount(project: "shop-1").write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let assertion = try await FCMWire.assertions(file.path, [[:]])[0]
        let token = try #require(try await ask([FCMWire.tokenRequest(assertion)], server)[0]["access_token"]?.string)
        let plan = FCMWire.Plan(
            requests: [FCMWire.message(token: token, project: "shop-1"), FCMWire.message(token: token)],
            oneByOne: true
        )
        let events = try await WireClient.run(plan, port: server.port, certificate: server.certificateFile)
        #expect(events.filter { $0.kind == "answer" }.map(\.status) == [200, 403])
        #expect(server.requests.last?.fault?.answer == .permissionDenied)
        await server.stop()
    }
}
