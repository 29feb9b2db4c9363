import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1))) struct NotificationsAPITests {
    static func request(_ to: String, _ more: String = "") -> String {
        #"{"to":\#(to),"type":"greeting","data":{"name":"Ada"}\#(more)}"#
    }

    @Test func `a notification to a user is stored, sent and shown`() async throws {
        try await TestAPI.serve { api in
            let device = try await api.register("ab12", for: "42")
            let body = Self.request(#"{"user":"42"}"#, #","collapseKey":"c","idempotencyKey":"i""#)
            let answer = try await api.call("POST", "/v1/notifications", body)
            #expect(answer.status == 202)
            let id = try #require(answer.json["id"]?.string)
            let delivery = try #require(answer.json["deliveries"]?[0]?["id"]?.string)
            let stored: JSONValue = [
                "id": .string(delivery), "channel": "apns", "device": .string(device), "state": "queued",
            ]
            #expect(answer.json["deliveries"] == [stored])
            #expect(answer.json["skipped"] == [["channel": "mail", "reason": "no-route"]])

            try await api.worker.drain()
            let record = try await api.call("GET", "/v1/notifications/\(id)")
            let sent: JSONValue = [
                "id": .string(delivery), "notification": .string(id), "user": "42", "channel": "apns",
                "device": .string(device), "state": "sent", "attempts": 1, "reason": nil, "providerID": nil,
                "due": "2026-01-01T00:00:00.000Z", "created": "2026-01-01T00:00:00.000Z",
                "settled": "2026-01-01T00:00:00.000Z",
            ]
            let expected: JSONValue = [
                "id": .string(id), "type": "greeting", "category": "transactional", "user": "42",
                "title": "Hello, Ada", "body": nil, "link": nil, "data": ["name": "Ada"], "idempotencyKey": "i",
                "collapseKey": "c", "created": "2026-01-01T00:00:00.000Z", "deliveries": [sent],
            ]
            #expect(record.json == expected)
            #expect(api.apns.messages == ["Hello, Ada"])
        }
    }

    @Test func `many users get a notification each, and each is named once`() async throws {
        try await TestAPI.serve { api in
            _ = try await api.register("ab12", for: "1")
            _ = try await api.register("ab13", for: "1")
            let body = Self.request(#"{"users":["1","2","1"]}"#)
            let answer = try await api.call("POST", "/v1/notifications", body)
            #expect(answer.status == 202)
            let items = try #require(answer.json["notifications"]?.array)
            #expect(items.map { $0["user"] } == ["1", "2"])
            #expect(items.map { $0["deliveries"] } == [2, 0])
            #expect(items[1]["skipped"]?.array?.count == 2)
        }
    }

    @Test func `ten thousand users are one call, one more is refused`() async throws {
        try await TestAPI.serve { api in
            func users(_ count: Int) -> String {
                Self.request(#"{"users":[\#((0..<count).map { "\"\($0)\"" }.joined(separator: ","))]}"#)
            }
            let answer = try await api.call("POST", "/v1/notifications", users(10_000))
            #expect(answer.status == 202)
            #expect(answer.json["notifications"]?.array?.count == 10_000)
            let refused = try await api.call("POST", "/v1/notifications", users(10_001))
            #expect(refused.status == 400)
            #expect(refused.field == "/to/users")
        }
    }

    @Test func `one device, an address, and an address beside a user are reached`() async throws {
        try await TestAPI.serve { api in
            let device = try await api.register("ab12", for: "42")
            _ = try await api.register("ab13", for: "42")
            let routed = #"{"route":{"channel":"apns","address":"<AB14 ab15>","environment":"sandbox","appID":"shop"}}"#
            for (to, more, count) in [
                (#"{"device":"\#(device)"}"#, "", 1), (routed, "", 1),
                (#"{"route":{"channel":"mail","address":"ada@example.com"}}"#, "", 1),
                (#"{"user":"42"}"#, #","addresses":{"mail":"bob@example.com"}"#, 3),
            ] {
                let answer = try await api.call("POST", "/v1/notifications", Self.request(to, more))
                #expect(answer.status == 202, "\(answer.text)")
                #expect(answer.json["deliveries"]?.array?.count == count)
            }
            try await api.worker.drain()
            #expect(api.apns.attempts.map(\.route.address).sorted() == ["ab12", "ab12", "ab13", "ab14ab15"])
            let direct = try #require(api.apns.attempts.first { $0.route.device == nil }?.route)
            #expect(direct.environment == .sandbox)
            #expect(direct.appID == "shop")
            #expect(Set(api.mail.attempts.map(\.route.address)) == ["ada@example.com", "bob@example.com"])
            let page = try await api.call("GET", "/v1/deliveries?channel=mail")
            #expect(!page.text.contains("example.com"))
            #expect(page.json["items"]?[0]?["address"] == "bob@exa…")
        }
    }

    @Test func `delay, at, expiresIn and priority are taken`() async throws {
        try await TestAPI.serve { api in
            _ = try await api.register("ab12", for: "42")
            for (more, due) in [
                (#","delay":"10m""#, "2026-01-01T00:10:00.000Z"), (#","delay":"0s""#, "2026-01-01T00:00:00.000Z"),
                (#","at":"2026-01-01T03:00:00+02:00""#, "2026-01-01T01:00:00.000Z"),
                (#","at":"2020-01-01T00:00:00Z""#, "2026-01-01T00:00:00.000Z"),
            ] {
                let body = Self.request(#"{"user":"42"}"#, more + #","expiresIn":"1h","priority":"bulk""#)
                let answer = try await api.call("POST", "/v1/notifications", body)
                #expect(answer.status == 202, "\(answer.text)")
                let id = try #require(answer.json["deliveries"]?[0]?["id"]?.string.flatMap { DeliveryID($0) })
                let delivery = try #require(try await api.store.delivery(id))
                #expect(delivery.due.rfc3339 == due)
                #expect(delivery.expires == delivery.due.advanced(by: .seconds(3600)))
                #expect(delivery.priority == .bulk)
            }
        }
    }

    @Test(
        arguments: [
            (#"{"type":"greeting","data":{"name":"Ada"}}"#, "/to"), (#"{"to":{"user":"1"}}"#, "/type"),
            (#"{"to":{"user":"1"},"type":"unknown"}"#, "/type"), (#"{"to":{"user":"1"},"type":""}"#, "/type"),
            (request("{}"), "/to"), (request(#"{"user":"1","device":"2"}"#), "/to"), (request("\"1\""), "/to"),
            (request(#"{"usr":"1"}"#), "/to/usr"), (request(#"{"user":""}"#), "/to/user"),
            (request(#"{"users":[]}"#), "/to/users"), (request(#"{"users":["1",2]}"#), "/to/users/1"),
            (request(#"{"route":{"channel":"sms","address":"1"}}"#), "/to/route/channel"),
            (request(#"{"route":{"channel":"apns","address":"xyz"}}"#), "/to/route/address"),
            (request(#"{"route":{"channel":"mail","address":"a@b\r\nc"}}"#), "/to/route/address"),
            (request(#"{"route":{"channel":"mail"}}"#), "/to/route/address"),
            (request(#"{"route":{"channel":"apns","address":"ab12","environment":"x"}}"#), "/to/route/environment"),
            (request(#"{"user":"1"}"#, #","addresses":{"sms":"1"}"#), "/addresses/sms"),
            (request(#"{"user":"1"}"#, #","addresses":{"mail":""}"#), "/addresses/mail"),
            (request(#"{"users":["1"]}"#, #","addresses":{"mail":"a@b"}"#), "/addresses"),
            (request(#"{"user":"1"}"#, #","delay":"10""#), "/delay"),
            (request(#"{"user":"1"}"#, #","delay":600"#), "/delay"),
            (request(#"{"user":"1"}"#, #","delay":"-1s""#), "/delay"),
            (request(#"{"user":"1"}"#, #","delay":"3651d""#), "/delay"),
            (request(#"{"user":"1"}"#, #","at":"tomorrow""#), "/at"),
            (request(#"{"user":"1"}"#, #","at":"2026-01-01T00:00:00Z","delay":"1s""#), "/at"),
            (request(#"{"user":"1"}"#, #","expiresIn":"x""#), "/expiresIn"),
            (request(#"{"user":"1"}"#, #","priority":"urgent""#), "/priority"),
            (request(#"{"user":"1"}"#, #","idempotencyKey":"""#), "/idempotencyKey"),
            (request(#"{"user":"1"}"#, #","collapseKey":null"#), "/collapseKey"),
            (request(#"{"user":"1"}"#, #","sound":"x""#), "/sound"),
            (#"{"to":{"user":"1"},"type":"greeting"}"#, "/data/name"),
            (#"{"to":{"user":"1"},"type":"greeting","data":{"name":1}}"#, "/data/name"),
            (#"{"to":{"user":"1"},"type":"greeting","data":[1]}"#, "/data"),
            (#"{"to":{"user":"1"},"type":"faulty"}"#, "/data/order/a~1b"),
            (#"{"to":{"route":{"channel":"mail","address":"a@b"}},"type":"refused"}"#, "/data/text"),
        ]
    ) func `a bad field is named, and nothing is stored`(body: String, field: String) async throws {
        try await TestAPI.serve { api in
            _ = try await api.register("ab12", for: "1")
            let answer = try await api.call("POST", "/v1/notifications", body)
            #expect(answer.status == 400, "\(answer.text)")
            #expect(answer.field == field, "\(answer.text)")
            #expect(try await api.deliveryCount() == 0)
        }
    }

    @Test(arguments: ["1", "019b0000-0000-7000-8000-000000000000"])
    func `a device that is not there is not found`(id: String) async throws {
        try await TestAPI.serve { api in
            let answer = try await api.call("POST", "/v1/notifications", Self.request(#"{"device":"\#(id)"}"#))
            #expect(answer.status == 404)
            #expect(answer.field == "/to/device")
        }
    }
}
