import FanfareCore
import FanfareFCM
import FanfareTesting
import Foundation
import Testing

/// Every refusal from the wire to the record: the real notifier, store, worker and channel, and FCM on loopback.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct RefusalsOnTheWireTests {
    /// What becomes of twenty deliveries that are all refused in the same way.
    struct Expectation: CustomTestStringConvertible, Sendable {
        let answer: FCMAnswer
        let state: DeliveryState
        /// How many devices are set aside.
        var setAside = 0
        /// Whether the credential pauses, so that others wait untried.
        var pauses = false

        var testDescription: String { "\(answer.status) \(answer.reason ?? "")" }
    }

    private static let other = FCMAnswer.badRequest(["message.data[0].value": "wrong type"])
    private static let help = FCMAnswer.help

    static let expectations: [Expectation] = [
        Expectation(answer: .unregistered, state: .failed, setAside: 20),
        Expectation(answer: .unregistered.preceded(by: help, other), state: .failed, setAside: 20),
        Expectation(answer: .notFound, state: .queued, pauses: true),
        Expectation(answer: .html(404), state: .queued, pauses: true),
        Expectation(answer: .invalidArgument, state: .failed),
        Expectation(answer: .refusal(400, "INVALID_ARGUMENT", details: [other]), state: .failed),
        Expectation(answer: .senderIDMismatch, state: .failed),
        Expectation(answer: .permissionDenied, state: .queued, pauses: true),
        Expectation(answer: .html(403), state: .queued, pauses: true),
        Expectation(answer: .quotaExceeded, state: .queued),
        Expectation(answer: .projectQuotaExceeded, state: .queued),
        Expectation(answer: .resourceExhausted, state: .queued),
        Expectation(answer: .html(429), state: .queued),
        Expectation(answer: .unavailable, state: .queued),
        Expectation(answer: .html(503), state: .queued),
        Expectation(answer: .internalError, state: .queued),
        Expectation(answer: .html(500), state: .queued),
        Expectation(answer: .html(502), state: .queued),
        Expectation(answer: .unspecified, state: .queued),
        Expectation(answer: .thirdPartyAuthError, state: .queued, pauses: true),
        Expectation(answer: .unauthenticated, state: .queued, pauses: true),
        Expectation(answer: .html(401), state: .queued, pauses: true),
    ]

    @Test(arguments: expectations)
    func `fcm-02: only UNREGISTERED sets devices aside, and what may pass is tried again`(
        expectation: Expectation
    ) async throws {
        let bench = try await FCMWireBench(script: FCMScript().always(.answer(expectation.answer)))
        let id = try await bench.notify((0..<20).map { "device\($0)" })
        try await bench.pipeline.deliver()
        let refused = await bench.deliveries(of: id)
        #expect(refused.count == 20)
        #expect(refused.allSatisfy { $0.state == expectation.state }, "\(refused.map(\.state))")
        #expect(await bench.devicesSetAside(refused) == expectation.setAside)
        #expect(bench.server.requests.compactMap(\.fault).isEmpty)

        // Once it is mended, everything that was put off is sent, within the pause of a credential at most.
        bench.server.follow(FCMScript())
        try await bench.pipeline.advance(by: .seconds(15 * 60), step: .seconds(5))
        let mended = await bench.deliveries(of: id)
        let final: DeliveryState = expectation.state == .queued ? .sent : expectation.state
        #expect(mended.allSatisfy { $0.state == final }, "\(mended.map(\.state))")
        #expect(bench.server.requests.compactMap(\.fault).isEmpty)
        await bench.stop()
    }

    // Above a fifth of the last two hundred the credential would pause.
    @Test func `fcm-02: a token that FCM calls malformed sets its device aside`() async throws {
        let script = FCMScript().on(token: "device3", .answer(.invalidToken))
        let bench = try await FCMWireBench(script: script)
        let id = try await bench.notify((0..<20).map { "device\($0)" })
        try await bench.pipeline.deliver()
        let deliveries = await bench.deliveries(of: id)
        #expect(deliveries.filter { $0.state == .sent }.count == 19)
        #expect(await bench.devicesSetAside(deliveries) == 1)
        await bench.stop()
    }

    @Test(arguments: [FCMAnswer.quotaExceeded, .unavailable], [true, false])
    func `fcm-04: Retry-After is waited for, in both forms`(answer: FCMAnswer, isDate: Bool) async throws {
        let bench = try await FCMWireBench()
        let asking =
            isDate
            ? answer.retrying(at: bench.clock.now.advanced(by: .seconds(120)))
            : answer.retrying(after: .seconds(120))
        bench.server.follow(FCMScript().on(request: 1, .answer(asking)))
        let id = try await bench.notify(["device"])
        try await bench.pipeline.deliver()
        try await bench.pipeline.advance(by: .seconds(119))
        #expect(bench.server.requestCount == 1)
        try await bench.pipeline.advance(by: .seconds(3))
        #expect(bench.server.requestCount == 2)
        #expect(await bench.deliveries(of: id).map(\.state) == [.sent])
        await bench.stop()
    }

    @Test func `fcm-04: a quota without Retry-After rests for a minute, and nonsense is no reason to hurry`()
        async throws
    {
        for answer in [FCMAnswer.quotaExceeded, .resourceExhausted, .html(429)] {
            let bench = try await FCMWireBench(script: FCMScript().on(request: 1, .answer(answer)))
            _ = try await bench.notify(["device"])
            try await bench.pipeline.deliver()
            try await bench.pipeline.advance(by: .seconds(59))
            #expect(bench.server.requestCount == 1)
            try await bench.pipeline.advance(by: .seconds(3))
            #expect(bench.server.requestCount == 2)
            await bench.stop()
        }
        var nonsense = FCMAnswer.unavailable
        nonsense.fields["retry-after"] = "-5"
        let bench = try await FCMWireBench(script: FCMScript().on(request: 1, .answer(nonsense)))
        _ = try await bench.notify(["device"])
        try await bench.pipeline.deliver()
        try await bench.pipeline.advance(by: .seconds(4))
        #expect(bench.server.requestCount == 1)
        try await bench.pipeline.advance(by: .seconds(2))
        #expect(bench.server.requestCount == 2)
        await bench.stop()
    }

    @Test func `a device that gets too much holds up no other one, a project that sends too much rests`() async throws {
        for (answer, meanwhile) in [(FCMAnswer.deviceQuotaExceeded, 1), (.projectQuotaExceeded, 0)] {
            let bench = try await FCMWireBench(script: FCMScript().on(request: 1, .answer(answer)))
            _ = try await bench.notify(["one"])
            try await bench.pipeline.deliver()
            // The user has both devices now: one more message to each.
            let id = try await bench.notify(["other"])
            try await bench.pipeline.deliver()
            let sent = await bench.deliveries(of: id).filter { $0.state == .sent }
            #expect(sent.count == meanwhile)
            #expect(bench.server.requests.dropFirst().map(\.token) == Array(repeating: "other", count: meanwhile))
            try await bench.pipeline.advance(by: .seconds(200), step: .seconds(5))
            #expect(await bench.deliveries(of: id).allSatisfy { $0.state == .sent })
            #expect(bench.server.requestCount == 4)
            await bench.stop()
        }
    }
}
