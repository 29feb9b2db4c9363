import FanfareCore

// What channel modules offer, in small: the core's tests use no real channel.

/// A message of the push channels.
struct PushMessage: Codable, Hashable, Sendable {
    var title: String
    var body = ""
    var link: String?
}

/// A message of the mail channel.
struct MailMessage: Codable, Hashable, Sendable { var subject: String }

/// A notification that reads as a push.
protocol PushRenderable: Notification {
    func pushMessage(for recipient: some Notifiable) async throws -> PushMessage
}

/// A notification that reads as a mail.
protocol MailRenderable: Notification {
    func mailMessage(for recipient: some Notifiable) async throws -> MailMessage
}

extension ChannelID {
    static let apns: ChannelID = "apns"
    static let fcm: ChannelID = "fcm"
    static let mail: ChannelID = "mail"
    static let push: ChannelID = "push"
    static let pager: ChannelID = "pager"
}

extension Via where Subject: PushRenderable {
    static var push: Self {
        Via(
            .push,
            combining: [ChannelID.apns, .fcm].map { channel in
                Via(channel) { notification, recipient in try await notification.pushMessage(for: recipient) }
            }
        )
    }
}

extension Via where Subject: MailRenderable {
    static var mail: Self {
        Via(.mail) { notification, recipient in try await notification.mailMessage(for: recipient) }
    }
}

extension Via {
    @available(*, unavailable, message: "to send by push, make the notification PushRenderable")
    static var push: Self { Via(.push, combining: []) }

    @available(*, unavailable, message: "to send by mail, make the notification MailRenderable")
    static var mail: Self { Via(.mail, combining: []) }
}

extension Route {
    static func apns(_ token: String, environment: DeviceEnvironment? = nil) -> Route {
        Route(channel: .apns, address: token, environment: environment)
    }

    static func mail(_ address: String) -> Route { Route(channel: .mail, address: address) }
}
