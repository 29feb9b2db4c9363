import FanfareCore
import FanfareTesting
import Foundation
import Testing

/// The server as Python's `h2` sees it. How it plays scripts is tested with APNs, whose server has the same engine.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct FCMServerWireTests {
    private func start(_ script: FCMScript = FCMScript(), isSecure: Bool = true) async throws -> FCMServer {
        var options = FCMServerOptions()
        options.isSecure = isSecure
        options.validates = false
        return try await FCMServer.start(options, script: script)
    }

    private func run(
        _ count: Int,
        against server: FCMServer,
        _ change: (inout FCMWire.Plan) -> Void = { _ in }
    ) async throws -> [WireClient.Event] {
        var plan = FCMWire.Plan(
            requests: (0..<count).map { index in
                FCMWire.message(token: "t", body: #"{"message":{"token":"device\#(index)"}}"#)
            }
        )
        change(&plan)
        return try await WireClient.run(plan, port: server.port, certificate: server.certificateFile)
    }

    @Test func `a sound message is accepted and recorded as it was sent`() async throws {
        let server = try await FCMServer.start()
        let token = server.accessToken(project: "shop", until: SystemClock().now.advanced(by: .seconds(60)))
        let plan = FCMWire.Plan(requests: [FCMWire.message(token: token, project: "shop")])
        let events = try await WireClient.run(plan, port: server.port, certificate: server.certificateFile)
        let answer = try #require(events.first { $0.kind == "answer" })
        #expect(answer.status == 200)
        let name = try #require(try JSONParser().parse(answer.body ?? "")["name"]?.string)
        #expect(name.hasPrefix("projects/shop/messages/"))
        #expect(answer.fields?["content-type"] == "application/json; charset=UTF-8")
        #expect(events.first { $0.kind == "settings" }?.streams == 100)
        let request = try #require(server.requests.first)
        #expect(request.fault == nil && !request.isTrial)
        #expect(request.project == "shop" && request.token == "abc" && request.accessToken == token)
        #expect(request.message?["notification"]?["title"] == "Hello")
        #expect(request["content-type"] == "application/json")
        #expect(String(decoding: request.body, as: UTF8.self) == plan.requests[0].body)
        await server.stop()
    }

    @Test func `a fault is answered with what is wrong`() async throws {
        let server = try await FCMServer.start()
        let token = server.accessToken(project: "fanfare-test", until: SystemClock().now.advanced(by: .seconds(60)))
        let body = #"{"message":{"token":"a","data":{"id":5}}}"#
        let plan = FCMWire.Plan(requests: [FCMWire.message(token: token, body: body)])
        let events = try await WireClient.run(plan, port: server.port, certificate: server.certificateFile)
        #expect(events.last?.status == 400)
        #expect(events.last?.body?.contains("Invalid value at 'message.data[0].value' (TYPE_STRING), 5") == true)
        server.revokeAccessTokens()
        let later = try await WireClient.run(plan, port: server.port, certificate: server.certificateFile)
        #expect(later.last?.status == 401)
        #expect(later.last?.fields?["www-authenticate"]?.hasPrefix("Bearer") == true)
        await server.stop()
    }

    @Test func `every documented refusal arrives as written`() async throws {
        let refusals =
            FCMAnswer.documentedRefusals + [
                .html(502), .unregistered.preceded(by: FCMAnswer.help), .quotaExceeded.retrying(after: .seconds(90)),
            ]
        let script = FCMScript().on { [.answer(refusals[$0.order - 1])] }
        let server = try await start(script)
        let answers = try await run(refusals.count, against: server) { $0.oneByOne = true }.filter {
            $0.kind == "answer"
        }
        #expect(answers.map(\.status) == refusals.map(\.status))
        #expect(answers.map(\.body) == refusals.map { String(decoding: $0.body, as: UTF8.self) })
        #expect(answers.last?.fields?["retry-after"] == "90")
        await server.stop()
    }

    @Test func `rules and courses are played`() async throws {
        let script = FCMScript()
            .on(token: "device1", .reset(.refusedStream))
            .on(token: "device2", .wait(.milliseconds(50)), .answer(.unavailable))
            .on(
                connection: 2,
                .allowStreams(1),
                .expect(1),
                .serve,
                .goAway(PushServerGoAway(reason: "max_age")),
                .close
            )
        let server = try await start(script)
        let first = try await run(4, against: server)
        #expect(Set(first.filter { $0.kind == "answer" }.map(\.status)) == [200, 503])
        #expect(first.filter { $0.kind == "reset" }.map(\.code) == [7])
        #expect(first.last?.request == 2)
        let second = try await run(1, against: server) { $0.until = ["closed"] }
        #expect(second.map(\.kind).sorted() == ["answer", "closed", "goaway", "settings"])
        #expect(second.first?.streams == 1)
        await server.stop()
    }

    @Test func `connections are dropped before and after a message was read, and fall silent`() async throws {
        let script = FCMScript()
            .on(connection: 1, .serveNext(1), .dropAtNextRequest)
            .on(connection: 2, .serveNext(1), .expect(1), .drop)
            .on(connection: 3, .serveNext(1), .fallSilent)
        // Python's TLS does not tell a reset from an end.
        let server = try await start(script, isSecure: false)
        for (end, count) in [("dropped", 1), ("dropped", 3)] {
            let events = try await run(2, against: server) { $0.oneByOne = true }
            #expect(events.last?.kind == end)
            #expect(server.requestCount == count)
        }
        let events = try await run(2, against: server) {
            $0.oneByOne = true
            $0.limit = 3
        }
        #expect(events.map(\.kind) == ["settings", "answer", "limit"])
        #expect(server.connections == 3 && server.openConnections <= 1)
        await server.stop()
    }

    @Test func `what does not come is reported with what came`() async throws {
        let server = try await start()
        _ = try await run(1, against: server)
        let error = try await #require(throws: PushServerError.self) {
            try await server.requests(count: 2, within: .milliseconds(20))
        }
        #expect(error.description.contains("for 2 requests in vain; there were 1 requests"))
        await #expect(throws: PushServerError.self) {
            try await server.tokenRequests(count: 1, within: .milliseconds(20))
        }
        await server.stop()
    }
}
