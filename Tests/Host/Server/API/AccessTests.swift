import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1))) struct AccessTests {
    @Test func `every call but the open ones needs a credential`() async throws {
        try await TestAPI.serve { api in
            for call in OpenAPITests.calls {
                let parts = call.split(separator: " ").map(String.init)
                let isOpen = !parts[1].hasPrefix("/v1/")
                let target = parts[1].replacing("{id}", with: "1").replacing("{user}", with: "42")
                for credential in [nil, "wrong-key-of-24-letters!", TestAPI.key + "x", "", UserTokens.forged] {
                    let answer = try await api.call(parts[0], target, as: credential)
                    #expect(answer.status == (isOpen ? 200 : 401), "\(call)")
                    if !isOpen { #expect(answer.headers.header("WWW-Authenticate") == "Bearer") }
                }
            }
        }
    }

    @Test(arguments: [
        ("Bearer \(TestAPI.key)", 200), ("bearer \(TestAPI.key)", 200), ("BEARER  \(TestAPI.key)", 200),
        ("Bearer another-key-of-some-length", 200), ("Basic \(TestAPI.key)", 401), (TestAPI.key, 401),
        ("Bearer", 401), ("Bearer \(TestAPI.key)\r\nAuthorization: Bearer \(TestAPI.key)", 401),
        ("Bearer \(UserTokens.ada)", 200), ("bearer \(UserTokens.ada)", 200), ("Bearer \(UserTokens.expired)", 401),
        ("Bearer \(UserTokens.endless)", 401), ("Bearer \(UserTokens.bob)", 403),
    ]) func `the header is read as RFC 6750 says`(value: String, status: Int) async throws {
        try await TestAPI.serve { api in
            let headers = ["Authorization: \(value)"]
            let answer = try await api.call("GET", "/v1/users/42/devices", as: nil, headers: headers)
            #expect(answer.status == status, "\(answer.text)")
            #expect(!answer.text.contains(TestAPI.key))
        }
    }

    @Test func `user tokens are refused where none are configured`() async throws {
        try await TestAPI.serve(userTokens: false) { api in
            let answer = try await api.call("GET", "/v1/users/42/devices", as: UserTokens.ada)
            #expect(answer.status == 401)
        }
    }

    @Test func `a user token ends with the clock`() async throws {
        try await TestAPI.serve { api in
            func status() async throws -> Int {
                try await api.call("GET", "/v1/users/42/devices", as: UserTokens.ada).status
            }
            api.clock.advance(by: .seconds(3_659))
            let last = try await status()
            #expect(last == 200)
            api.clock.advance(by: .seconds(1))
            #expect(try await status() == 401)
        }
    }

    @Test func `a user registers, lists and deletes the user's own devices`() async throws {
        try await TestAPI.serve { api in
            func put(_ more: String, as credential: String) async throws -> TestAPI.Answer {
                try await api.call("PUT", "/v1/devices", #"{"platform":"apns","token":"ab12"\#(more)}"#, as: credential)
            }
            let id = try #require(try await put("", as: UserTokens.ada).json["id"]?.string)
            #expect(try await put(#","user":"42""#, as: UserTokens.ada).json["changed"] == false)
            let list = try await api.call("GET", "/v1/users/42/devices", as: UserTokens.ada)
            #expect(list.json["items"]?.array?.count == 1)

            let other = try await put(#","user":"43""#, as: UserTokens.ada)
            #expect(other.status == 403)
            #expect(other.field == "/user")
            #expect(try await api.store.devices(of: ["42"]).count == 1)
            let batch = #"{"devices":[{"platform":"fcm","token":"t","user":"43"},{"platform":"fcm","token":"u"}]}"#
            let items = try await api.call("POST", "/v1/devices/batch", batch, as: UserTokens.ada).json["items"]
            #expect(items?[0]?["error"]?["status"] == 403)
            #expect(items?[1]?["changed"] == true)

            #expect(try await api.call("DELETE", "/v1/devices/\(id)", as: UserTokens.bob).status == 404)
            #expect(try await api.store.devices(of: ["42"]).count == 2)
            #expect(try await put(#","user":null"#, as: UserTokens.ada).json["changed"] == true)
            #expect(try await api.call("DELETE", "/v1/devices/\(id)", as: UserTokens.ada).status == 404)
            _ = try await put("", as: UserTokens.ada)
            #expect(try await api.call("DELETE", "/v1/devices/\(id)", as: UserTokens.ada).status == 204)
        }
    }

    @Test func `a user token may do nothing else`() async throws {
        try await TestAPI.serve { api in
            let calls = OpenAPITests.calls.filter { $0.contains("notifications") || $0.contains("deliveries") }
            #expect(calls.count == 6)
            for call in calls {
                let parts = call.split(separator: " ").map(String.init)
                let target = parts[1].replacing("{id}", with: "1")
                let answer = try await api.call(parts[0], target, "{", as: UserTokens.ada)
                #expect(answer.status == 403, "\(call)")
            }
        }
    }
}
