/// How one notification becomes the message of one channel.
package struct Rendering: Sendable {
    package let channel: ChannelID
    package let message: @Sendable (any Notifiable) async throws -> Payload

    package init(channel: ChannelID, message: @escaping @Sendable (any Notifiable) async throws -> Payload) {
        self.channel = channel
        self.message = message
    }
}
