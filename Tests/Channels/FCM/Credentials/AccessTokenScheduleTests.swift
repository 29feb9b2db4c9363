import FanfareCore
import Testing

@testable import FanfareFCM

struct AccessTokenScheduleTests {
    private let start = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)
    private var schedule = AccessTokenSchedule()

    private func time(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    private mutating func fetched(_ lifetime: Int, at seconds: Int, took: Int = 0) {
        let beginning = time(seconds - took)
        schedule.fetched(lifetime: .seconds(lifetime), beginning: beginning, at: time(seconds))
    }

    @Test mutating func `a token is fetched at first use and renewed five minutes before its end`() {
        expect(!schedule.isUsable(at: time(0)) && schedule.isDue(at: time(0)))
        fetched(3600, at: 0)
        expect(schedule.isUsable(at: time(3299)) && !schedule.isDue(at: time(3299)))
        expect(schedule.isUsable(at: time(3300)) && schedule.isDue(at: time(3300)))
        expect(schedule.isUsable(at: time(3599)))
        expect(!schedule.isUsable(at: time(3600)))
    }

    @Test mutating func `a token's life begins when it was asked for`() {
        fetched(100, at: 20, took: 20)
        expect(schedule.isUsable(at: time(99)))
        expect(!schedule.isUsable(at: time(100)))
    }

    @Test mutating func `a short life is not spent on renewals`() {
        fetched(100, at: 0)
        expect(!schedule.isDue(at: time(79)))
        expect(schedule.isDue(at: time(80)))
    }

    @Test mutating func `after failures it rests longer each time, up to a minute, and the old token serves`() {
        fetched(3600, at: 0)
        var now = 3300
        for rest in [1, 2, 4, 8, 16, 32, 60, 60] {
            expect(schedule.isDue(at: time(now)))
            schedule.failed(askingFor: nil, at: time(now))
            expect(schedule.rest(at: time(now)) == .seconds(rest))
            expect(!schedule.isDue(at: time(now + rest - 1)) && schedule.isUsable(at: time(now + rest - 1)))
            now += rest
        }
        fetched(3600, at: now)
        expect(schedule.rest(at: time(now)) == .zero)
        schedule.failed(askingFor: .seconds(90), at: time(now))
        expect(schedule.rest(at: time(now)) == .seconds(90))
    }

    @Test mutating func `a refused token is replaced once in a minute`() {
        fetched(3600, at: 0)
        expect(schedule.mayReplace(at: time(5)))
        schedule.refused(at: time(5))
        expect(!schedule.isUsable(at: time(5)) && schedule.isDue(at: time(5)))
        fetched(3600, at: 6)
        expect(!schedule.mayReplace(at: time(64)))
        expect(schedule.mayReplace(at: time(65)))
    }

    @Test mutating func `a clock that is set back does not prolong a token's life, nor a rest`() {
        fetched(100, at: 0)
        expect(schedule.isUsable(at: time(60)))
        expect(schedule.isUsable(at: time(-7200)))
        expect(!schedule.isUsable(at: time(-7160)))
        schedule.failed(askingFor: .seconds(10), at: time(-7160))
        expect(schedule.rest(at: time(-9000)) == .seconds(10))
        expect(schedule.isDue(at: time(-8990)))
    }
}

// What changes the value it is asked of cannot stand inside the macro.
private func expect(_ isTrue: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isTrue, sourceLocation: sourceLocation)
}
