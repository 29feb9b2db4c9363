import FanfareCore
import FanfareTesting
import Foundation
import Testing

/// The server as Python's `h2` sees it.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct APNsServerWireTests {
    private typealias Plan = WireClient.Plan
    private typealias Request = WireClient.Request

    /// A server that judges nothing, for tests of the wire alone.
    private func start(
        _ script: APNsScript,
        allowing streams: UInt32 = 1000,
        isSecure: Bool = true
    ) async throws -> APNsServer {
        var options = APNsServerOptions()
        options.isSecure = isSecure
        options.validates = false
        options.streams = streams
        return try await APNsServer.start(options, script: script)
    }

    @Test
    func `a sound request is accepted and recorded as it was sent`() async throws {
        let server = try await APNsServer.start()
        var request = Request(authorization: "new")
        request.fields["apns-id"] = "123e4567-e89b-12d3-a456-426614174000"
        request.fields["apns-expiration"] = "0"
        request.fields["apns-priority"] = "10"
        request.fields["apns-collapse-id"] = "score"
        let events = try await WireClient.run(Plan(requests: [request]), against: server)
        let answer = try #require(events.first { $0.kind == "answer" })
        #expect(answer.status == 200)
        #expect(answer.body == "")
        #expect(answer.fields?["apns-id"] == "123e4567-e89b-12d3-a456-426614174000")
        #expect(answer.fields?["apns-unique-id"]?.count == 36)
        let received = try #require(try await server.requests(count: 1).first)
        #expect(received.fault == nil)
        #expect(received.deviceToken == "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0")
        #expect(received.topic == "com.example.app")
        #expect(received.pushType == "alert")
        #expect(received.priority == 10)
        #expect(received.collapseID == "score")
        #expect(received.expiration == Timestamp(millisecondsSinceEpoch: 0))
        #expect(received.json == ["aps": ["alert": "hello"]])
        #expect(received.providerToken?.teamID == "DEF123GHIJ")
        #expect(received.providerToken?.keyID == "ABC123DEFG")
        #expect(
            received.fields.prefix(5).map(\.name) == [":method", ":scheme", ":path", ":authority", "authorization"]
        )
        #expect(received.order == 1 && received.connection == 1 && received.orderOnConnection == 1)
        await server.stop()
    }

    @Test
    func `every documented refusal reaches the client`() async throws {
        let refusals = APNsAnswer.documentedRefusals(since: Timestamp(millisecondsSinceEpoch: 1_700_000_000_123))
        #expect(refusals.count == 32)
        let server = try await start(APNsScript().on { [.answer(refusals[$0.order - 1])] })
        let plan = Plan(requests: refusals.map { _ in Request() }, oneByOne: true)
        let answers = try await WireClient.run(plan, against: server).filter { $0.kind == "answer" }
        #expect(answers.map(\.status) == refusals.map(\.status))
        for (answer, refusal) in zip(answers, refusals) {
            let timestamp = refusal.status == 410 ? #","timestamp":1700000000123"# : ""
            #expect(answer.body == "{\"reason\":\"\(try #require(refusal.reason))\"\(timestamp)}")
            #expect(answer.fields?["apns-id"]?.count == 36)
        }
        await server.stop()
    }

    @Test
    func `answers follow the device token, the order and the rules, and may have any status and body`() async throws {
        let script = APNsScript()
            .on(deviceToken: "ab", .answer(.badDeviceToken))
            .on(request: 2, .answer(APNsAnswer(status: 502, body: Array("<html>".utf8))))
            .on { $0.json?["aps"]?["badge"] == nil ? nil : [.answer(.tooManyRequests.retrying(after: .seconds(7)))] }
        let server = try await start(script)
        let plan = Plan(
            requests: [
                Request(path: "/3/device/ab"), Request(), Request(body: #"{"aps":{"badge":0}}"#), Request(),
            ],
            oneByOne: true
        )
        let events = try await WireClient.run(plan, against: server)
        let answers = events.filter { $0.kind == "answer" }
        #expect(answers.map(\.status) == [400, 502, 429, 200])
        #expect(
            answers.map(\.body) == [#"{"reason":"BadDeviceToken"}"#, "<html>", #"{"reason":"TooManyRequests"}"#, ""]
        )
        #expect(answers.map { $0.fields?["retry-after"] } == [nil, nil, "7", nil])
        await server.stop()
    }

    @Test
    func `the faults of requests are found and answered`() async throws {
        let server = try await APNsServer.start()
        var background = Request(authorization: "new")
        background.fields["apns-push-type"] = "background"
        let plan = Plan(
            requests: [Request(authorization: "new", age: 3700), background, Request(authorization: "new", body: "")],
            oneByOne: true
        )
        let events = try await WireClient.run(plan, against: server)
        let answers = events.filter { $0.kind == "answer" }
        #expect(answers.map(\.status) == [403, 400, 400])
        let reasons = ["ExpiredProviderToken", "InvalidPushType", "PayloadEmpty"]
        #expect(answers.map(\.body) == reasons.map { "{\"reason\":\"\($0)\"}" })
        #expect(server.requests.map { $0.fault?.answer.reason } == reasons)
        await server.stop()
    }

    @Test
    func `a connection may have one stream until a request was accepted`() async throws {
        var options = APNsServerOptions()
        options.validates = false
        options.warmsUp = true
        options.streams = 500
        let server = try await APNsServer.start(options, script: APNsScript().on(request: 1, .answer(.badTopic)))
        let plan = Plan(requests: [Request(), Request(), Request()], oneByOne: true, until: ["settings", "settings"])
        let events = try await WireClient.run(plan, against: server)
        let kinds = events.filter { $0.kind != "reset" }.map { $0.streams ?? $0.status ?? 0 }
        #expect(kinds == [1, 400, 200, 500, 200])
        await server.stop()
    }

    @Test
    func `streams beyond the limit are refused when the client cannot know of it`() async throws {
        // Nobody is answered, or the first stream might be free again.
        let server = try await start(APNsScript().always(), allowing: 1)
        let plan = Plan(
            requests: [Request(), Request(), Request()],
            eager: true,
            until: ["reset", "reset"],
            answers: false
        )
        let events = try await WireClient.run(plan, against: server)
        #expect(events.filter { $0.kind == "reset" }.map(\.code) == [7, 7])
        #expect(server.requestCount == 1)
        await server.stop()
    }

    @Test
    func `the limit of streams can go down to one and up again`() async throws {
        let script = APNsScript().on(connection: 1, .serveNext(1), .allowStreams(1), .serveNext(1), .allowStreams(300))
        let server = try await start(script)
        let plan = Plan(
            requests: [Request(), Request()],
            oneByOne: true,
            until: ["settings", "settings", "settings"]
        )
        let events = try await WireClient.run(plan, against: server)
        #expect(events.compactMap(\.streams) == [1000, 1, 300])
        await server.stop()
    }

    @Test(arguments: [
        (APNsGoAway.Last.request(2), 3), (.none, 0), (.received, 5), (.stream(1), 1), (.notice, 0x7FFF_FFFF),
    ])
    func `GOAWAY names any last stream`(last: APNsGoAway.Last, number: Int) async throws {
        let goAway = APNsGoAway(last: last, error: .enhanceYourCalm, reason: "Shutdown")
        let script = APNsScript().on(connection: 1, .expect(3), .goAway(goAway), .close)
        let server = try await start(script)
        let plan = Plan(requests: [Request(), Request(), Request()], until: ["goaway", "closed"], answers: false)
        let events = try await WireClient.run(plan, against: server)
        let seen = try #require(events.first { $0.kind == "goaway" })
        #expect(seen.last == number)
        // A notice is the library's own frame, which says nothing else.
        #expect(seen.code == (last == .notice ? 0 : 11))
        #expect(seen.body == (last == .notice ? "" : #"{"reason":"Shutdown"}"#))
        #expect(events.last?.kind == "closed")
        await server.stop()
    }

    @Test
    func `after GOAWAY the streams up to the last one are still answered`() async throws {
        let script = APNsScript()
            .on(
                connection: 1,
                .expect(3),
                .goAway(APNsGoAway(last: .request(2))),
                .answer(.accepted, to: [1, 2, 3]),
                .close
            )
        let server = try await start(script)
        let plan = Plan(requests: [Request(), Request(), Request()], until: ["closed"], answers: false)
        let events = try await WireClient.run(plan, against: server)
        #expect(events.filter { $0.kind == "answer" }.compactMap(\.request) == [0, 1])
        await server.stop()
    }

    @Test
    func `one stream is reset, and the others go on`() async throws {
        let server = try await start(APNsScript().on(request: 2, .reset(.refusedStream)))
        let plan = Plan(requests: [Request(), Request(), Request()])
        let events = try await WireClient.run(plan, against: server)
        let reset = events.filter { $0.kind == "reset" }
        #expect(reset.compactMap(\.request) == [1])
        #expect(reset.compactMap(\.code) == [7])
        #expect(events.filter { $0.kind == "answer" }.compactMap(\.request) == [0, 2])
        await server.stop()
    }

    @Test
    func `a request without an answer holds nobody up, and can be answered later`() async throws {
        let server = try await start(APNsScript().on(request: 1, .ignore()))
        async let events = WireClient.run(Plan(requests: [Request(), Request()]), against: server)
        let requests = try await server.requests(count: 2)
        server.perform(.answer(.serviceUnavailable), for: requests[0])
        let answers = try await events.filter { $0.kind == "answer" }
        #expect(answers.map(\.request) == [1, 0])
        #expect(answers.map(\.status) == [200, 503])
        await server.stop()
    }

    @Test
    func `a late answer holds nobody up`() async throws {
        let script = APNsScript().on(request: 1, .wait(.milliseconds(100)), .serve)
        let server = try await start(script)
        let events = try await WireClient.run(Plan(requests: [Request(), Request()]), against: server)
        #expect(events.filter { $0.kind == "answer" }.map(\.request) == [1, 0])
        await server.stop()
    }

    @Test
    func `a connection is dropped before a request was read`() async throws {
        let script = APNsScript().on(connection: 1, .serveNext(1), .dropAtNextRequest)
        // Python's TLS does not tell a reset from an end.
        let server = try await start(script, isSecure: false)
        let plan = Plan(requests: [Request(), Request()], oneByOne: true)
        let events = try await WireClient.run(plan, against: server)
        #expect(events.last?.kind == "dropped")
        #expect(events.filter { $0.kind == "answer" }.count == 1)
        #expect(server.requestCount == 1)
        try await server.waitForNoConnection()
        await server.stop()
    }

    @Test
    func `a connection is dropped after a request was read`() async throws {
        let server = try await start(APNsScript().on(request: 2, .drop), isSecure: false)
        let plan = Plan(requests: [Request(), Request()], oneByOne: true)
        let events = try await WireClient.run(plan, against: server)
        #expect(events.last?.kind == "dropped")
        #expect(events.filter { $0.kind == "answer" }.count == 1)
        #expect(server.requestCount == 2)
        await server.stop()
    }

    @Test
    func `a silent connection does not even answer a PING`() async throws {
        let server = try await start(APNsScript().on(connection: 1, .serveNext(2), .fallSilent))
        var plan = Plan(requests: [Request(), Request()], oneByOne: true, pings: true, until: ["pong"], limit: 0.5)
        let silent = try await WireClient.run(plan, against: server)
        #expect(silent.map(\.kind) == ["settings", "answer", "answer", "limit"])
        plan.limit = 10
        let alive = try await WireClient.run(plan, against: server)
        #expect(alive.map(\.kind) == ["settings", "answer", "answer", "pong"])
        await server.stop()
    }

    @Test
    func `requests that a client gives up are known`() async throws {
        let server = try await start(APNsScript().on(request: 1, .ignore()))
        let plan = Plan(requests: [Request(), Request()], gives: [0])
        let events = try await WireClient.run(plan, against: server)
        #expect(events.filter { $0.kind == "answer" }.map(\.request) == [1])
        let abandoned = try #require(server.abandonedRequests.first)
        #expect(abandoned.connection == 1 && abandoned.stream == 1 && abandoned.error == .cancel)
        await server.stop()
    }

    // Case creds-08: two teams over one connection.
    @Test
    func `a connection belongs to the team of its first request`() async throws {
        let server = try await APNsServer.start()
        let plan = Plan(
            requests: [
                Request(authorization: "new"), Request(authorization: "new", team: "OTHERTEAM1"),
                Request(authorization: "new", key: "OTHERKEY12"), Request(authorization: "new", age: 60),
                Request(authorization: "new"),
            ],
            oneByOne: true
        )
        let events = try await WireClient.run(plan, against: server)
        let statuses = events.filter { $0.kind == "answer" }.map(\.status)
        #expect(statuses == [200, 403, 403, 429, 200])
        #expect(
            server.requests.map { $0.fault?.answer } == [
                nil, .invalidProviderToken, .unrelatedKeyIDInToken, .tooManyProviderTokenUpdates, nil,
            ]
        )
        await server.stop()
    }

    @Test
    func `a provider token that a script refuses may be replaced at once`() async throws {
        let server = try await APNsServer.start(script: APNsScript().on(request: 1, .answer(.expiredProviderToken)))
        let plan = Plan(
            requests: [Request(authorization: "new"), Request(authorization: "new", age: 60)],
            oneByOne: true
        )
        let events = try await WireClient.run(plan, against: server)
        #expect(events.filter { $0.kind == "answer" }.map(\.status) == [403, 200])
        await server.stop()
    }

    @Test
    func `a server that is let go takes its certificate along`() async throws {
        var server: APNsServer? = try await APNsServer.start()
        let file = try #require(server?.certificateFile)
        server = nil
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test
    func `names in upper case are no HTTP 2`() async throws {
        let server = try await APNsServer.start()
        var request = Request()
        request.fields["APNS-ID"] = "123e4567-e89b-12d3-a456-426614174000"
        let events = try await WireClient.run(Plan(requests: [request]), against: server)
        #expect(events.filter { $0.kind == "reset" }.map(\.code) == [1])
        #expect(server.requestCount == 0)
        await server.stop()
    }

    @Test
    func `without TLS the protocol is spoken right away`() async throws {
        var options = APNsServerOptions()
        options.isSecure = false
        options.validates = false
        let server = try await APNsServer.start(options)
        #expect(server.certificateFile == nil)
        let events = try await WireClient.run(Plan(requests: [Request()]), against: server)
        #expect(events.last?.status == 200)
        await server.stop()
    }

    @Test
    func `a body longer than anything is measured`() async throws {
        let server = try await APNsServer.start()
        let body = #"{"aps":{"alert":"\#(String(repeating: "x", count: 60_000))"}}"#
        let events = try await WireClient.run(
            Plan(requests: [Request(authorization: "new", body: body)]),
            against: server
        )
        #expect(events.last?.status == 413)
        #expect(server.requests.first?.bodyLength == body.utf8.count)
        await server.stop()
    }

    @Test
    func `what does not come is reported with what came`() async throws {
        let server = try await APNsServer.start()
        _ = try await WireClient.run(Plan(requests: [Request()]), against: server)
        let error = try await #require(throws: APNsServerError.self) {
            try await server.requests(count: 2, within: .milliseconds(20))
        }
        #expect(error.description.contains("for 2 requests in vain; there were 1 requests, 1 connections"))
        await server.stop()
    }
}
