import FanfareCore

/// A notification by pager.
struct Page: Notification {
    static let type: NotificationType = "page"
    var text: String
    func via(_ recipient: some Notifiable) -> [Via<Self>] { [Via("pager") { page, _ in page.text }] }
}

/// A notification by pager and by mail.
struct Alarm: Notification {
    static let type: NotificationType = "alarm"
    func via(_ recipient: some Notifiable) -> [Via<Self>] {
        [Via("pager") { _, _ in "alarm" }, Via("mail") { _, _ in "alarm" }]
    }
}

struct User: Notifiable {
    let recipientID: RecipientID
    init(_ name: String) { recipientID = RecipientID(rawValue: name) }
}
