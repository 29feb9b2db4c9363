import FanfareCore

/// A user with phones and perhaps a mailbox.
struct User: Notifiable {
    var id: String
    var mailbox: String?

    init(_ id: String = "1", mailbox: String? = nil) {
        self.id = id
        self.mailbox = mailbox
    }

    var recipientID: RecipientID { RecipientID(id) }

    func routing(for channel: ChannelID) -> Routing {
        guard channel == .mail else { return .registered }
        return mailbox.map { .to(.mail($0)) } ?? .nowhere
    }
}

/// Goes to Apple's devices only.
struct Greeting: Notification {
    static let type: NotificationType = "greeting"
    var text = "Hello"
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [Via(.apns) { greeting, _ in greeting.text }] }
}

/// Goes by the given ways, and renders as it is told to.
struct Flexible: Notification {
    static let type: NotificationType = "flexible"
    var ways: [Via<Flexible>]
    func via(_ recipient: some Notifiable) -> [Via<Self>] { ways }
}
