import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareHost

@Suite(.timeLimit(.minutes(1))) struct DeliveriesAPITests {
    private static func send(_ count: Int, _ api: TestAPI) async throws -> [String] {
        var ids: [String] = []
        for _ in 0..<count {
            let body = #"{"to":{"route":{"channel":"apns","address":"ab12"}},"type":"greeting","data":{"name":"Ada"}}"#
            ids.append(try #require(try await api.call("POST", "/v1/notifications", body).json["id"]?.string))
        }
        return ids
    }

    @Test func `pages go from the newest to the oldest and then end`() async throws {
        try await TestAPI.serve { api in
            let notifications = try await Self.send(5, api)
            var seen: [String] = []
            var cursor = ""
            var pages = 0
            repeat {
                let page = try await api.call("GET", "/v1/deliveries?limit=2&state=queued&channel=&after=\(cursor)")
                seen += page.json["items"]?.array?.compactMap { $0["notification"]?.string } ?? []
                cursor = page.json["next"]?.string ?? ""
                pages += 1
            } while !cursor.isEmpty && pages < 9
            #expect(seen == notifications.reversed())
            #expect(pages == 3)
            #expect(try await api.call("GET", "/v1/deliveries?limit=5").json["next"] == .null)
            #expect(try await api.call("GET", "/v1/deliveries?state=failed").json["items"] == [])
            #expect(try await api.call("GET", "/v1/deliveries?channel=mail").json["items"] == [])
            _ = try await Self.send(46, api)
            #expect(try await api.call("GET", "/v1/deliveries").json["items"]?.array?.count == 50)
        }
    }

    @Test(arguments: [
        ("state=done", "/state"), ("limit=0", "/limit"), ("limit=501", "/limit"), ("limit=-1", "/limit"),
        ("limit=1.0", "/limit"), ("limit=%2B5", "/limit"), ("limit=99999999999999999999", "/limit"),
        ("after=abc", "/after"), ("order=asc", "/order"), ("limit=1&limit=2", "/limit"), ("channel=a%00", "/channel"),
    ]) func `a bad parameter is named`(query: String, field: String) async throws {
        try await TestAPI.serve { api in
            let answer = try await api.call("GET", "/v1/deliveries?\(query)")
            #expect(answer.status == 400)
            #expect(answer.field == field)
        }
    }

    @Test func `what has not been sent is cancelled, and a cancelled delivery gets another go`() async throws {
        try await TestAPI.serve { api in
            let id = try await Self.send(1, api)[0]
            let cancelled = try await api.call("POST", "/v1/notifications/\(id)/cancel")
            #expect(cancelled.status == 200)
            #expect(cancelled.json == ["cancelled": 1, "tooLate": 0])
            let again = try await api.call("POST", "/v1/notifications/\(id)/cancel")
            #expect(again.json == ["cancelled": 0, "tooLate": 1])

            let page = try await api.call("GET", "/v1/deliveries?state=cancelled")
            let delivery = try #require(page.json["items"]?[0]?["id"]?.string)
            let retried = try await api.call("POST", "/v1/deliveries/\(delivery)/retry")
            #expect(retried.status == 202)
            #expect(retried.json["state"] == "queued")
            let refused = try await api.call("POST", "/v1/deliveries/\(delivery)/retry")
            #expect(refused.status == 409)
            #expect(refused.type == "/problems/not-retryable")
            try await api.worker.drain()
            #expect(try await api.call("GET", "/v1/deliveries/\(delivery)").json["state"] == "sent")
            #expect(try await api.call("POST", "/v1/deliveries/\(delivery)/retry").status == 409)
        }
    }
}
