import FanfareCore
import Testing

@Suite struct TimestampTests {
    let earliest = Timestamp(microsecondsSinceEpoch: .min)
    let latest = Timestamp(microsecondsSinceEpoch: .max)

    @Test(
        arguments: [
            (0, 0), (999, 0), (1000, 1), (1999, 1), (-1, -1), (-1000, -1), (-1001, -2),
            (Int64.max, 9_223_372_036_854_775), (.min, -9_223_372_036_854_776),
        ] as [(Int64, Int64)]
    )
    func `milliseconds are rounded down`(microseconds: Int64, milliseconds: Int64) {
        #expect(Timestamp(microsecondsSinceEpoch: microseconds).millisecondsSinceEpoch == milliseconds)
    }

    @Test func `milliseconds out of range are clamped`() {
        #expect(Timestamp(millisecondsSinceEpoch: 1).microsecondsSinceEpoch == 1000)
        #expect(Timestamp(millisecondsSinceEpoch: .max) == latest)
        #expect(Timestamp(millisecondsSinceEpoch: .min) == earliest)
    }

    @Test func `arithmetic is exact within range`() {
        let time = Timestamp(microsecondsSinceEpoch: 10)
        #expect(time.advanced(by: .microseconds(5)).microsecondsSinceEpoch == 15)
        #expect(time.advanced(by: .microseconds(-15)).microsecondsSinceEpoch == -5)
        #expect(time.duration(to: time.advanced(by: .seconds(86_400))) == .seconds(86_400))
        #expect(time.advanced(by: .seconds(1)).duration(to: time) == .seconds(-1))
        #expect(time.advanced(by: .nanoseconds(1999)).microsecondsSinceEpoch == 11)
    }

    @Test func `arithmetic out of range is clamped`() {
        #expect(latest.advanced(by: .microseconds(1)) == latest)
        #expect(earliest.advanced(by: .microseconds(-1)) == earliest)
        #expect(latest.advanced(by: .seconds(Int64.max)) == latest)
        #expect(latest.advanced(by: .seconds(Int64.min)) < latest)
        #expect(earliest.duration(to: latest) == .microseconds(Int64.max))
        #expect(latest.duration(to: earliest) == .microseconds(Int64.min))
    }

    @Test(arguments: [
        (Duration.seconds(Int64.max), Int64.max), (.seconds(Int64.min), .min), (.microseconds(Int64.max), .max),
        (.nanoseconds(-1999), -1), (.seconds(2), 2_000_000), (.zero, 0),
    ])
    func `durations in microseconds are clamped`(duration: Duration, microseconds: Int64) {
        #expect(duration.wholeMicroseconds == microseconds)
    }

    @Test func `later is greater`() {
        #expect(earliest < latest)
        #expect(!(latest < latest))
    }
}
