/// Tells the workers of this process that deliveries of a channel have arrived.
///
/// A hint and no more: workers poll as well, because other processes can store deliveries too.
public final class Arrivals: Sendable {
    private let counts = Watched<[ChannelID: UInt64]>([:])

    /// Creates a signal.
    public init() {}

    /// Says that deliveries of these channels can be claimed.
    public func signal(_ channels: some Sequence<ChannelID>) {
        let channels = Set(channels)
        guard !channels.isEmpty else { return }
        counts.update { counts in
            for channel in channels { counts[channel, default: 0] += 1 }
        }
    }

    /// How often a channel was signalled: note it before looking for work, and wait for a change of it afterwards.
    package func count(of channel: ChannelID) -> UInt64 { counts.read { $0[channel] ?? 0 } }

    /// Waits until the channel's count is no longer `seen`, or the task is cancelled.
    package func wait(for channel: ChannelID, beyond seen: UInt64) async {
        await counts.wait { $0[channel] ?? 0 != seen }
    }
}
