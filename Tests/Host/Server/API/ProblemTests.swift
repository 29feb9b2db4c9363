import FanfareCore
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1))) struct ProblemTests {
    private struct Inner: Error { let secret = "s3cret" }

    @Test func `unknown paths and wrong methods are told apart`() async throws {
        try await TestAPI.serve { api in
            for path in ["/", "/v1", "/v1/device", "/v1/devices/", "/v1/users//devices", "/v2/devices"] {
                let answer = try await api.call("GET", path, as: nil)
                #expect(answer.status == 404, "\(path)")
                #expect(answer.headers.header("Content-Type") == "application/problem+json")
            }
            let answer = try await api.call("PATCH", "/v1/deliveries", as: nil)
            #expect(answer.status == 405)
            #expect(answer.headers.header("Allow") == "GET, HEAD")
            #expect(try await api.call("GET", "/v1/devices/batch").headers.header("Allow") == "DELETE, POST")
        }
    }

    @Test(arguments: [
        ("DELETE", "/v1/devices/"), ("GET", "/v1/notifications/"), ("POST", "/v1/notifications/%s/cancel"),
        ("GET", "/v1/deliveries/"), ("POST", "/v1/deliveries/%s/retry"),
    ]) func `ids that name nothing are not found`(method: String, path: String) async throws {
        try await TestAPI.serve { api in
            for id in ["1", "x%00", "%C3%A9", "019b0000-0000-7000-8000-000000000000"] {
                let target = path.contains("%s") ? path.replacing("%s", with: id) : path + id
                let answer = try await api.call(method, target)
                #expect(answer.status == 404)
            }
        }
    }

    @Test(arguments: [
        ("", 1, 1), ("{", 1, 2), ("{\n \"platform\": apns}", 2, 14), ("{\"a\":1}}", 1, 8), ("\u{FEFF}{}", 1, 1),
        ("{'a':1}", 1, 2), ("{\"a\":01}", 1, 6),
    ]) func `a body that is not JSON is told its place`(body: String, line: Int, column: Int) async throws {
        try await TestAPI.serve { api in
            let answer = try await api.call("PUT", "/v1/devices", body)
            #expect(answer.status == 400)
            #expect(answer.type == "/problems/malformed-json")
            #expect(answer.json["line"] == .number(JSONNumber(line)), "\(answer.text)")
            #expect(answer.json["column"]?.number?.int == column, "\(answer.text)")
        }
    }

    @Test(arguments: [
        "application/json", "Application/JSON; charset=utf-8", "application/x-www-form-urlencoded", "text/plain",
    ]) func `a body is read as JSON whatever it says it is`(type: String) async throws {
        try await TestAPI.serve { api in
            let body = #"{"platform":"apns","token":"ab12"}"#
            let answer = try await api.call("PUT", "/v1/devices", body, headers: ["Content-Type: \(type)"])
            #expect(answer.status == 200)
        }
    }

    @Test func `a body over the limit is refused as a problem`() async throws {
        try await TestAPI.serve { api in
            let body = #"{"token":"\#(String(repeating: "a", count: 1 << 20))"}"#
            let answer = try await api.call("PUT", "/v1/devices", body)
            #expect(answer.status == 413)
            #expect(answer.type == "/problems/body-too-large")
        }
    }

    @Test func `a store that is away is 503 with Retry-After on every call that needs it`() async throws {
        let store = FailingStore(error: StoreUnavailable("host db1 is down"))
        try await TestAPI.serve({ _ in store }) { api in
            let id = "019b0000-0000-7000-8000-000000000000"
            for (method, target, body) in [
                ("PUT", "/v1/devices", #"{"platform":"apns","token":"ab12"}"#),
                ("POST", "/v1/devices/batch", #"{"devices":[{"platform":"apns","token":"ab12"}]}"#),
                ("DELETE", "/v1/devices/\(id)", nil), ("GET", "/v1/users/42/devices", nil),
                ("POST", "/v1/notifications", #"{"to":{"user":"42"},"type":"greeting","data":{"name":"Ada"}}"#),
                ("GET", "/v1/notifications/\(id)", nil), ("POST", "/v1/notifications/\(id)/cancel", nil),
                ("GET", "/v1/deliveries", nil), ("GET", "/v1/deliveries/\(id)", nil),
                ("POST", "/v1/deliveries/\(id)/retry", nil), ("GET", "/readyz", nil),
            ] {
                let answer = try await api.call(method, target, body)
                #expect(answer.status == 503, "\(method) \(target)")
                #expect(answer.headers.header("Retry-After") == "5")
                #expect(!answer.text.contains("db1"))
            }
            #expect(try await api.call("GET", "/readyz").json["paused"]?.array?.count == 2)
            #expect(try await api.call("GET", "/healthz").status == 200)
            #expect(api.failures.withLock { $0.first } == "/v1/devices: host db1 is down")
        }
    }

    @Test func `an unknown error is told to the operator and not to the caller`() async throws {
        try await TestAPI.serve({ _ in FailingStore(error: Inner()) }) { api in
            let answer = try await api.call("GET", "/v1/deliveries")
            #expect(answer.status == 500)
            #expect(!answer.text.contains("s3cret"))
            #expect(api.failures.withLock { $0.count } == 1)
        }
    }

    @Test func `the server's own answers are problems`() async throws {
        try await TestAPI.serve { api in
            for rejection in [HTTPRejection.bodyTooLarge(limit: 5), .badRequest(reason: "x"), .shuttingDown] {
                let answer = api.api.rejection(rejection)
                #expect(answer.status == rejection.status)
                #expect(answer.headers["Content-Type"] == "application/problem+json")
            }
            let broken = try await api.call("GET", "/%zz")
            #expect(broken.type == "/problems/malformed-request")
        }
    }

    @Test func `the open calls answer`() async throws {
        try await TestAPI.serve { api in
            #expect(try await api.call("GET", "/healthz?probe=1", as: nil).json == ["status": "alive"])
            let paused: JSONValue = [
                ["channel": "apns", "credential": "shop"], ["channel": "mail", "credential": "default"],
            ]
            #expect(try await api.call("GET", "/readyz", as: nil).json == ["status": "ready", "paused": paused])
            let metrics = try await api.call("GET", "/metrics", as: nil)
            #expect(metrics.headers.header("Content-Type")?.hasPrefix("text/plain; version=0.0.4") == true)
            #expect(metrics.text == "fanfare_up 1\n")
            #expect(try await api.call("GET", "/openapi.json", as: nil).json == OpenAPIDocument.json)
            #expect(try await api.call("HEAD", "/healthz", as: nil).status == 200)
        }
    }
}
