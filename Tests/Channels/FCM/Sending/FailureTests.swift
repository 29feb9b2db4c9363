import FanfareCore
import FanfareHTTP2
import FanfareTesting
import Testing

@testable import FanfareFCM

struct FailureTests {
    private func failing(_ kind: HTTP2Failure.Kind) throws -> FCMBench {
        try FCMBench { _ in throw HTTP2Failure(kind, DeliveryReason("timeout", detail: "d")) }
    }

    @Test func `what was not sent is thrown, and may be sent again`() async throws {
        let bench = try failing(.notSent)
        let error = await #expect(throws: NotSent.self) { try await bench.deliver() }
        #expect(error?.reason == DeliveryReason("timeout", detail: "d"))
    }

    @Test func `what got no answer is uncertain, and what the transport cannot do pauses`() async throws {
        #expect(try await failing(.uncertain).deliver() == .uncertain(DeliveryReason("timeout", detail: "d")))
        #expect(try await failing(.misconfigured).deliver() == .misconfigured(DeliveryReason("timeout", detail: "d")))
    }

    @Test func `a cancellation passes through`() async throws {
        let bench = try FCMBench { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await bench.deliver() }
    }

    @Test(arguments: ["", "two words", "line\nend", "/topics/a b", "condition:", "fid:"])
    func `what is no target is not put into a request`(address: String) async throws {
        let bench = try FCMBench()
        #expect(try await bench.deliver(to: address).reason?.code == "bad-token")
        #expect(bench.google.sent.isEmpty && bench.google.asked.isEmpty)
    }

    @Test func `a message that is too large for its target is rejected and not sent`() async throws {
        let bench = try FCMBench()
        let message = FCMMessage.data(["x": .string(String(repeating: "x", count: 3000))])
        #expect(try await bench.deliver(message).kind == "sent")
        let outcome = try await bench.deliver(message, to: "/topics/news")
        #expect(outcome.kind == "rejected" && outcome.reason?.code == "message-too-large")
        #expect(bench.google.sent.count == 1)
        #expect(throws: FCMMessageError.self) {
            try bench.channel.validate(.data(["x": .string(String(repeating: "x", count: 5000))]))
        }
    }

    @Test func `a target of the message's own is not the route's, and sets no device aside`() async throws {
        let bench = try FCMBench { _ in .refused(404, "NOT_FOUND", code: "UNREGISTERED") }
        var message = FCMMessage.alert(title: "T")
        #expect(try await bench.deliver(message).kind == "routeGone")
        message.target = .token("another-token-of-somebody")
        #expect(try await bench.deliver(message).kind == "rejected")
        #expect(bench.google.sent.map(\.token) == [FCMBench.token, "another-token-of-somebody"])
    }

    @Test(arguments: [
        ("", nil), ("<html>", nil), ("{}", nil), (#"{"name":7}"#, nil), (#"{"name":"a\nb"}"#, nil),
        (#"{"name":"projects/p/messages/0:15%31bd"}"#, "projects/p/messages/0:15%31bd"),
    ])
    func `what is accepted is accepted whatever the body says`(body: String, name: String?) async throws {
        let bench = try FCMBench { _ in .answer(200, body) }
        #expect(try await bench.deliver() == .sent(providerID: name))
    }

    @Test func `fcm-04: a server in trouble says how long to wait, or leaves it to the ladder`() async throws {
        let dated = try FCMBench { _ in try .file("unavailable_503_http_date.json") }
        #expect(try await dated.deliver().floor == .seconds(120))
        let nonsense = try FCMBench { _ in try .file("retry_after_nonsense.json") }
        let outcome = try await nonsense.deliver()
        #expect(outcome.kind == "retry" && outcome.floor == nil)
    }

    @Test(arguments: ChannelContract.allCases)
    func `the channel keeps the contract of channels`(requirement: ChannelContract) async throws {
        let gone = "a-registration-token-that-is-gone"
        let specimen = ChannelSpecimen(
            message: FCMMessage.alert(title: "A title of its own", body: "A body of its own"),
            routes: [.fcm(FCMBench.token), .fcm(gone), .fcm("no token at all")]
        ) {
            try FCMBench { sent in
                for _ in 0..<5 { await Task.yield() }
                return sent.token == gone ? .refused(404, "NOT_FOUND", code: "UNREGISTERED") : .accepted
            }.channel
        }
        try await requirement.verify(specimen)
    }
}
