import FanfareCore
import FanfareTesting
import Testing

@Suite struct ChannelRegistryTests {
    @Test func `channels are found by name and listed by name`() throws {
        let registry = try ChannelRegistry([
            RecordingChannel(id: .mail, of: String.self), RecordingChannel(id: .apns, of: String.self),
        ])
        #expect(registry.all.map(\.id) == [.apns, .mail])
        #expect(registry[.mail]?.id == .mail)
        #expect(registry[.fcm] == nil)
    }

    @Test func `two channels of one name are refused`() {
        let error = #expect(throws: ChannelRegistry.DuplicateChannel.self) {
            try ChannelRegistry([
                RecordingChannel(id: .apns, of: String.self), RecordingChannel(id: .apns, of: Int.self),
            ])
        }
        #expect(error?.id == .apns)
    }

    @Test func `a channel has its own retry policy or the common one`() throws {
        let registry = try ChannelRegistry(
            [],
            retry: RetryPolicy(maxAttempts: 3),
            channelRetry: [.mail: RetryPolicy(maxAttempts: 5)]
        )
        #expect(registry.retryPolicy(for: .apns).maxAttempts == 3)
        #expect(registry.retryPolicy(for: .mail).maxAttempts == 5)
    }
}
