import Testing

@testable import FanfarePostgres

struct WakeScheduleTests {
    @Test
    func `two more looks follow the last notification`() {
        let now = ContinuousClock.now
        var schedule = WakeSchedule()
        func isDue(after wait: Duration) -> Bool { schedule.isDue(at: now + wait) }
        #expect(schedule.next == nil)
        #expect(!isDue(after: .zero))
        schedule.notified(at: now)
        schedule.notified(at: now + .milliseconds(10))
        #expect(schedule.next == now + .milliseconds(70))
        #expect(!isDue(after: .milliseconds(69)))
        #expect(isDue(after: .milliseconds(70)))
        #expect(!isDue(after: .milliseconds(71)))
        #expect(schedule.next == now + .milliseconds(260))
        #expect(isDue(after: .seconds(1)))
        #expect(schedule.next == nil)
    }

    @Test
    func `looks that are both late are made once`() {
        let now = ContinuousClock.now
        var schedule = WakeSchedule()
        func isDue(after wait: Duration) -> Bool { schedule.isDue(at: now + wait) }
        schedule.notified(at: now)
        #expect(isDue(after: .seconds(1)))
        #expect(schedule.next == nil)
    }
}
