import FanfareCore
import FanfareTesting
import Testing

@testable import FanfareFCM

struct RampUpTests {
    private let start = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)
    private var rampUp = RampUp(capacity: 1000, over: .seconds(60))

    private func time(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    private mutating func use(from first: Int, through last: Int) {
        for second in stride(from: first, through: last, by: 10) { rampUp.used(at: time(second)) }
    }

    @Test mutating func `sending begins with a tenth and comes to its capacity in a minute`() {
        #expect(rampUp.limit(at: time(0)) == 100)
        use(from: 0, through: 60)
        #expect([0, 30, 60].map { rampUp.limit(at: time($0)) } == [100, 550, 1000])
        use(from: 70, through: 300)
        #expect(rampUp.limit(at: time(300)) == 1000)
    }

    @Test mutating func `after a minute of rest it begins again`() {
        use(from: 0, through: 120)
        #expect(rampUp.limit(at: time(179)) == 1000)
        #expect(rampUp.limit(at: time(180)) == 100)
        rampUp.used(at: time(180))
        #expect(rampUp.limit(at: time(210)) == 550)
    }

    @Test mutating func `after too much it begins again`() {
        use(from: 0, through: 120)
        rampUp.restart(at: time(120))
        #expect(rampUp.limit(at: time(120)) == 100)
        #expect(rampUp.limit(at: time(150)) == 550)
    }

    @Test mutating func `a clock that is set back leaves a tenth`() {
        use(from: 0, through: 120)
        #expect(rampUp.limit(at: time(-3600)) == 100)
    }

    @Test func `without a time there is no ramp, and a small capacity is never none`() {
        #expect(RampUp(capacity: 1000, over: .zero).limit(at: time(0)) == 1000)
        #expect(RampUp(capacity: 5, over: .seconds(60)).limit(at: time(0)) == 1)
    }

    @Test func `the channel's capacity grows while it sends, and shrinks when the project sent too much`() async throws
    {
        let bench = try FCMBench { sent in
            sent.number < 7 ? .accepted : .answer(429, #"{"error":{"message":"for consumer 'project_number:1'"}}"#)
        }
        #expect(bench.channel.capacity == 100)
        for _ in 0..<7 {
            try await bench.deliver()
            bench.clock.advance(by: .seconds(10))
        }
        #expect(bench.channel.capacity == 1000)
        try await bench.deliver()
        #expect(bench.channel.capacity == 100)
    }
}
