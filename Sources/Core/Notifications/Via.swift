/// A way a notification takes, together with how it is rendered there.
///
/// A channel module adds its own ways as constrained static members, so a notification can only name channels it
/// knows how to render for. An unavailable twin gives everybody else a readable error:
///
/// ```swift
/// extension Via where Subject: MailRenderable {
///     public static var mail: Self {
///         Via(.mail) { notification, recipient in try await notification.mailMessage(for: recipient) }
///     }
/// }
/// extension Via {
///     @available(*, unavailable, message: "to send by mail, make the notification MailRenderable")
///     public static var mail: Self { Via("mail", combining: []) }
/// }
/// ```
public struct Via<Subject: Notification>: Sendable {
    /// What the way is called: a channel, or a name for several channels, such as `push`.
    public let name: ChannelID
    /// The channels this way leads through.
    public let channels: [ChannelID]

    package let renderings: @Sendable (Subject) -> [Rendering]

    /// Creates a way to send `Subject` on one channel.
    ///
    /// - Parameters:
    ///   - channel: The channel the message is for.
    ///   - message: Renders the message. What it throws reaches the caller of `notify`, and nothing is stored.
    public init<Message: Codable & Sendable>(
        _ channel: ChannelID,
        message: @escaping @Sendable (Subject, any Notifiable) async throws -> Message
    ) {
        self.name = channel
        self.channels = [channel]
        self.renderings = { subject in
            [
                Rendering(channel: channel) { recipient in
                    let message = try await message(subject, recipient)
                    do {
                        return try Payload(encoding: message)
                    } catch {
                        throw NotifyError(.messageNotEncodable, channel: channel, underlying: error)
                    }
                }
            ]
        }
    }

    /// Creates a way through several channels under one name; each recipient is reached by those that have a route.
    ///
    /// - Parameters:
    ///   - name: What the way is called when none of the channels has a route.
    ///   - ways: The ways to combine.
    public init(_ name: ChannelID, combining ways: [Via]) {
        self.name = name
        self.channels = ways.flatMap(\.channels)
        self.renderings = { subject in ways.flatMap { $0.renderings(subject) } }
    }
}
