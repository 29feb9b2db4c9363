import FanfareCore

/// A notification that a call has triggered, and the options its type brings along; the call's own go before them.
struct TriggeredNotification: Sendable {
    let draft: NotificationDraft
    var expiresIn: Duration?
    var priority: Priority?
    var collapseKey: String?
}
