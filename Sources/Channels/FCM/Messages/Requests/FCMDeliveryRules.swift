import FanfareCore
import FanfarePush

/// How a message's deliveries fill in what the message leaves open: priority, expiry, and what is replaced by it.
struct FCMDeliveryRules: Sendable {
    private let collapseKey: String?
    private let timeToLive: Duration?
    private let priority: Priority?
    private let isShownOnAndroid: Bool
    private let applePushType: String?
    private let isShownOnTheWeb: Bool
    private let said: Said

    /// What a message says itself.
    private struct Said: OptionSet {
        let rawValue: Int
        static let androidPriority = Said(rawValue: 1 << 0)
        static let androidTimeToLive = Said(rawValue: 1 << 1)
        static let androidCollapseKey = Said(rawValue: 1 << 2)
        static let androidTag = Said(rawValue: 1 << 3)
        static let applePriority = Said(rawValue: 1 << 4)
        static let appleExpiration = Said(rawValue: 1 << 5)
        static let appleCollapseID = Said(rawValue: 1 << 6)
        static let webTimeToLive = Said(rawValue: 1 << 7)
        static let webTag = Said(rawValue: 1 << 8)
    }

    init(_ message: FCMMessage) {
        collapseKey = message.android.collapseKey ?? message.collapseKey
        timeToLive = message.timeToLive.map { min($0, FCMMessage.maximumTimeToLive) }
        priority = message.priority
        isShownOnAndroid = message.isShownOnAndroid
        applePushType = message.applePushType
        isShownOnTheWeb = message.isShownOnTheWeb
        let isSaid: [(Said, Bool)] = [
            (.androidPriority, message.android.priority != nil),
            (.androidTimeToLive, message.android.timeToLive != nil),
            (.androidCollapseKey, message.android.collapseKey != nil),
            (.androidTag, message.android.notification.tag != nil),
            (.applePriority, message.apns.headers["apns-priority"] != nil),
            (.appleExpiration, message.apns.headers["apns-expiration"] != nil),
            (.appleCollapseID, message.apns.headers["apns-collapse-id"] != nil),
            (.webTimeToLive, message.webpush.headers.keys.contains { $0.lowercased() == "ttl" }),
            (.webTag, message.webpush.notification["tag"] != nil),
        ]
        said = Said(isSaid.filter(\.1).map(\.0))
    }
}

extension FCMDeliveryRules {
    /// The values of one attempt at a delivery. They are the same at every attempt, except for those that count from it.
    func values(for context: DeliveryContext, now: Timestamp) -> FCMDeliveryValues {
        func unlessSaid<Value>(_ said: Said, _ value: Value?) -> Value? { self.said.contains(said) ? nil : value }
        let key = collapseKey ?? context.collapseKey
        // What is shown always has one, so that a copy sent by accident replaces the first.
        let tag = key ?? context.notification.description
        let timeToLive = timeToLive(for: context, now: now)
        return FCMDeliveryValues(
            androidPriority: unlessSaid(.androidPriority, androidPriority(for: context)),
            androidTimeToLive: unlessSaid(.androidTimeToLive, timeToLive?.fcmText),
            androidCollapseKey: unlessSaid(.androidCollapseKey, key),
            androidTag: isShownOnAndroid ? unlessSaid(.androidTag, tag) : nil,
            applePriority: unlessSaid(.applePriority, applePriority(for: context)),
            appleExpiration: unlessSaid(.appleExpiration, appleExpiration(for: context, now: now)),
            appleCollapseID: unlessSaid(.appleCollapseID, appleCollapseID(key, tag)),
            webTimeToLive: unlessSaid(.webTimeToLive, timeToLive.map { String($0.wholeSecondsRoundedUp) }),
            webTag: isShownOnTheWeb ? unlessSaid(.webTag, tag) : nil
        )
    }

    private func androidPriority(for context: DeliveryContext) -> FCMAndroidPriority {
        switch priority ?? context.priority {
        case .high: .high
        case .normal: isShownOnAndroid ? .high : .normal
        case .bulk: .normal
        }
    }

    /// Nil leaves it to FCM's own rule.
    private func timeToLive(for context: DeliveryContext, now: Timestamp) -> Duration? {
        if let timeToLive { return timeToLive }
        if context.isNowOrNever { return .zero }
        return context.expiresAt.map { min(max(now.duration(to: $0), .zero), FCMMessage.maximumTimeToLive) }
    }

    /// Without one FCM says 10, which APNs refuses for background pushes.
    private func applePriority(for context: DeliveryContext) -> String {
        applePushType == "background" || (priority ?? context.priority) == .bulk ? "5" : "10"
    }

    private func appleExpiration(for context: DeliveryContext, now: Timestamp) -> String? {
        if let timeToLive {
            return timeToLive <= .zero ? "0" : String(now.advanced(by: timeToLive).expirationSeconds)
        }
        return context.isNowOrNever ? "0" : context.expiresAt.map { String($0.expirationSeconds) }
    }

    private func appleCollapseID(_ key: String?, _ tag: String) -> String? {
        applePushType == "alert" ? AppleCollapseID.make(from: tag) : key.map(AppleCollapseID.make(from:))
    }
}

extension Duration {
    fileprivate var wholeSecondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 ? seconds + 1 : seconds
    }
}
