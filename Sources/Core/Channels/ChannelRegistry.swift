/// The channels of one application, by name, each with its retry policy.
public struct ChannelRegistry: Sendable {
    /// Two channels were given the same name.
    public struct DuplicateChannel: Error, Hashable {
        /// The name.
        public let id: ChannelID
    }

    private let channels: [ChannelID: any Channel]
    private let policies: [ChannelID: RetryPolicy]
    private let defaultPolicy: RetryPolicy

    /// Collects channels.
    ///
    /// - Parameters:
    ///   - channels: The channels.
    ///   - retry: How deliveries are retried.
    ///   - channelRetry: The channels that do it differently.
    /// - Throws: ``DuplicateChannel`` if two channels share a name.
    public init(
        _ channels: [any Channel],
        retry: RetryPolicy = RetryPolicy(),
        channelRetry: [ChannelID: RetryPolicy] = [:]
    ) throws(DuplicateChannel) {
        var byID: [ChannelID: any Channel] = [:]
        for channel in channels {
            guard byID.updateValue(channel, forKey: channel.id) == nil else { throw DuplicateChannel(id: channel.id) }
        }
        self.channels = byID
        self.policies = channelRetry
        self.defaultPolicy = retry
    }

    /// The channel of this name.
    public subscript(id: ChannelID) -> (any Channel)? { channels[id] }

    /// All channels, in the order of their names.
    public var all: [any Channel] { channels.values.sorted { $0.id.rawValue < $1.id.rawValue } }

    /// How a channel's deliveries are retried.
    public func retryPolicy(for channel: ChannelID) -> RetryPolicy { policies[channel] ?? defaultPolicy }
}
