import FanfareCore
import Testing

@Suite(.timeLimit(.minutes(1))) struct ArrivalsTests {
    @Test func `a signal between looking and waiting is not missed`() async {
        let arrivals = Arrivals()
        let seen = arrivals.count(of: .apns)
        arrivals.signal([.apns])
        await arrivals.wait(for: .apns, beyond: seen)
        #expect(arrivals.count(of: .apns) == 1)
    }

    @Test func `a call that names a channel twice signals it once`() {
        let arrivals = Arrivals()
        arrivals.signal([.apns, .apns, .mail])
        arrivals.signal([])
        #expect(arrivals.count(of: .apns) == 1)
        #expect(arrivals.count(of: .mail) == 1)
        #expect(arrivals.count(of: .fcm) == 0)
    }

    @Test func `only the channel that is signalled wakes`() async {
        let arrivals = Arrivals()
        let woken = Watched<Set<ChannelID>>([])
        await withTaskGroup { group in
            for channel in [ChannelID.apns, .mail] {
                group.addTask {
                    await arrivals.wait(for: channel, beyond: 0)
                    if !Task.isCancelled { woken.update { _ = $0.insert(channel) } }
                }
            }
            arrivals.signal([.mail])
            await woken.wait { !$0.isEmpty }
            #expect(woken.value == [.mail])
            group.cancelAll()
        }
        #expect(woken.value == [.mail])
    }

    @Test func `events have a count of their own`() async {
        let arrivals = Arrivals()
        let seen = arrivals.eventCount
        arrivals.signal([.apns])
        #expect(arrivals.eventCount == seen)
        arrivals.signalEvents()
        await arrivals.waitForEvents(beyond: seen)
        #expect(arrivals.eventCount == seen + 1)
        #expect(arrivals.count(of: .apns) == 1)
    }

    @Test func `a signal for everything wakes every channel, named before or not, and who waits for events`() async {
        let arrivals = Arrivals()
        arrivals.signal([.apns])
        let (apns, mail, events) = (arrivals.count(of: .apns), arrivals.count(of: .mail), arrivals.eventCount)
        await withDiscardingTaskGroup { group in
            group.addTask { await arrivals.wait(for: .apns, beyond: apns) }
            group.addTask { await arrivals.wait(for: .mail, beyond: mail) }
            group.addTask { await arrivals.waitForEvents(beyond: events) }
            arrivals.signalEverything()
        }
        #expect(arrivals.count(of: .fcm) == 1)
    }
}
