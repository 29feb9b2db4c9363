import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareMail

struct MailRateTests {
    private let start = ManualClock().now

    @Test(arguments: [(1, 1), (6, 1), (60, 1), (120, 2), (6000, 100)])
    func `a second's worth goes at once, and then one after the other`(limit: Int, burst: Int) {
        var rate = MailRate(limit: limit)
        var admitted = 0
        while rate.admit(at: start) == nil { admitted += 1 }
        #expect(admitted == burst)
        // Whoever was turned away first comes back when the next may go.
        let next = start.advanced(by: .seconds(60) / limit)
        #expect(rate.admit(at: next) == nil)
        #expect(rate.admit(at: next) != nil)
    }

    @Test(arguments: [1, 7, 60, 90, 1000]) func `no minute has more than its share and a burst`(limit: Int) {
        var rate = MailRate(limit: limit)
        var times: [Timestamp] = []
        for step in 0..<6000 {
            let now = start.advanced(by: .milliseconds(30 * step))
            for _ in 0..<3 where rate.admit(at: now) == nil { times.append(now) }
        }
        let fullest = times.indices.map { first in
            times[first...].prefix { times[first].duration(to: $0) < .seconds(60) }.count
        }.max()
        #expect((fullest ?? 0) <= limit + max(1, limit / 60))
        // And three minutes have nearly three minutes' worth.
        #expect(times.count >= limit * 3 * 9 / 10)
    }

    @Test func `those who ask at once are not told to come back at once`() {
        var rate = MailRate(limit: 60)
        #expect(rate.admit(at: start) == nil)
        #expect((1...5).map { _ in rate.admit(at: start) } == (1...5).map { .seconds($0) })
        #expect(rate.admit(at: start.advanced(by: .seconds(1))) == nil)
        #expect(rate.admit(at: start.advanced(by: .seconds(1))) == .seconds(1))
    }

    @Test func `a clock that is set back holds nobody up for longer than the burst`() {
        var rate = MailRate(limit: 60)
        _ = rate.admit(at: start.advanced(by: .seconds(3600)))
        #expect(rate.admit(at: start).map { $0 <= .seconds(1) } == true)
    }
}
