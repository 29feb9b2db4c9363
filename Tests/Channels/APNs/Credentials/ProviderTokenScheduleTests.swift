import FanfareCore
import Testing

@testable import FanfareAPNs

struct ProviderTokenScheduleTests {
    private let start = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)
    private var schedule = ProviderTokenSchedule()

    private func time(_ minutes: Int) -> Timestamp { start.advanced(by: .seconds(minutes * 60)) }

    @Test mutating func `a token is made at first use and renewed at 50 minutes`() {
        expect(schedule.isDue(at: time(0)))
        schedule.issued(at: time(0), asReplacement: false)
        expect(!schedule.isDue(at: time(49)))
        expect(schedule.isDue(at: time(50)))
        schedule.issued(at: time(50), asReplacement: false)
        expect(!schedule.isDue(at: time(99)))
        expect(schedule.isDue(at: time(100)))
    }

    @Test mutating func `a refused token is replaced once in 20 minutes`() {
        schedule.issued(at: time(0), asReplacement: false)
        expect(schedule.mayReplace(at: time(1)))
        schedule.issued(at: time(1), asReplacement: true)
        expect(!schedule.mayReplace(at: time(1)))
        expect(!schedule.mayReplace(at: time(20)))
        expect(schedule.mayReplace(at: time(21)))
    }

    @Test mutating func `an ordinary renewal does not use up the replacement`() {
        schedule.issued(at: time(0), asReplacement: false)
        schedule.issued(at: time(50), asReplacement: false)
        expect(schedule.mayReplace(at: time(51)))
    }

    @Test mutating func `a clock that is set back neither forces a token nor makes one last for hours`() {
        schedule.issued(at: time(120), asReplacement: false)
        expect(!schedule.isDue(at: time(130)))
        expect(!schedule.isDue(at: time(10)))
        expect(!schedule.isDue(at: time(49)))
        expect(schedule.isDue(at: time(50)))
    }

    @Test mutating func `a clock that is set right allows another replacement at once`() {
        schedule.issued(at: time(120), asReplacement: true)
        expect(!schedule.mayReplace(at: time(121)))
        expect(schedule.mayReplace(at: time(1)))
        schedule.issued(at: time(1), asReplacement: true)
        expect(!schedule.mayReplace(at: time(2)))
        expect(schedule.isDue(at: time(200)))
    }

    @Test mutating func `a clock that jumps back again and again does not keep a token for ever`() {
        schedule.issued(at: time(0), asReplacement: false)
        for _ in 0..<9 {
            expect(!schedule.isDue(at: time(5)))
            expect(!schedule.isDue(at: time(0)))
        }
        expect(schedule.isDue(at: time(5)))
    }
}

// What changes the value it is asked of cannot stand inside the macro.
private func expect(_ isTrue: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isTrue, sourceLocation: sourceLocation)
}
