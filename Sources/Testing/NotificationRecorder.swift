public import FanfareCore
import Synchronization

/// Keeps the notifications an application sends, and answers questions about them.
///
/// ```swift
/// #expect(recorder.sent(OrderShipped.self, to: user).map(\.number) == [7])
/// #expect(recorder.hasSentNothing(to: stranger))
/// ```
///
/// It watches a real notifier: rendering, routes and the store all run, so what it has seen was really stored.
public final class NotificationRecorder: DeliveryObserver {
    /// A notification that was stored for one recipient.
    public struct Record: Sendable {
        /// The notification; nil if it was triggered by a configured type.
        public let notification: (any Notification)?
        /// What was stored.
        public let prepared: PreparedNotification
    }

    private let recorded = Mutex<[Record]>([])

    /// Creates a recorder that has seen nothing.
    public init() {}

    /// Keeps the notification.
    public func prepared(_ notification: (any Notification)?, as prepared: PreparedNotification) {
        recorded.withLock { $0.append(Record(notification: notification, prepared: prepared)) }
    }

    /// Everything that was sent, in order.
    public var records: [Record] { recorded.withLock { $0 } }

    /// The notifications of one type that were sent to a recipient, in order.
    public func sent<Subject: Notification>(_ type: Subject.Type, to recipient: some Notifiable) -> [Subject] {
        records.filter { $0.prepared.recipient == recipient.recipientID }.compactMap { $0.notification as? Subject }
    }

    /// The notifications of one type that were sent to anybody, in order.
    public func sent<Subject: Notification>(_ type: Subject.Type) -> [Subject] {
        records.compactMap { $0.notification as? Subject }
    }

    /// The notifications of one type that were sent on demand, with the routes they were given.
    public func sentOnDemand<Subject: Notification>(
        _ type: Subject.Type
    ) -> [(notification: Subject, routes: [Route])] {
        records.filter { $0.prepared.recipient == .onDemand }.compactMap { record in
            guard let notification = record.notification as? Subject else { return nil }
            return (notification, record.prepared.messages.flatMap { $0.deliveries.map(\.route) })
        }
    }

    /// What was stored for the notifications of one type, by their stable name: when they are due, what was skipped.
    public func prepared(_ type: NotificationType) -> [PreparedNotification] {
        records.map(\.prepared).filter { $0.type == type }
    }

    /// Whether nothing was sent to anybody.
    public var hasSentNothing: Bool { records.isEmpty }

    /// Whether nothing was sent to a recipient.
    public func hasSentNothing(to recipient: some Notifiable) -> Bool {
        !records.contains { $0.prepared.recipient == recipient.recipientID }
    }

    /// The channels a recipient was to be reached by, with one entry per delivery.
    public func channels(to recipient: some Notifiable) -> [ChannelID] {
        records.filter { $0.prepared.recipient == recipient.recipientID }
            .flatMap { $0.prepared.messages.flatMap { message in message.deliveries.map { _ in message.channel } } }
    }

    /// Why channels were skipped for a recipient.
    public func skipped(for recipient: some Notifiable) -> [SkippedChannel] {
        records.filter { $0.prepared.recipient == recipient.recipientID }.flatMap(\.prepared.skipped)
    }

    /// Forgets everything.
    public func reset() { recorded.withLock { $0 = [] } }
}

extension NotificationRecorder: CustomStringConvertible {
    /// What was sent to whom, a line each: shown by a failing expectation.
    public var description: String {
        let lines = records.map { "\($0.prepared.type.rawValue) to '\($0.prepared.recipient.rawValue)'" }
        return lines.isEmpty ? "nothing was sent" : lines.joined(separator: "\n")
    }
}
