import FanfareCore

/// The types of notifications a host can be asked for.
struct NotificationCatalog: Sendable {
    private let notifications: [NotificationType: HostNotification]

    /// - Parameter notifications: The types; of two with one name the later counts.
    init(_ notifications: [HostNotification]) {
        self.notifications = Dictionary(notifications.map { ($0.type, $0) }, uniquingKeysWith: { $1 })
    }

    /// The names of all types, sorted.
    var types: [NotificationType] { notifications.keys.sorted { $0.rawValue < $1.rawValue } }

    subscript(type: NotificationType) -> HostNotification? { notifications[type] }
}
