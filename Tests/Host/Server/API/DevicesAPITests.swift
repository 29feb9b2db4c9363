import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1))) struct DevicesAPITests {
    static let token = String(repeating: "ab12", count: 16)

    @Test func `a device is registered, shown and deleted`() async throws {
        try await TestAPI.serve { api in
            let full = #"""
                {"platform":"apns","token":"\#(Self.token)","appID":"shop","environment":"sandbox","deviceKey":"k",
                "user":"42","authorized":true,"locale":"tr-TR","timeZone":"Europe/Istanbul","model":"iPhone17,2",
                "osVersion":"19.1","appVersion":"1.0"}
                """#
            let first = try await api.call("PUT", "/v1/devices", full, headers: ["Content-Type: application/json"])
            #expect(first.status == 200)
            #expect(first.json["changed"] == true)
            let id = try #require(first.json["id"]?.string)

            let list = try await api.call("GET", "/v1/users/42/devices")
            #expect(list.status == 200)
            let expected: JSONValue = [
                "id": .string(id), "platform": "apns", "appID": "shop", "token": "ab12ab12…", "environment": "sandbox",
                "deviceKey": "k", "user": "42", "authorized": true, "locale": "tr-TR", "timeZone": "Europe/Istanbul",
                "model": "iPhone17,2", "osVersion": "19.1", "appVersion": "1.0",
                "registeredAt": "2026-01-01T00:00:00.000Z", "invalidatedAt": nil, "invalidReason": nil,
                "createdAt": "2026-01-01T00:00:00.000Z",
            ]
            #expect(list.json == ["items": [expected]])

            let gone = try await api.call("DELETE", "/v1/devices/\(id)")
            #expect(gone.status == 204)
            #expect(try await api.call("DELETE", "/v1/devices/\(id)").status == 404)
            #expect(try await api.call("GET", "/v1/users/42/devices").json == ["items": []])
        }
    }

    @Test func `absent fields stay, null clears, and an identical call changes the time only`() async throws {
        try await TestAPI.serve { api in
            func put(_ more: String) async throws -> JSONValue? {
                let body = #"{"platform":"apns","token":"ab12"\#(more)}"#
                return try await api.call("PUT", "/v1/devices", body).json["changed"]
            }
            #expect(try await put(#","user":"42","locale":"tr-TR","authorized":false"#) == true)
            api.clock.advance(by: .seconds(5))
            #expect(try await put("") == false)
            let device = try await api.call("GET", "/v1/users/42/devices").json["items"]?[0]
            #expect(device?["locale"] == "tr-TR")
            #expect(device?["authorized"] == false)
            #expect(device?["registeredAt"] == "2026-01-01T00:00:05.000Z")
            #expect(device?["createdAt"] == "2026-01-01T00:00:00.000Z")
            #expect(try await put(#","locale":null"#) == true)
            #expect(try await api.call("GET", "/v1/users/42/devices").json["items"]?[0]?["locale"] == .null)
            #expect(try await put(#","user":null"#) == true)
            #expect(try await api.call("GET", "/v1/users/42/devices").json == ["items": []])
        }
    }

    /// Case api-03, with the files token_string_null, token_word_null, token_empty, token_blank, token_json_null and
    /// token_number.
    @Test(arguments: [#""(null)""#, #""null""#, #""""#, #""   ""#, "null", "1234567890"], ["apns", "fcm"])
    func `what is no token is a bad request and no row`(token: String, platform: String) async throws {
        try await TestAPI.serve { api in
            let answer = try await api.call("PUT", "/v1/devices", #"{"platform":"\#(platform)","token":\#(token)}"#)
            #expect(answer.status == 400)
            #expect(answer.field == "/token")
            #expect(answer.type == "/problems/invalid-field")
            #expect(try await api.deviceCount() == 0)
        }
    }

    @Test func `apns-10: spellings of one token are one device, long ones are taken`() async throws {
        try await TestAPI.serve { api in
            let plain = String(repeating: "ab12cd34", count: 8)
            let spaced = Array(repeating: "ab12cd34", count: 8).joined(separator: " ")
            var ids: Set<String> = []
            for spelling in [plain, plain.uppercased(), "<\(spaced)>", plain + #"\n"#] {
                ids.insert(try await api.register(spelling, for: "42"))
            }
            #expect(ids.count == 1)
            #expect(try await api.deviceCount() == 1)
            for length in [108, 160] { _ = try await api.register(String(repeating: "a", count: length), for: "42") }
            #expect(try await api.deviceCount() == 3)
        }
    }

    @Test(
        arguments: [
            (#"{"platform":"apns"}"#, "/token"), (#"{"token":"ab12"}"#, "/platform"),
            (#"{"platform":"pager","token":"ab12"}"#, "/platform"), (#"{"platform":1,"token":"ab12"}"#, "/platform"),
            (#"{"platform":"apns","token":"xyz!"}"#, "/token"), ("[]", ""), ("1", ""),
            (#"{"platform":"apns","token":"ab12","colour":1}"#, "/colour"),
            (#"{"platform":"apns","token":"ab12","a/b~":1}"#, "/a~1b~0"),
            (#"{"platform":"apns","token":"ab12","environment":"test"}"#, "/environment"),
            (#"{"platform":"apns","token":"ab12","user":""}"#, "/user"),
            (#"{"platform":"apns","token":"ab12","user":42}"#, "/user"),
            (#"{"platform":"apns","token":"ab12","user":"a\u0000b"}"#, "/user"),
            (#"{"platform":"apns","token":"ab12","user":"\ud800"}"#, "/user"),
            (#"{"platform":"apns","token":"ab12","authorized":"yes"}"#, "/authorized"),
            (#"{"platform":"apns","token":"ab12","authorized":1e999}"#, "/authorized"),
            (#"{"platform":"apns","token":"ab12","locale":"t"}"#, "/locale"),
            (#"{"platform":"apns","token":"ab12","locale":"12"}"#, "/locale"),
            (#"{"platform":"apns","token":"ab12","timeZone":"Europe//Berlin"}"#, "/timeZone"),
            (#"{"platform":"apns","token":"ab12","deviceKey":"\#(String(repeating: "k", count: 256))"}"#, "/deviceKey"),
            (#"{"platform":"fcm","token":"\#(String(repeating: "t", count: 4097))"}"#, "/token"),
        ]
    ) func `a bad field is named`(body: String, field: String) async throws {
        try await TestAPI.serve { api in
            let answer = try await api.call("PUT", "/v1/devices", body)
            #expect(answer.status == 400, "\(answer.text)")
            #expect(answer.field == field, "\(answer.text)")
            #expect(try await api.deviceCount() == 0)
        }
    }

    @Test func `a bad device of a batch stops no other`() async throws {
        try await TestAPI.serve { api in
            let body = #"""
                {"devices":[{"platform":"apns","token":"aa01","user":"1"},{"platform":"apns","token":"(null)"},
                {"platform":"fcm","token":"t:1","user":"2"},{"platform":"apns","token":"aa02","x":1}]}
                """#
            let answer = try await api.call("POST", "/v1/devices/batch", body)
            #expect(answer.status == 200)
            let items = try #require(answer.json["items"]?.array)
            #expect(items.map { $0["changed"] != nil } == [true, false, true, false])
            #expect(items[1]["error"]?["field"] == "/devices/1/token")
            #expect(items[1]["error"]?["status"] == 400)
            #expect(items[3]["error"]?["field"] == "/devices/3/x")
            let second = try await api.store.devices(of: ["2"])
            #expect(second.map(\.id.description) == [items[2]["id"]?.string])
            #expect(try await api.deviceCount() == 2)
        }
    }

    @Test func `a batch has at most a thousand devices`() async throws {
        try await TestAPI.serve { api in
            func batch(_ count: Int) -> String {
                let devices = (0..<count).map { #"{"platform":"fcm","token":"t\#($0)"}"# }
                return #"{"devices":[\#(devices.joined(separator: ","))]}"#
            }
            let tooMany = try await api.call("POST", "/v1/devices/batch", batch(1001))
            #expect(tooMany.status == 400)
            #expect(tooMany.field == "/devices")
            #expect(try await api.deviceCount() == 0)
            let answer = try await api.call("POST", "/v1/devices/batch", batch(1000))
            #expect(Set(answer.json["items"]?.array?.compactMap { $0["id"]?.string } ?? []).count == 1000)
            #expect(try await api.call("POST", "/v1/devices/batch", #"{"devices":[]}"#).json == ["items": []])
        }
    }

    @Test func `a user's id in a path is decoded, and cannot hold NUL`() async throws {
        try await TestAPI.serve { api in
            _ = try await api.register("ab12", for: "a/b é")
            let list = try await api.call("GET", "/v1/users/a%2Fb%20%C3%A9/devices")
            #expect(list.json["items"]?.array?.count == 1)
            #expect(try await api.call("GET", "/v1/users/a%00/devices").status == 400)
            #expect(try await api.call("GET", "/v1/users/\(String(repeating: "a", count: 256))/devices").status == 400)
        }
    }
}
