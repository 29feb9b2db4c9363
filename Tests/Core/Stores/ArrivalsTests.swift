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
}
