import FanfareCore
import FanfareLog

/// What the application says, and how it reads on each channel.
struct OrderShipped: Notification, LogRenderable {
    static let type: NotificationType = "order.shipped"

    var order: String
    var carrier: String

    func via(_ recipient: some Notifiable) -> [Via<Self>] { [.log] }

    func logMessage(for recipient: some Notifiable) -> LogMessage {
        LogMessage(
            title: "Order #\(order) shipped",
            body: "It left with \(carrier). Arriving tomorrow.",
            link: "/orders/\(order)"
        )
    }
}
