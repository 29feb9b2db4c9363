public import FanfareCore

/// A type of notification that can be triggered over HTTP and from the command line.
///
/// A team's own host adds its Swift notifications with ``init(_:)``; the types of the configuration file are made by
/// the host itself.
public struct HostNotification: Sendable {
    /// The type's name.
    public let type: NotificationType

    /// Makes a notification from the data of a call.
    ///
    /// - Throws: ``TriggerError``.
    let trigger: @Sendable (_ data: JSONValue) throws -> TriggeredNotification

    init(type: NotificationType, trigger: @escaping @Sendable (JSONValue) throws -> TriggeredNotification) {
        self.type = type
        self.trigger = trigger
    }

    /// Offers a Swift notification; the data of a call is decoded as its properties.
    public init<Subject: Notification & Decodable>(_ subject: Subject.Type) {
        self.init(type: Subject.type) { data in
            do {
                let notification = try Payload(encoding: data).decoded(as: Subject.self)
                return TriggeredNotification(draft: NotificationDraft(notification))
            } catch let error as DecodingError {
                throw TriggerError(error)
            }
        }
    }
}
