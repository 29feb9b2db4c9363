import FanfareCore
import FanfareHTTP2
import FanfareTesting
import Synchronization
import Testing

@testable import FanfareFCM

/// What waits because of what happened to something else.
struct PauseTests {
    private static func quota(_ subject: String) -> HTTP2Response {
        let type = "type.googleapis.com/google.rpc.QuotaFailure"
        let more = #",{"@type":"\#(type)","violations":[{"subject":"\#(subject)"}]}"#
        return .refused(429, "RESOURCE_EXHAUSTED", code: "QUOTA_EXCEEDED", more: more)
    }

    @Test func `too many messages put off this device only, for a minute and then for longer`() async throws {
        let other = "another-registration-token"
        let isFull = Mutex(true)
        let bench = try FCMBench { sent in
            isFull.withLock(\.self) && sent.token == FCMBench.token ? Self.quota("device") : .accepted
        }
        #expect(try await bench.deliver().floor == .seconds(60))
        let error = await #expect(throws: NotSent.self) { try await bench.deliver() }
        #expect(error == NotSent(DeliveryReason("quota-exceeded"), after: .seconds(60)))
        #expect(try await bench.deliver(to: other).kind == "sent")
        #expect(bench.google.sent.count == 2)
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.deliver().floor == .seconds(120))
        bench.clock.advance(by: .seconds(120))
        isFull.withLock { $0 = false }
        #expect(try await bench.deliver().kind == "sent")
        #expect(try await bench.deliver().kind == "sent")
    }

    @Test func `too many messages of a project put off all of its messages, and no other project's`() async throws {
        let bench = try FCMBench(["a": FCMBench.account(project: "a"), "b": FCMBench.account(project: "b")]) { sent in
            sent.path.contains("/a/") ? Self.quota("project:a") : .accepted
        }
        #expect(try await bench.deliver(appID: "a").floor == .seconds(60))
        await #expect(throws: NotSent.self) { try await bench.deliver(to: "another-token", appID: "a") }
        #expect(try await bench.deliver(appID: "b").kind == "sent")
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.deliver(to: "another-token", appID: "a").kind == "retry")
    }

    @Test func `fcm-04: a quota waits for a minute at least, whatever the answer asks for`() async throws {
        let long = try FCMBench { _ in try .file("quota_429_retry_after.json") }
        #expect(try await long.deliver().floor == .seconds(90))
        let silent = try FCMBench { _ in try .file("quota_429_no_header.json") }
        #expect(try await silent.deliver().floor == .seconds(60))
        let short = try FCMBench { _ in .answer(429, "", ["retry-after": "5"]) }
        #expect(try await short.deliver().floor == .seconds(60))
    }

    @Test func `what Firebase lacks for Apple and the web pauses those devices, and Android goes on`() async throws {
        let isMended = Mutex(false)
        let phone = "an-apple-registration-token"
        let bench = try FCMBench { sent in
            sent.token == phone && !isMended.withLock(\.self)
                ? .refused(401, "UNAUTHENTICATED", code: "THIRD_PARTY_AUTH_ERROR") : .accepted
        }
        func credential(_ token: String) -> String { bench.channel.credential(for: .fcm(token)).rawValue }
        #expect(credential(phone) == "default")
        let error = await #expect(throws: NotSent.self) { try await bench.deliver(to: phone) }
        #expect(error?.reason.code == "third-party-auth-error")
        #expect(credential(phone) == "default/third-party")
        #expect(try await bench.deliver(to: phone).kind == "misconfigured")
        #expect(credential(FCMBench.token) == "default")
        #expect(try await bench.deliver().kind == "sent")
        isMended.withLock { $0 = true }
        #expect(try await bench.deliver(to: phone).kind == "sent")
        #expect(credential(phone) == "default")
    }

    @Test(arguments: [("SENDER_ID_MISMATCH", 403, "rejected"), ("INVALID_ARGUMENT", 400, "routeGone")])
    func `so many tokens of another project that the credential must be wrong pause it`(
        code: String,
        status: Int,
        kind: String
    ) async throws {
        let isMended = Mutex(false)
        let violation = #""fieldViolations":[{"field":"message.token"}]"#
        let more = #",{"@type":"type.googleapis.com/google.rpc.BadRequest",\#(violation)}"#
        let bench = try FCMBench { sent in
            isMended.withLock(\.self) || sent.number < 100
                ? .accepted : .refused(status, "X", code: code, more: more)
        }
        for _ in 0..<100 { #expect(try await bench.deliver().kind == "sent") }
        for _ in 0..<99 { #expect(try await bench.deliver().kind == kind) }
        let outcome = try await bench.deliver()
        #expect(outcome.kind == "misconfigured" && outcome.reason?.code == "bad-token-rate")
        #expect(outcome.reason?.detail?.contains(code) == true)
        #expect(try await bench.deliver().kind == "misconfigured")
        isMended.withLock { $0 = true }
        #expect(try await bench.deliver().kind == "sent")
        isMended.withLock { $0 = false }
        #expect(try await bench.deliver().kind == kind)
    }
}
