import FanfareCore
import FanfareHTTP2
import FanfareTesting
import Synchronization
import Testing

@testable import FanfareAPNs

struct ProviderTokensTests {
    private func tokens(_ sent: some Sequence<ScriptedTransport.Sent>) -> Set<String> { Set(sent.map(\.authorization)) }

    private func deliver(_ count: Int, by workers: Int, with bench: APNsBench) async throws {
        try await withThrowingTaskGroup { group in
            for worker in 0..<workers {
                group.addTask {
                    for number in 0..<count where number % workers == worker {
                        let environment: DeviceEnvironment = number.isMultiple(of: 2) ? .sandbox : .production
                        let outcome = try await bench.deliver(environment: environment)
                        #expect(outcome.kind == "sent")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `apns-01: one token serves everything for 50 minutes, whatever the clock does`() async throws {
        let bench = try APNsBench()
        try await deliver(200, by: 8, with: bench)
        bench.clock.advance(by: .seconds(19 * 60))
        try await deliver(10, by: 8, with: bench)
        #expect(tokens(bench.transport.sent).count == 1)
        bench.clock.advance(by: .seconds(31 * 60))
        try await deliver(10, by: 8, with: bench)
        #expect(tokens(bench.transport.sent).count == 2)
        bench.clock.advance(by: .seconds(80 * 60))
        try await deliver(10, by: 8, with: bench)
        #expect(tokens(bench.transport.sent).count == 3)
        let age = try #require(bench.transport.sent.last?.claim("iat").flatMap { Int64($0) })
        #expect(bench.clock.now.millisecondsSinceEpoch / 1000 - age < 3600)
        bench.clock.advance(by: .seconds(-2 * 3600))
        try await deliver(10, by: 8, with: bench)
        #expect(bench.transport.sent.count == 240)
        #expect(tokens(bench.transport.sent).count <= 4)
    }

    @Test func `a token says what Apple wants it to say, and nothing more`() async throws {
        let bench = try APNsBench()
        try await bench.deliver()
        let sent = try #require(bench.transport.sent.first)
        #expect(sent.authorization.hasPrefix("bearer ey"))
        #expect(sent.claim("iss") == "TEAM123456")
        #expect(sent.claim("kid") == "ABC123DEFG")
        #expect(sent.claim("alg") == "ES256")
        #expect(sent.claim("iat") == "\(bench.clock.now.millisecondsSinceEpoch / 1000)")
        #expect(sent.claim("exp") == nil && sent.claim("typ") == nil)
    }

    @Test func `a token that was refused as expired is replaced once for all, on another connection`() async throws {
        let first = Mutex<String?>(nil)
        let bench = try APNsBench { sent in
            let refused = first.withLock { first in
                if first == nil { first = sent.authorization }
                return first == sent.authorization
            }
            // Let the others be sent with the first token too.
            for _ in 0..<20 { await Task.yield() }
            return refused ? .refused(403, "ExpiredProviderToken") : .accepted
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    let outcome = try await bench.deliver()
                    #expect(outcome.kind == "sent")
                }
            }
            try await group.waitForAll()
        }
        let sent = bench.transport.sent
        #expect(tokens(sent).count == 2)
        let refused = Set(sent.filter { $0.authorization == first.withLock(\.self) }.map(\.connection))
        #expect(bench.transport.retired == refused)
        // Each push was sent once or, with another token and the same id, twice.
        let byID = Dictionary(grouping: sent) { $0.fields["apns-id"] }
        #expect(byID.count == 100)
        #expect(byID.values.allSatisfy { $0.count <= 2 && tokens($0).count == $0.count })
    }

    @Test func `two refusals within 20 minutes mean that the clock is wrong`() async throws {
        let date = Mutex("Thu, 01 Jan 2026 02:00:00 GMT")
        let bench = try APNsBench { _ in
            .refused(403, "ExpiredProviderToken", fields: ["date": date.withLock(\.self)])
        }
        let outcome = try await bench.deliver()
        #expect(outcome.kind == "misconfigured")
        #expect(outcome.reason?.code == "clock-skew")
        #expect(outcome.reason?.detail?.contains("7200 s behind") == true)
        date.withLock { $0 = "Wed, 31 Dec 2025 23:00:00 GMT" }
        #expect(try await bench.deliver().reason?.detail?.contains("3600 s ahead") == true)
        #expect(tokens(bench.transport.sent).count == 2)
        bench.clock.advance(by: .seconds(19 * 60))
        #expect(try await bench.deliver().kind == "misconfigured")
        #expect(tokens(bench.transport.sent).count == 2)
        bench.clock.advance(by: .seconds(2 * 60))
        #expect(try await bench.deliver().kind == "misconfigured")
        #expect(tokens(bench.transport.sent).count == 3)
    }

    @Test func `a clock that is set right is believed at once`() async throws {
        let isRight = Mutex(false)
        let bench = try APNsBench { sent in
            isRight.withLock(\.self) && sent.claim("iat") == "1767225600"
                ? .accepted : .refused(403, "ExpiredProviderToken")
        }
        bench.clock.advance(by: .seconds(5 * 3600))
        #expect(try await bench.deliver().kind == "misconfigured")
        bench.clock.advance(by: .seconds(-5 * 3600))
        isRight.withLock { $0 = true }
        #expect(try await bench.deliver().kind == "sent")
    }

    @Test func `too many token updates lead to no further one`() async throws {
        let bench = try APNsBench { $0.number == 0 ? .refused(429, "TooManyProviderTokenUpdates") : .accepted }
        #expect(try await bench.deliver().kind == "retry")
        #expect(try await bench.deliver().kind == "sent")
        #expect(tokens(bench.transport.sent).count == 1)
        #expect(Set(bench.transport.sent.map(\.connection)).count == 2)
    }

    @Test func `a token is not printed`() async throws {
        let token = try ProviderToken(authorization: "bearer secret", generation: 1)
        var dumped = ""
        dump([token], to: &dumped)
        for text in ["\(token)", String(reflecting: token), "\([token])", dumped] {
            #expect(!text.contains("secret"))
        }
    }
}
