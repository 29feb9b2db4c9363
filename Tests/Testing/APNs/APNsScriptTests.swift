import FanfareCore
import Foundation
import Testing

@testable import FanfareTesting

/// The scripts of the cases' files, as written.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct APNsScriptTests {
    private typealias Plan = WireClient.Plan
    private typealias Request = WireClient.Request

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    private func document(_ name: String) throws -> JSONValue {
        let bytes = try Data(contentsOf: Self.fixtures.appending(path: name + ".json"))
        return try JSONParser().parse([UInt8](bytes))
    }

    private func server(following name: String) async throws -> APNsServer {
        let document = try document(name)
        var options = APNsServerOptions()
        options.validates = false
        return try await APNsServer.start(options, script: APNsScript(document, longestPause: .milliseconds(50)))
    }

    private func run(_ plan: Plan, against server: APNsServer) async throws -> [String] {
        try await WireClient.run(plan, against: server).map { event in
            switch event.kind {
            case "answer": "\(event.request ?? -1):\(event.status ?? 0)\(event.body ?? "")"
            case "goaway": "goaway \(event.last ?? -1) \(event.body ?? "")"
            default: event.kind
            }
        }
    }

    private func requests(_ count: Int) -> [Request] { Array(repeating: Request(), count: count) }

    @Test func `apns-03 GOAWAY in the middle of a burst`() async throws {
        let server = try await server(following: "goaway_mid_burst")
        let plan = Plan(requests: requests(10), until: ["closed"], answers: false)
        let first = try await run(plan, against: server)
        #expect(
            Set(first) == ["settings", "0:200", "1:200", "2:200", "3:200", "4:200", "5:200", "goaway 11 ", "closed"]
        )
        let second = try await run(Plan(requests: requests(4)), against: server)
        #expect(second == ["settings", "0:200", "1:200", "2:200", "3:200"])
        await server.stop()
    }

    @Test func `apns-03 GOAWAY on an idle connection`() async throws {
        let server = try await server(following: "goaway_idle_then_send")
        let first = try await run(Plan(requests: requests(1), until: ["closed"]), against: server)
        #expect(Set(first) == ["settings", "0:200", "goaway 1 ", "closed"])
        #expect(try await run(Plan(requests: requests(1)), against: server) == ["settings", "0:200"])
        await server.stop()
    }

    @Test func `apns-06 a stream that is never answered`() async throws {
        let server = try await server(following: "stream_never_answered")
        let plan = Plan(requests: requests(4), until: ["limit"], answers: false, limit: 0.5)
        let events = try await run(plan, against: server)
        #expect(events == ["settings", "0:200", "2:200", "3:200", "limit"])
        await server.stop()
    }

    @Test func `apns-07 a connection that goes dead while it is idle`() async throws {
        let server = try await server(following: "blackhole_after_idle")
        // The second one comes in the pause before the silence.
        let first = Plan(requests: requests(2), oneByOne: true, limit: 0.5)
        #expect(try await run(first, against: server) == ["settings", "0:200", "limit"])
        #expect(try await run(Plan(requests: requests(1)), against: server) == ["settings", "0:200"])
        await server.stop()
    }

    @Test func `apns-09 every device token is of the other environment`() async throws {
        let server = try await server(following: "all_bad_device_token")
        let events = try await run(Plan(requests: requests(50)), against: server)
        #expect(events.count == 51)
        #expect(events.dropFirst().allSatisfy { $0.hasSuffix(#":400{"reason":"BadDeviceToken"}"#) })
        await server.stop()
    }

    @Test func `apns-16 an internal error without a body`() async throws {
        let server = try await server(following: "status_500_no_body")
        let events = try await run(Plan(requests: requests(2), oneByOne: true), against: server)
        #expect(events == ["settings", "0:500", "1:200"])
        await server.stop()
    }

    @Test func `apns-16 a shutdown, and another connection`() async throws {
        let server = try await server(following: "status_503_then_ok")
        let first = try await run(Plan(requests: requests(1), until: ["closed"]), against: server)
        let expected = [#"0:503{"reason":"Shutdown"}"#, #"goaway 1 {"reason":"Shutdown"}"#, "settings", "closed"]
        #expect(Set(first) == Set(expected))
        #expect(try await run(Plan(requests: requests(1)), against: server) == ["settings", "0:200"])
        await server.stop()
    }

    @Test func `pauses are as long as written, or as long as a test bears`() throws {
        let document = try document("blackhole_after_idle")
        let steps: [APNsStep] = [.allowStreams(1000), .expect(1), .answer(.accepted)]
        let course = try APNsScript(document).course(ofConnection: 1)
        #expect(course == steps + [.wait(.seconds(60)), .fallSilent])
        let short = try APNsScript(document, longestPause: .seconds(1)).course(ofConnection: 1)
        #expect(short == steps + [.wait(.seconds(1)), .fallSilent])
        #expect(try APNsScript(document).course(ofConnection: 3) == [])
    }

    @Test(arguments: [
        ("{}", "connections"), (#"{"connections":[1]}"#, "is no list of steps"),
        (#"{"connections":[[{"jump":1}]]}"#, "/connections/0/0: is no step that is known"),
        (#"{"connections":[[{"send":"SETTINGS"}]]}"#, "MAX_CONCURRENT_STREAMS"),
        (#"{"connections":[[{"send":"GOAWAY","error":"OOPS"}]]}"#, "without an error"),
        (#"{"connections":[[{"respond_all":{}}]]}"#, "where a whole number is due"),
        (#"{"connections":[[{"respond":{"with":{"status":200}}}]]}"#, "a list of requests is missing"),
        (#"{"connections":[[{"respond_all":{"status":7}}]]}"#, "7 is no status"),
    ])
    func `a script that cannot be followed is refused with the place`(text: String, part: String) throws {
        let document = try JSONParser().parse(text)
        let error = try #require(throws: APNsScriptError.self) { try APNsScript(document) }
        #expect(error.description.contains(part))
    }
}
