import FanfareCore
import FanfareFCM
import FanfareTesting
import Foundation
import Testing

/// Access tokens as the token endpoint sees them being asked for.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct AccessTokensOnTheWireTests {
    private func deliver(_ count: Int, by bench: FCMWireBench) async throws -> [DeliveryOutcome] {
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let route = Route.fcm("device\(number)")
                    let message = FCMMessage.alert(title: "Hello")
                    return try await bench.channel.deliver(message, to: route, context: FCMWireBench.context())
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func sent(_ outcomes: [DeliveryOutcome]) -> Int {
        outcomes.filter { if case .sent = $0 { true } else { false } }.count
    }

    @Test func `a thousand deliveries at once fetch one access token`() async throws {
        let bench = try await FCMWireBench(tokenScript: FCMTokenScript().always(.wait(.milliseconds(100)), .serve))
        #expect(sent(try await deliver(1000, by: bench)) == 1000)
        #expect(bench.server.tokenRequestCount == 1)
        let requests = bench.server.requests
        #expect(requests.count == 1000)
        #expect(requests.compactMap(\.fault).isEmpty)
        #expect(Set(requests.map(\.accessToken)).count == 1)
        let request = try #require(bench.server.tokenRequests.first)
        #expect(request.fault == nil)
        #expect(request.form?.keys.sorted() == ["assertion", "grant_type"])
        await bench.stop()
    }

    @Test func `an access token is renewed before it expires, and nobody waits for it`() async throws {
        let bench = try await FCMWireBench()
        _ = try await deliver(10, by: bench)
        // The new one does not come: the old one serves on.
        bench.server.follow(FCMTokenScript().always(.ignore()))
        bench.clock.advance(by: .seconds(3400))
        #expect(sent(try await deliver(100, by: bench)) == 100)
        let pending = try await bench.server.tokenRequests(count: 2)
        #expect(Set(bench.server.requests.map(\.accessToken)).count == 1)
        bench.server.perform(.serve, for: pending[1])
        // The old one is past its life now, and whoever comes uses the new one.
        bench.clock.advance(by: .seconds(300))
        #expect(sent(try await deliver(100, by: bench)) == 100)
        #expect(bench.server.tokenRequestCount == 2)
        #expect(bench.server.requests.compactMap(\.fault).isEmpty)
        #expect(Set(bench.server.requests.map(\.accessToken)).count == 2)
        await bench.stop()
    }

    @Test func `an access token that is refused in the middle is renewed once for all`() async throws {
        let bench = try await FCMWireBench()
        #expect(sent(try await deliver(10, by: bench)) == 10)
        bench.server.revokeAccessTokens()
        #expect(sent(try await deliver(500, by: bench)) == 500)
        #expect(bench.server.tokenRequestCount == 2)
        // Those that were under way with the old one were refused, and no others.
        #expect(bench.server.requests.compactMap(\.fault).allSatisfy { $0.answer.status == 401 })
        #expect(bench.server.requests.filter { $0.fault == nil }.count == 510)
        await bench.stop()
    }

    @Test func `a new access token that is refused as well is not renewed again`() async throws {
        let bench = try await FCMWireBench(script: FCMScript().always(.answer(.unauthenticated)))
        let outcomes = try await deliver(50, by: bench)
        let paused = outcomes.filter { if case .misconfigured = $0 { true } else { false } }
        #expect(paused.count == 50)
        #expect(bench.server.tokenRequestCount == 2)
        await bench.stop()
    }

    @Test func `APNs' own key is no reason for another access token`() async throws {
        let bench = try await FCMWireBench(script: FCMScript().always(.answer(.thirdPartyAuthError)))
        _ = try await bench.notify(["iphone"])
        try await bench.pipeline.deliver()
        #expect(bench.server.tokenRequestCount == 1)
        await bench.stop()
    }

    @Test(arguments: [
        FCMTokenScript.Step.answer(.internalFailure), .answer(.unavailable), .reset(.internalError), .drop,
        .answer(FCMTokenAnswer(status: 200, body: Array("<html>".utf8))),
    ])
    func `an endpoint that fails is asked again, later and later, and nothing is lost`(
        step: FCMTokenScript.Step
    ) async throws {
        let bench = try await FCMWireBench(
            tokenScript: FCMTokenScript().on { $0.order <= 3 ? [step] : nil }
        )
        let id = try await bench.notify((0..<20).map { "device\($0)" })
        try await bench.pipeline.deliver()
        #expect(bench.server.requestCount == 0)
        #expect(bench.server.tokenRequestCount == 1)
        #expect(await bench.deliveries(of: id).allSatisfy { $0.state == .queued })
        try await bench.pipeline.advance(by: .seconds(15 * 60), step: .seconds(2))
        #expect(bench.server.tokenRequestCount == 4)
        #expect(await bench.deliveries(of: id).allSatisfy { $0.state == .sent })
        #expect(bench.server.requestCount == 20)
        await bench.stop()
    }

    @Test func `an assertion that is refused pauses the credential, and nothing is lost`() async throws {
        let bench = try await FCMWireBench(tokenScript: FCMTokenScript().on(request: 1, .answer(.invalidGrant)))
        let id = try await bench.notify((0..<20).map { "device\($0)" })
        try await bench.pipeline.deliver()
        #expect(bench.server.tokenRequestCount == 1)
        #expect(bench.server.requestCount == 0)
        try await bench.pipeline.advance(by: .seconds(15 * 60), step: .seconds(5))
        #expect(await bench.deliveries(of: id).allSatisfy { $0.state == .sent })
        await bench.stop()
    }
}
