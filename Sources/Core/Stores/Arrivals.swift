/// Tells the workers of this process that deliveries of a channel have arrived, and its hosts that events have.
///
/// A hint and no more: workers and hosts poll as well, because other processes can store deliveries and events too.
public final class Arrivals: Sendable {
    private struct Counts {
        var channels: [ChannelID: UInt64] = [:]
        var events: UInt64 = 0
        /// Signals for all channels and for events.
        var everything: UInt64 = 0

        func count(of channel: ChannelID) -> UInt64 { channels[channel, default: 0] + everything }

        var eventCount: UInt64 { events + everything }
    }

    private let counts = Watched(Counts())

    /// Creates a signal.
    public init() {}

    /// Says that deliveries of these channels can be claimed.
    public func signal(_ channels: some Sequence<ChannelID>) {
        let channels = Set(channels)
        guard !channels.isEmpty else { return }
        counts.update { counts in
            for channel in channels { counts.channels[channel, default: 0] += 1 }
        }
    }

    /// Says that events can be claimed.
    public func signalEvents() { counts.update { $0.events += 1 } }

    /// Says that something may have arrived: what a store signals that is only told that something has.
    public func signalEverything() { counts.update { $0.everything += 1 } }

    /// How often a channel was signalled: note it before looking for work, and wait for a change of it afterwards.
    package func count(of channel: ChannelID) -> UInt64 { counts.read { $0.count(of: channel) } }

    /// How often events were signalled, to be used in the same way.
    package var eventCount: UInt64 { counts.read { $0.eventCount } }

    /// Waits until the channel's count is no longer `seen`, or the task is cancelled.
    package func wait(for channel: ChannelID, beyond seen: UInt64) async {
        await counts.wait { $0.count(of: channel) != seen }
    }

    /// Waits until the count of events is no longer `seen`, or the task is cancelled.
    package func waitForEvents(beyond seen: UInt64) async { await counts.wait { $0.eventCount != seen } }
}
