/// How full the queue is.
public struct QueueStatistics: Hashable, Sendable {
    /// One channel's part of the queue.
    public struct ChannelStatistics: Hashable, Sendable {
        /// Deliveries waiting, due or not.
        public var queued: Int
        /// Deliveries held by workers.
        public var sending: Int
        /// How long the oldest due delivery has been due; nil if none is.
        public var oldestDue: Duration?

        /// Creates a channel's statistics.
        public init(queued: Int = 0, sending: Int = 0, oldestDue: Duration? = nil) {
            self.queued = queued
            self.sending = sending
            self.oldestDue = oldestDue
        }
    }

    /// The channels that have unsettled deliveries.
    public var channels: [ChannelID: ChannelStatistics]

    /// Creates statistics.
    public init(channels: [ChannelID: ChannelStatistics] = [:]) { self.channels = channels }
}
