import FanfareCore
import FanfareHTTP2
import FanfareTesting
import Testing

@testable import FanfareAPNs

struct FailureTests {
    private func failing(_ kind: HTTP2Failure.Kind) throws -> APNsBench {
        try APNsBench { _ in throw HTTP2Failure(kind, DeliveryReason("timeout", detail: "d")) }
    }

    @Test func `what was not sent is thrown, and may be sent again`() async throws {
        let bench = try failing(.notSent)
        let error = await #expect(throws: NotSent.self) { try await bench.deliver() }
        #expect(error?.reason == DeliveryReason("timeout", detail: "d"))
    }

    @Test func `apns-06: what got no answer is uncertain, and what the transport cannot do pauses`() async throws {
        #expect(try await failing(.uncertain).deliver() == .uncertain(DeliveryReason("timeout", detail: "d")))
        #expect(try await failing(.misconfigured).deliver() == .misconfigured(DeliveryReason("timeout", detail: "d")))
    }

    @Test func `a cancellation passes through`() async throws {
        let bench = try APNsBench { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await bench.deliver() }
    }

    @Test(arguments: ["", "xyz", "abc", "../secret", "ab\r\ncd", "ab/cd", String(repeating: "ab", count: 101)])
    func `what is no token is not put into a request`(token: String) async throws {
        let bench = try APNsBench()
        #expect(try await bench.deliver(to: token).kind == "rejected")
        #expect(bench.transport.sent.isEmpty)
    }

    @Test func `apns-16: errors of the server are tried again, not before it asks for it`() async throws {
        let bench = try APNsBench { _ in .refused(503, "ServiceUnavailable", fields: ["retry-after": "90"]) }
        guard case .retry(let floor, _) = try await bench.deliver() else { throw CancellationError() }
        #expect(floor == .seconds(90))
        let slow = try APNsBench(script: { _ in .refused(500, nil) }) { $0.serverErrorDelay = .seconds(900) }
        guard case .retry(let configured, _) = try await slow.deliver() else { throw CancellationError() }
        #expect(configured == .seconds(900))
    }

    @Test func `a server in trouble costs one connection a second, and not one for each push`() async throws {
        let bench = try APNsBench { _ in .refused(503, "ServiceUnavailable") }
        for _ in 0..<100 { try await bench.deliver() }
        #expect(bench.transport.retired.count == 1)
        bench.clock.advance(by: .seconds(1))
        for _ in 0..<100 { try await bench.deliver() }
        #expect(bench.transport.retired.count == 2)
        bench.clock.advance(by: .seconds(-3600))
        try await bench.deliver()
        #expect(bench.transport.retired.count == 3)
    }

    @Test func `a wrong clock costs one connection, and not one for each push`() async throws {
        let bench = try APNsBench { _ in .refused(403, "ExpiredProviderToken") }
        for _ in 0..<100 { try await bench.deliver() }
        #expect(bench.transport.retired.count == 1)
        #expect(bench.transport.sent.count == 101)
    }

    @Test func `too many requests put off this token only, without a request`() async throws {
        let other = String(repeating: "ab", count: 32)
        let bench = try APNsBench { sent in
            sent.number == 0 ? .refused(429, "TooManyRequests", fields: ["retry-after": "20"]) : .accepted
        }
        #expect(
            try await bench.deliver()
                == .retry(
                    after: .seconds(20),
                    DeliveryReason("too-many-requests", detail: "429 TooManyRequests in production for com.example.app")
                )
        )
        let error = await #expect(throws: NotSent.self) { try await bench.deliver() }
        #expect(error?.after == .seconds(20))
        #expect(try await bench.deliver(to: other).kind == "sent")
        #expect(bench.transport.sent.map(\.token) == [APNsBench.token, other])
        bench.clock.advance(by: .seconds(20))
        #expect(try await bench.deliver().kind == "sent")
    }

    @Test func `apns-id of the answer is the provider's id, else the one that was sent`() async throws {
        let bench = try APNsBench { _ in HTTP2Response(status: 200, fields: ["apns-id": "theirs"]) }
        #expect(try await bench.deliver() == .sent(providerID: "theirs"))
        let silent = try APNsBench()
        let outcome = try await silent.deliver()
        #expect(outcome == .sent(providerID: silent.transport.sent.first?.fields["apns-id"]))
    }

    @Test func `no body is encoded twice`() throws {
        let bench = try APNsBench()
        let push = try bench.channel.prepare(.alert(title: "T"))
        #expect(push.body == (try bench.channel.prepare(.alert(title: "T"))).body)
        #expect(throws: APNsMessageError.self) {
            try bench.channel.validate(.alert(title: String(repeating: "x", count: 5000)))
        }
    }

    @Test(arguments: ChannelContract.allCases)
    func `the channel keeps the contract of channels`(requirement: ChannelContract) async throws {
        let bad = String(repeating: "ba", count: 32)
        let specimen = ChannelSpecimen(
            message: APNsMessage.alert(title: "A title of its own", body: "A body of its own"),
            routes: [.apns(APNsBench.token), .apns(bad, environment: .sandbox), .apns("no token at all")]
        ) {
            try APNsBench { sent in
                for _ in 0..<5 { await Task.yield() }
                return sent.token == bad ? .refused(400, "BadDeviceToken") : .accepted
            }.channel
        }
        try await requirement.verify(specimen)
    }
}
